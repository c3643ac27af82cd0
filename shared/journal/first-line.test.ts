import { expect, test } from 'vitest'
import { firstLineIn } from './first-line'

test('the first line with words, without spaces around it', () => {
  expect(firstLineIn('')).toBe('')
  expect(firstLineIn(' \n\u00a0')).toBe('')
  expect(firstLineIn('\r\n tea \r\nmilk')).toBe('tea')
})

test('a long line is cut after a sentence, a word or a whole character', () => {
  const sentence = `A ${'word '.repeat(17)}end.`
  expect(firstLineIn(`${sentence} ${sentence} ${sentence}`)).toBe(`${sentence} ${sentence}`)
  expect(firstLineIn('word '.repeat(60))).toBe(`${'word '.repeat(39)}word…`)
  expect(firstLineIn(`a${'💛'.repeat(200)}`)).toBe(`a${'💛'.repeat(99)}…`)
  expect(firstLineIn(`ab${'👩‍👩‍👧'.repeat(50)}`)).toBe(`ab${'👩‍👩‍👧'.repeat(24)}…`)
  expect(firstLineIn('x'.repeat(200))).toBe('x'.repeat(200))
})
