import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutToBytes, jsonBytes } from './utf8'

test('bytes are counted as they go over the wire', () => {
  expect(jsonBytes('abc')).toBe(3)
  expect(jsonBytes('日本')).toBe(6)
  expect(jsonBytes('a\n"')).toBe(5)
})

test('what fits stays as it is, and what does not is cut between two characters', () => {
  expect(cutToBytes('日本語', 9)).toBe('日本語')
  expect(cutToBytes('日本語です', 9)).toBe('日本…')
  expect(cutToBytes('🙂🙂🙂', 11)).toBe('🙂🙂…')
  expect(cutToBytes('abc', 2)).toBe('')
})

test('whatever the text, the cut one fits and is how it begins', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.nat(400), (text, max) => {
      const cut = cutToBytes(text, max)
      expect(jsonBytes(cut)).toBeLessThanOrEqual(max)
      expect(text.startsWith(cut.replace(/…$/, ''))).toBe(true)
    }),
  )
})
