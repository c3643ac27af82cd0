import { describe, expect, test } from 'vitest'
import * as english from './corpus/english'
import * as french from './corpus/french'
import * as german from './corpus/german'
import * as italian from './corpus/italian'
import * as portuguese from './corpus/portuguese'
import * as spanish from './corpus/spanish'
import { dangersIn, mentionsDanger } from './danger'

const corpora = { en: english, es: spanish, fr: french, de: german, pt: portuguese, it: italian }

describe.each(Object.entries(corpora))('%s', (language, { danger, harmless }) => {
  test('has at least 60 different phrases each way', () => {
    expect(new Set(danger).size).toBeGreaterThanOrEqual(60)
    expect(new Set(harmless).size).toBeGreaterThanOrEqual(60)
  })

  test('each phrase of danger is found', () => {
    expect(danger.filter((phrase) => !mentionsDanger(phrase))).toEqual([])
  })

  test('no harmless phrase is taken for danger', () => {
    expect(harmless.filter(mentionsDanger)).toEqual([])
  })

  // Spanish and Portuguese share whole sentences.
  test('the language is known, nearly always', () => {
    const known = danger.filter((phrase) => dangersIn(phrase)[0]?.language === language)
    expect(known.length / danger.length).toBeGreaterThan(0.95)
  })

  test('the phrases are found in capitals, without accents and in the middle of a longer text', () => {
    const variants = (phrase: string) => [
      phrase.toUpperCase(),
      phrase.normalize('NFD').replace(/\p{M}/gu, ''),
      phrase.replaceAll("'", '’'),
      `We walked to the lake.\n${phrase}. Then there was soup`,
    ]
    expect(danger.flatMap(variants).filter((phrase) => !mentionsDanger(phrase))).toEqual([])
  })
})

test('the place of a phrase in the text is told', () => {
  const text = 'Nice day. Ich möchte nicht mehr leben, ehrlich.'
  expect(dangersIn(text).map(({ start, end }) => text.slice(start, end))).toEqual(['möchte nicht mehr leben'])
})

test.each(['no ', 'I want to want to ', 'er hat mich wieder ', 'aa', "'", '. ', '😀'])(
  'the work grows with the length of the text, also for %j again and again',
  { timeout: 60_000 },
  (part) => expect(mentionsDanger(part.repeat(400_000 / part.length))).toBe(false),
)
