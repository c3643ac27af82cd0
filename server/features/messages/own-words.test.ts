import { expect, test } from 'vitest'
import { ownWords } from './own-words'

const sent = "I'm glad you told me. I'm an AI; you deserve a person: call 988. In danger now call 911."
const wordsIn = (text: string, from = [sent]) => ownWords(text, from).replace(/\s+/g, ' ').trim()

test('what repeats a text is left out, however it is quoted', () => {
  expect(wordsIn(sent)).toBe('.')
  expect(wordsIn(`> ${sent.toUpperCase().replaceAll('. ', '.\n> ')}`)).toBe('> .')
  expect(wordsIn(`Auto-reply to "${sent.slice(0, 60)}...": away until Monday`)).toMatch(
    /^Auto-reply to " .*": away until Monday$/,
  )
})

test('what is said before, between and behind it stays', () => {
  expect(wordsIn(`I want to die. ${sent} I mean it`)).toBe('I want to die. . I mean it')
  expect(wordsIn(`${sent} I want to die. ${sent}`)).toBe('. I want to die. .')
  expect(wordsIn('I want to die', ['You said: I want to die. I am glad you told me.'])).toBe('I want to die')
  expect(wordsIn('I want to die', [])).toBe('I want to die')
})

test('a conversation of a whole day is read in no time that matters', () => {
  const day = Array.from({ length: 500 }, (_, n) => `${n} ${sent} `.repeat(3))
  expect(wordsIn('no '.repeat(3_300), day)).toHaveLength(9_899)
})
