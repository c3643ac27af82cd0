import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { shortened } from './text'
import { boundedText } from './text-input'

test.each([
  ['Short.', 20, 'Short.'],
  ['One two. Three four. Five six.', 22, 'One two. Three four.'],
  ['First line\nSecond line', 15, 'First line'],
  ['今日は走った。楽しかった。また行く。', 14, '今日は走った。楽しかった。'],
  ['one two three four five six', 20, 'one two three four…'],
  ['x'.repeat(50), 10, `${'x'.repeat(9)}…`],
  ['👩‍👩‍👧‍👦'.repeat(3), 24, '👩‍👩‍👧‍👦👩‍👩‍👧‍👦…'],
])('%j at most %i long is %j', (text, max, expected) => {
  expect(shortened(text, max)).toBe(expected)
})

test('a shortened text is never too long, and always the beginning of the text', () => {
  const words = fc.array(
    fc.oneof(
      fc.constantFrom('a', 'word', 'Sentence.', 'No! ', '\n', ' ', '💛', '👩‍👩‍👧‍👦', '…', 'x'.repeat(40)),
      fc.string({ unit: 'grapheme', maxLength: 8 }),
    ),
    { maxLength: 40 },
  )
  fc.assert(
    fc.property(words, fc.integer({ min: 20, max: 120 }), (parts, max) => {
      const text = parts.join(' ').trim()
      const short = shortened(text, max)
      expect(short.length).toBeLessThanOrEqual(max)
      expect(text.startsWith(short) || text.startsWith(short.slice(0, -1))).toBe(true)
      expect(text !== '' && short === '').toBe(false)
    }),
  )
})

test('a limit counts UTF-16 units, and is told once', () => {
  const upToFour = boundedText(4)
  for (const text of ['', 'abcd', '💛💛', 'a💛b', 'é'.normalize('NFD').repeat(2)])
    expect(z.safeParse(upToFour, text).success).toBe(true)
  for (const text of ['abcde', '💛💛a', '💛💛💛', '💛💛💛💛', '👩‍👩‍👧'])
    expect(z.safeParse(upToFour, text).error?.issues.map(({ message }) => message)).toEqual([
      'Must be at most 4 characters',
    ])
})
