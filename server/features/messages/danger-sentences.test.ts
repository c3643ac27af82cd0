import { describe, expect, test } from 'vitest'
import { helpByCountry } from '@shared/crisis-lines'
import { type DangerKind, dangerKinds } from '@shared/danger/kinds'
import type { Country } from '@shared/zone-countries'
import { gsm7Length } from '../../senders/gsm7'
import type { DangerLanguage } from '@shared/danger/plain-sentences'
import { helpAnswer, helpLanguages, numbersToCall, quietKindIn, quietLine } from './danger-sentences'
import { keywordOf } from './keywords'

const countries = [undefined, ...(Object.keys(helpByCountry) as Country[])]
const allWords = ['en', 'es', 'fr', 'de', 'pt', 'it'] as const
const onlySelfHarm = ['nl', 'sv', 'pl', 'tr', 'uk', 'ar', 'hi', 'zh', 'ja'] as const
const noon = new Date('2026-11-25T11:00:00Z')
/** 3 o'clock in Italy and Luxembourg. */
const night = new Date('2026-11-26T02:00:00Z')

const everywhere = countries.flatMap((country) => [noon, night].map((now) => ({ country, now })))

/** More than `most` characters of GSM-7, or any other character. */
const isLongerThan = (most: number) => (text: string) => !(gsm7Length(text) <= most)

describe.each(allWords)('in %s', (language) => {
  test.each([
    ['self-harm', 160],
    ['overdose', 306],
    ['abuse', 306],
    ['others', 160],
  ] as const)('the answer about %s has at most %i characters of GSM-7, in each country', (kind, most) => {
    const answers = everywhere.map((where) => helpAnswer({ kind, language, ...where }))
    expect(answers.filter(isLongerThan(most))).toEqual([])
  })

  test('the quiet line is one text in GSM-7 and holds no word that is a command', () => {
    const lines = dangerKinds.flatMap((kind) =>
      everywhere.map((where) => quietLine({ kind, language, ...where })),
    )
    expect(lines.filter(isLongerThan(160))).toEqual([])
    const isCommand = (word: string) => keywordOf(word, true) !== undefined
    expect(lines.filter((line) => line.split(/[^\p{L}\p{N}.]+/u).some(isCommand))).toEqual([])
  })

  test('the answer says that Lisa is an AI, and has the number and the emergency number', () => {
    for (const kind of dangerKinds) {
      const answer = helpAnswer({ kind, language, country: 'DE', now: noon })
      expect(answer).toMatch(/\b(?:AI|IA|KI)\b/)
      expect(answer).toContain(kind === 'abuse' || kind === 'others' ? '110' : '112')
      expect(answer).toContain(
        { 'self-harm': '116 123', overdose: '030 19240', abuse: '116 016', others: '116 123' }[kind],
      )
    }
  })

  test('for an overdose the emergency number comes first', () =>
    expect(helpAnswer({ kind: 'overdose', language, country: 'DE', now: noon })).toMatch(
      /^\D*112\D.*030 19240/,
    ))
})

describe.each(onlySelfHarm)('in %s', (language) => {
  test('the answer is one text in GSM-7, or two in another alphabet, in each country', () => {
    const answers = everywhere.map((where) => helpAnswer({ kind: 'self-harm', language, ...where }))
    expect(answers.filter((answer) => isLongerThan(160)(answer) && answer.length > 134)).toEqual([])
  })

  test('the answer says that Lisa is an AI, and has the numbers', () => {
    const answer = helpAnswer({ kind: 'self-harm', language, country: 'NL', now: noon })
    expect(answer).toMatch(/AI|ШІ|ذكاء اصطناعي|yapay zek/)
    expect(answer).toMatch(/113.*112/)
  })

  test('what there is no sentence for is said in English', () => {
    const said = { kind: 'abuse', country: 'NL', now: noon } as const
    expect(helpAnswer({ ...said, language })).toBe(helpAnswer({ ...said, language: 'en' }))
    expect(quietLine({ ...said, language })).toBe(quietLine({ ...said, language: 'en' }))
  })
})

const selfHarm = (country: Country | undefined, now = noon, language: DangerLanguage = 'en') =>
  helpAnswer({ kind: 'self-harm', language, country, now })

test('where no line answers, findahelpline.com is named beside the emergency number', () => {
  expect(selfHarm('IT')).toContain('call 02 2327 2327 (9:00-24:00). In danger now call 112.')
  expect(selfHarm('IT', night)).toContain('see findahelpline.com. In danger now call 112.')
  expect(selfHarm('TR')).toContain('see findahelpline.com. In danger now call 112.')
})

test.each(helpLanguages)('a line that does not always answer has its hours, in %s', (language) => {
  const said = { kind: 'self-harm', language, now: noon } as const
  expect(helpAnswer({ ...said, country: 'LU' })).toContain('454545 (11:00-23:00)')
  expect(quietLine({ ...said, country: 'LU' })).toContain('454545 (11:00-23:00)')
  expect(helpAnswer({ ...said, country: 'IT' })).toContain('(9:00-24:00)')
  expect(helpAnswer({ ...said, country: 'AT' })).not.toContain(':00')
})

test.each([
  ['en', 'Mon-Fri'],
  ['es', 'L-V'],
  ['fr', undefined],
  ['de', 'Mo-Fr'],
  ['pt', 'seg-sex'],
  ['it', 'lun-ven'],
  ['nl', 'Mon-Fri'],
] as const)('one of weekdays has the days, in %s', (language, days) => {
  const said = { kind: 'abuse', language, country: 'BE', now: noon } as const
  const line = days ? `1712 (${days} 9:00-17:00)` : '0800 30 030'
  expect(helpAnswer(said)).toContain(line)
  expect(quietLine(said)).toContain(line)
})

test('where the country is unknown, the English answer names the lines of four', () =>
  expect(selfHarm(undefined)).toMatch(
    /988 \(US, Canada\), 116 123 \(UK, Ireland\).*findahelpline\.com.*911 or 112/,
  ))

test('without a poison line, an overdose gets the emergency number first and somebody to talk to', () =>
  expect(helpAnswer({ kind: 'overdose', language: 'en', country: 'SE', now: noon })).toMatch(
    /^Please call 112 now.*To talk to a person call 90101\./,
  ))

test('in Arabic the digits of a number stay together, in their order', () => {
  expect(selfHarm('DE', noon, 'ar')).toContain('\u200e116123.')
  expect(selfHarm('CL', noon, 'ar')).toContain('\u200e*4141.')
})

test('the quiet line says "at any hour" only of a line that answers then', () => {
  const quiet = (country: Country | undefined, now: Date) =>
    quietLine({ kind: 'self-harm', language: 'en', country, now })
  expect(quiet('US', noon)).toBe(
    'That sounds heavy. If you are thinking of hurting yourself, or somebody hurts you, 988 answers at any hour.',
  )
  expect(quiet('IT', noon)).toMatch(/you can call 02 2327 2327 \(9:00-24:00\)\.$/)
  expect(quiet('IT', night)).toMatch(/findahelpline\.com lists people to talk to\.$/)
  expect(quiet(undefined, noon)).toMatch(/findahelpline\.com lists people to talk to\.$/)
})

test('the quiet line about an overdose has the poison line too, or else the emergency number alone', () => {
  const quiet = (country: Country | undefined) =>
    quietLine({ kind: 'overdose', language: 'en', country, now: noon })
  expect(quiet('US')).toMatch(/call 911 now, .* Then the poison line: 1-800-222-1222\.$/)
  expect(quiet('SE')).toMatch(/call 112 now, even if you feel fine\.$/)
  expect(quiet(undefined)).toMatch(/call 911 or 112 now, even if you feel fine\.$/)
})

test.each([...allWords])('the kind of a quiet line is told from its words, in %s', (language) => {
  const kindOf = (kind: DangerKind) => {
    const line = quietLine({ kind, language, country: 'US', now: noon })
    return [quietKindIn(line), quietKindIn(`Thank you.\n${line}`)]
  }
  for (const kind of ['self-harm', 'abuse', 'others'] as const) expect(kindOf(kind)).toEqual([kind, kind])
  expect(kindOf('overdose')).toEqual([undefined, undefined])
})

test('the numbers in the answer to HELP leave it one text', () => {
  const room =
    160 -
    "Lisa: text me about your day and I'll save it. Reply STOP to stop reminders, START to get them again. "
      .length
  expect(everywhere.map(numbersToCall).filter(isLongerThan(room))).toEqual([])
})

test('the operator is named last', () =>
  expect(
    helpAnswer({ kind: 'self-harm', language: 'en', country: 'US', now: noon }, 'Campus care: 555 0100'),
  ).toMatch(/911\. Campus care: 555 0100$/))
