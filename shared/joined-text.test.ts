import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { appended, byLine, bySlash, joinedOnce } from './joined-text'

describe('both of two versions', () => {
  test.each([
    ['A', 'A\nB', 'A\nB'],
    ['A\nB', 'A', 'A\nB'],
    ['A', 'B', 'A\n\nB'],
    ['A\nB', 'A\nC', 'A\nB\n\nC'],
    ['One.\n\nTwo.', 'One.\n\nThree.\n\nFour.', 'One.\n\nTwo.\n\nThree.\n\nFour.'],
    ['  - A', '  - A\n  - B', '  - A\n  - B'],
    ['A\r\nB', 'A\nB', 'A\nB'],
    ['', 'A', 'A'],
    ['A', '', 'A'],
    ['A', ' \n', 'A'],
    ['A', 'a', 'A\n\na'],
  ])('of %j and %j are %j', (saved, mine, both) => {
    expect(joinedOnce(saved, mine, byLine)).toBe(both)
  })

  test.each([
    ['tea', 'tea / sun', 'tea / sun'],
    ['tea / sun', 'sun', 'tea / sun'],
    ['tea / rain', 'tea / sun', 'tea / rain / sun'],
    ['tea', 'teapot', 'tea / teapot'],
  ])('in a short line: of %j and %j are %j', (saved, mine, both) => {
    expect(joinedOnce(saved, mine, bySlash)).toBe(both)
  })

  test('have every line of either once, whatever is in them, and joined again change no more', () => {
    const line = fc.constantFrom('a', 'b', 'c', ' a', '', ' ', '- b')
    const text = fc.array(line, { maxLength: 6 }).map((lines) => lines.join('\n'))
    const said = (text: string) =>
      text
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean)
    const property = fc.property(text, text, (saved, mine) => {
      const both = joinedOnce(saved, mine, byLine)
      expect(new Set(said(both))).toEqual(new Set([...said(saved), ...said(mine)]))
      expect(joinedOnce(both, mine, byLine)).toBe(both)
    })
    fc.assert(property, { seed: 32, numRuns: 2_000 })
  })
})

test('what is appended stands there once, as whole lines', () => {
  expect(appended('', 'I ran')).toBe('I ran')
  expect(appended('I ran', 'yes')).toBe('I ran\n\nyes')
  expect(appended('yesterday', 'yes')).toBe('yesterday\n\nyes')
  expect(appended('I ran\n\nyes', 'yes')).toBe('I ran\n\nyes')
})
