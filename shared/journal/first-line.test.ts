import { expect, test } from 'vitest'
import { quotedLineOf } from './first-line'

test('the first line of the first text with words, in the order of the form', () => {
  expect(quotedLineOf({})).toBe('')
  expect(quotedLineOf({ gratitude1: ' \n\u00a0', gratitude2: '' })).toBe('')
  expect(
    quotedLineOf({ overallReflection: 'last', dailyEvents: 'sun', gratitude3: '\r\n tea \r\nmilk' }),
  ).toBe('tea')
})

test('a long line is cut after a sentence, a word or a whole character', () => {
  const sentence = `A ${'word '.repeat(17)}end.`
  expect(quotedLineOf({ wins: `${sentence} ${sentence} ${sentence}` })).toBe(`${sentence} ${sentence}`)
  expect(quotedLineOf({ wins: 'word '.repeat(60) })).toBe(`${'word '.repeat(39)}word…`)
  expect(quotedLineOf({ wins: `a${'💛'.repeat(200)}` })).toBe(`a${'💛'.repeat(99)}…`)
  expect(quotedLineOf({ wins: `ab${'👩‍👩‍👧'.repeat(50)}` })).toBe(`ab${'👩‍👩‍👧'.repeat(24)}…`)
  expect(quotedLineOf({ wins: 'x'.repeat(200) })).toBe('x'.repeat(200))
})
