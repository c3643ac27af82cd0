import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  answersAt,
  countryToCall,
  crisisNumbersOf,
  emergenciesIn,
  helpByCountry,
  helpFor,
  hoursOf,
  linesIn,
  numberOf,
  type Whereabouts,
} from './crisis-lines'
import { dangerInstructions } from './danger/instructions'
import { dangerKinds } from './danger/kinds'
import { allTimezones } from './timezones'
import { type Country, countryOf } from './zone-countries'

const root = path.join(import.meta.dirname, '..')
const docs = readFileSync(path.join(root, 'docs/safety.md'), 'utf8')
const countries = Object.keys(helpByCountry) as Country[]
const noon = new Date('2026-11-25T11:00:00Z')

describe('the table', () => {
  test('every number can be dialled', () => {
    const numbers = countries.flatMap((country) => linesIn(country).map(({ number }) => number))
    expect(numbers.filter((number) => !/^\*?\d[\d -]{1,13}\d$/.test(number))).toEqual([])
    const emergencies = countries.flatMap((country) => emergenciesIn(country).map(({ number }) => number))
    expect(emergencies.filter((number) => !/^\d{3}$/.test(number))).toEqual([])
  })

  test('every line has a kind, a name and the page that publishes it, and no number stands there twice', () => {
    for (const country of countries) {
      const { lines } = helpByCountry[country]
      for (const { kinds, name, source, checked = '2026-11-25' } of lines) {
        expect(kinds.every((kind) => dangerKinds.includes(kind)) && kinds.length).toBeGreaterThan(0)
        expect(name).toMatch(/^\S.*\S$/)
        expect(source).toMatch(/^[\w-]+(\.[\w-]+)+(\/[\w/-]+)?$/)
        expect(checked).toMatch(/^\d{4}-\d\d-\d\d$/)
      }
      expect(new Set(lines.map(({ number }) => number)).size).toBe(lines.length)
    }
  })

  test('every country but Turkey, which has no national one, has a line for suicide', () => {
    expect(countries.filter((country) => !linesIn(country, 'self-harm').length)).toEqual(['TR'])
  })

  test('the zones of each country are known', () => {
    const found = new Set(allTimezones().map(countryOf))
    expect(countries.filter((country) => !found.has(country))).toEqual([])
  })

  test('hours name a timezone that exists, and whole hours', () => {
    for (const { hours } of Object.values(helpByCountry).flatMap(({ lines }) => lines)) {
      if (!hours) continue
      expect(allTimezones()).toContain(hours.zone)
      for (const hour of [hours.from, hours.to]) expect([...Array(25).keys()]).toContain(hour)
    }
  })

  test('docs/safety.md has the same numbers', () => {
    const rows = docs.split('\n').map((row) => row.split('|').map((cell) => cell.trim()))
    const documented = rows.filter(([, country = '']) => /^[A-Z]{2}$/.test(country))
    const expected = countries.flatMap((country) => [
      ...emergenciesIn(country).map(({ name, number }) => [country, name.toLowerCase(), '', number, '', '']),
      ...helpByCountry[country].lines.map((line) => {
        const { kinds, name, number, source, language } = line
        return [
          country,
          kinds.join(', '),
          language ? `${name} (${language})` : name,
          number.replace('*', '\\*'),
          hoursOf(line),
          source,
        ]
      }),
    ])
    expect(documented.map((row) => row.slice(1, -1))).toEqual(expected)
  })

  test('docs/safety.md says how many of them were checked', () => {
    const lines = Object.values(helpByCountry).flatMap((country) => country.lines)
    const checked = lines.filter((line) => line.checked).length
    const said = checked
      ? `${checked} of the ${lines.length} lines below were checked at their source`
      : 'None of the numbers below was checked at its source'
    expect(docs).toContain(`**${said}.**`)
  })

  test.each([
    ['crisis line', 'self-harm'],
    ['poison line', 'overdose'],
    ['line for abuse', 'abuse'],
  ] as const)('docs/safety.md names the countries without a %s', (name, kind) => {
    const without = countries.filter((country) => !linesIn(country).some(({ kinds }) => kinds.includes(kind)))
    const documented = new RegExp(`^- no ${name}: (.*)$`, 'm').exec(docs)?.[1]
    expect(documented?.split(', ')).toEqual(without)
  })
})

describe('each number stands once', () => {
  const numbers = countries.flatMap((country) =>
    [...emergenciesIn(country, 'abuse'), ...linesIn(country)].map(({ number }) => number),
  )
  // 100, a line of Peru, is mostly something else.
  const short = numbers.filter((number) => number.length === 3 && number !== '100')
  const long = numbers.filter((number) => number.length > 3)
  const standsIn = (source: string) => (number: string) =>
    new RegExp(`(?<![\\w.,*-])${number.replace('*', '\\*')}(?![\\w-])`).test(source)

  // The weights are digits by the thousand.
  const isRead = (file: string) =>
    /\.tsx?$/.test(file) && !/\.test\.|\/test\/|crisis-lines\.ts|danger\/(?:weights|packed)\.ts/.test(file)
  const files = ['shared', 'server', 'client/src']
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        path.posix.join(folder, file),
      ),
    )
    .filter(isRead)

  test('and in no other file', () => {
    const found = files.map((file) => {
      const source = readFileSync(path.join(root, file), 'utf8')
      // Three digits are often something else, but hardly where help is spoken of.
      const isAboutHelp = source.includes('/crisis-lines') || file.includes('danger')
      return [file, ...new Set((isAboutHelp ? [...short, ...long] : long).filter(standsIn(source)))]
    })
    expect(files).toContain('client/src/features/voice/voice-help-card.tsx')
    expect(found.filter(([, number]) => number)).toEqual([])
  })

  test('the numbers that are said of two countries are those of both', () => {
    expect(crisisNumbersOf('CA')).toBe(crisisNumbersOf('US'))
    expect(crisisNumbersOf('IE')).toBe(crisisNumbersOf('GB'))
    expect(helpByCountry.CA.emergency).toBe(helpByCountry.US.emergency)
  })
})

describe('the country', () => {
  test.each<[string, Whereabouts, Country | undefined]>([
    ['the phone before the timezone', { phoneCountry: 'FR', timezones: ['Europe/Berlin'] }, 'FR'],
    ['the timezone without a phone', { timezones: ['Europe/Berlin'], language: 'it' }, 'DE'],
    ['the first timezone that is in a country', { timezones: ['UTC', undefined, 'Europe/Rome'] }, 'IT'],
    [
      'the timezone where the phone is of no listed country',
      { phoneCountry: 'GR', timezones: ['Europe/Berlin'] },
      'DE',
    ],
    ['the language last', { timezones: ['UTC', undefined], language: 'pl-PL' }, 'PL'],
    [
      'no language where the phone tells of another country',
      { phoneCountry: 'GR', timezones: ['UTC'], language: 'it' },
      undefined,
    ],
    [
      'no language where the timezone tells of another country',
      { timezones: ['Europe/Athens'], language: 'it' },
      undefined,
    ],
    ['no language that several countries speak', { timezones: ['UTC'], language: 'es' }, undefined],
    ['nothing of nothing', {}, undefined],
    ['nothing of a code that objects have', { phoneCountry: 'constructor' }, undefined],
  ])('%s', (_, whereabouts, country) => expect(countryToCall(whereabouts)).toBe(country))

  test.each(['en', 'es', 'pt', 'fr', 'de', 'nl', 'ar', 'uk', 'tr', 'zh', 'hi'])(
    'a language of several countries, or of many people abroad, decides nothing: %s',
    (language) => expect(countryToCall({ timezones: ['UTC'], language })).toBeUndefined(),
  )
})

describe('the help', () => {
  test.each([
    ['US', '988', '911'],
    ['CA', '988', '911'],
    ['GB', '116 123', '999'],
    ['AU', '13 11 14', '000'],
    ['ES', '024', '112'],
    ['AR', '0800 999 0091', '911'],
    ['CL', '*4141', '131'],
    ['FR', '3114', '112'],
    ['CH', '143', '112'],
    ['DE', '116 123', '112'],
    ['AT', '142', '112'],
    ['PT', '1411', '112'],
    ['BR', '188', '192'],
    ['IT', '02 2327 2327 (9:00-24:00)', '112'],
    ['NL', '113', '112'],
    ['PL', '800 70 2222', '112'],
    ['SE', '90101', '112'],
    ['UA', '7333', '103'],
    ['TR', undefined, '112'],
  ] as const)('for thoughts of suicide, in %s: %s, in an emergency %s', (country, number, emergency) => {
    const help = helpFor('self-harm', country, noon)
    expect([numberOf(help), help.emergency]).toEqual([number, emergency])
  })

  test('is that for the kind, or else the crisis line', () => {
    expect(numberOf(helpFor('overdose', 'US', noon))).toBe('1-800-222-1222')
    expect(numberOf(helpFor('abuse', 'US', noon))).toBe('1-800-799-7233')
    expect(numberOf(helpFor('others', 'US', noon))).toBe('988')
    expect(numberOf(helpFor('abuse', 'CA', noon))).toBe('988')
    expect(numberOf(helpFor('overdose', 'SE', noon))).toBe('90101')
  })

  test('has the police first where the danger comes from people', () => {
    const first = (kind?: 'overdose' | 'abuse' | 'others') =>
      emergenciesIn('BR', kind).map(({ number }) => number)
    expect(first('overdose')).toEqual(['192'])
    expect(first('abuse')).toEqual(['190', '192'])
    expect(first('others')).toEqual(['190', '192'])
    expect(first()).toEqual(['192', '190'])
  })

  test("has both lines of Belgium, or the one that speaks the person's language", () => {
    expect(numberOf(helpFor('self-harm', 'BE', noon))).toBe('0800 32 123 / 1813')
    expect(numberOf(helpFor('self-harm', 'BE', noon, 'de'))).toBe('0800 32 123 / 1813')
    expect(numberOf(helpFor('self-harm', 'BE', noon, 'fr'))).toBe('0800 32 123')
    expect(numberOf(helpFor('self-harm', 'BE', noon, 'nl'))).toBe('1813')
  })
})

describe('the hours', () => {
  const crisisLine = (country: Country, instant: string) =>
    numberOf(helpFor('self-harm', country, new Date(instant)))

  test.each<[string, Country, string, string | undefined]>([
    ['Italy in the evening', 'IT', '2026-11-25T22:59:00Z', '02 2327 2327 (9:00-24:00)'],
    ['Italy at night', 'IT', '2026-11-25T23:00:00Z', undefined],
    ['Italy before nine', 'IT', '2026-11-25T07:59:00Z', undefined],
    ['Italy at nine', 'IT', '2026-11-25T08:00:00Z', '02 2327 2327 (9:00-24:00)'],
    ['Italy at nine, before the clocks go back', 'IT', '2026-10-24T07:00:00Z', '02 2327 2327 (9:00-24:00)'],
    ['Italy at eight, after the clocks went back', 'IT', '2026-10-25T07:00:00Z', undefined],
    ['Luxembourg before eleven', 'LU', '2026-11-25T09:59:00Z', undefined],
    ['Luxembourg at noon', 'LU', '2026-11-25T11:00:00Z', '454545 (11:00-23:00)'],
    ['Luxembourg at night', 'LU', '2026-11-25T22:00:00Z', undefined],
    ['Denmark after midnight', 'DK', '2026-11-25T03:59:00Z', '70 201 201 (11:00-5:00)'],
    ['Denmark in the early morning', 'DK', '2026-11-25T04:00:00Z', undefined],
    ['Japan by day', 'JP', '2026-11-25T03:00:00Z', '0120-061-338 (6:00-24:00)'],
    ['Japan at night, the line that answers then', 'JP', '2026-11-25T18:00:00Z', '0120-279-338'],
  ])('%s', (_, country, instant, number) => expect(crisisLine(country, instant)).toBe(number))

  test('a line of weekdays does not answer at the weekend', () => {
    const line = linesIn('BE', 'abuse').find(({ number }) => number === '1712')!
    expect(answersAt(line, new Date('2026-11-27T10:00:00Z'))).toBe(true)
    expect(answersAt(line, new Date('2026-11-28T10:00:00Z'))).toBe(false)
    expect(hoursOf(line)).toBe('Monday to Friday 9:00 to 17:00')
  })

  test('while the poison line is closed, the crisis line is named', () => {
    expect(numberOf(helpFor('overdose', 'IE', new Date('2026-11-25T12:00:00Z')))).toBe(
      '01 809 2166 (8:00-22:00)',
    )
    expect(numberOf(helpFor('overdose', 'IE', new Date('2026-11-25T23:00:00Z')))).toBe('116 123')
  })
})

describe('the instructions to a model', () => {
  test('name the numbers of each kind', () => {
    expect(dangerInstructions('US', noon)).toContain(
      'the emergency number (911); a crisis line (988, 988 Suicide & Crisis Lifeline; findahelpline.com elsewhere); for an overdose or poison 911 first, then 1-800-222-1222; for abuse 1-800-799-7233',
    )
    expect(dangerInstructions('BR', noon)).toContain('the emergency number (192, the police 190)')
    expect(dangerInstructions('SE', noon)).toContain('for an overdose or poison 112 first; for abuse')
  })

  test('say the hours of a line that does not always answer', () => {
    expect(dangerInstructions('IT', noon)).toContain('a crisis line (02 2327 2327 (9:00-24:00), Telefono')
    expect(dangerInstructions('LU', noon)).toContain('a crisis line (454545 (11:00-23:00), SOS')
    expect(dangerInstructions('IE', noon)).toContain('112 first, then 01 809 2166 (8:00-22:00); for abuse')
    expect(dangerInstructions('BE', noon)).toContain('1712 (Mon-Fri 9:00-17:00)')
  })

  test('name no line that does not answer', () => {
    const night = new Date('2026-11-26T02:00:00Z')
    expect(dangerInstructions('IT', night)).not.toContain('02 2327 2327')
    expect(dangerInstructions('IT', night)).toContain('a crisis line (findahelpline.com elsewhere)')
  })

  test.each([
    'do not go back to goals or the journal',
    'that you are an AI and that they deserve to talk to a person',
    'Say back what you heard, without judging',
    'Ask directly: "Are you thinking about killing yourself?"',
    'one question at a time, whether they have at hand what they would do it with',
    'whether they are safe now',
    'Stay with it',
    'Do not set down a goal that harms',
    'extreme weight loss or stopping a prescribed medicine: talk about it',
  ])('say, whatever the country: %s', (words) => {
    for (const country of [undefined, ...countries])
      expect(dangerInstructions(country, noon)).toContain(words)
  })
})
