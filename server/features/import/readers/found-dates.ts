import { day } from '@shared/day'
import { folded } from '@shared/fold'
import { canonicalTimezone } from '@shared/timezones'

/** A day, and the time where the user was if it is known. */
export type FoundDate = { date: string; time?: string }

export type DayOrder = 'day first' | 'month first'

const formats = new Map<string, Intl.DateTimeFormat>()

/** The day and time at an instant in the first of `zones` that is known: IANA names, or fixed offsets (`GMT+0200`). */
export function dateAt(instant: Date, ...zones: (string | null | undefined)[]): FoundDate | undefined {
  if (Number.isNaN(instant.getTime())) return undefined
  for (const zone of zones) {
    const minutes = offsetOf(zone ?? '')
    if (minutes !== undefined) return written(new Date(instant.getTime() + minutes * 60_000), 'UTC')
    const name = zone && canonicalTimezone(zone)
    if (name) return written(instant, name)
  }
  return written(instant, 'UTC')
}

function written(instant: Date, timezone: string): FoundDate {
  let format = formats.get(timezone)
  if (!format) {
    // Swedish is written as ISO 8601.
    format = new Intl.DateTimeFormat('sv', { timeZone: timezone, dateStyle: 'short', timeStyle: 'medium' })
    formats.set(timezone, format)
  }
  const [date = '', time] = format.format(instant).split(' ')
  return { date: date.padStart(10, '0'), ...(time && { time }) }
}

function offsetOf(zone: string): number | undefined {
  const [, sign, hours, minutes = '0'] = /^(?:GMT|UTC)?([+-])(\d{1,2}):?(\d{2})?$/i.exec(zone) ?? []
  return sign ? Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) : undefined
}

const longestDate = 200

const isoDate = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?![\d/.-])/
const compact = /^(\d{4})(\d{2})(\d{2})(?!\d)/
const numbers = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?!\d)/
const instantOf = /T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z$/i

/**
 * The date that a text gives: ISO 8601, `20200403`, `3.4.2020`, `3/4/2020` by the given order, or with the month in words.
 * A time with an offset is on the day that is written; one in UTC (`Z`) on that of the user.
 */
export function dateIn(
  text: string,
  { timezone, order }: { timezone: string; order?: DayOrder | undefined },
): FoundDate | 'ambiguous' | undefined {
  // Notion writes a range as `January 5, 2023 → January 7, 2023`.
  const [words = ''] = text.slice(0, longestDate).trim().split(' → ', 1)
  if (instantOf.test(words)) return dateAt(new Date(words), timezone)
  const [, year, month, dayOfMonth] = isoDate.exec(words) ?? compact.exec(words) ?? []
  if (year && month && dayOfMonth) return existing(year, month, dayOfMonth, words)
  const [, first, separator, second, numbersYear] = numbers.exec(words) ?? []
  if (first && second && numbersYear) {
    const known = separator === '.' ? 'day first' : (orderOf(first, second) ?? order)
    if (!known) return first === second ? existing(numbersYear, first, second, words) : 'ambiguous'
    return known === 'day first'
      ? existing(numbersYear, second, first, words)
      : existing(numbersYear, first, second, words)
  }
  return withUnitsBehind(words) ?? withMonthInWords(words)
}

/** The order that `3/4/2020` has in a column, told by its dates with a day after the 12th. */
export function orderIn(text: string): DayOrder | undefined {
  const [, first, separator, second] = numbers.exec(text.trim()) ?? []
  return first && second && separator !== '.' ? orderOf(first, second) : undefined
}

function orderOf(first: string, second: string): DayOrder | undefined {
  if (Number(first) > 12) return 'day first'
  return Number(second) > 12 ? 'month first' : undefined
}

function existing(year: string, month: string, dayOfMonth: string, words: string): FoundDate | undefined {
  const date = `${year}-${month.padStart(2, '0')}-${dayOfMonth.padStart(2, '0')}`
  const time = timeIn(words)
  return day.safeParse(date).success ? { date, ...(time && { time }) } : undefined
}

/** `22:10`, `10:10 PM`, `10:10 p.m.`; undefined if there is none. */
export function timeIn(text: string): string | undefined {
  const [, hours, minutes, half] = /(?<!\d)(\d{1,2}):(\d{2})(?!\d)(?::\d{2})?\s*([ap])?/i.exec(text) ?? []
  if (!hours || !minutes || Number(hours) > 23 || Number(minutes) > 59) return undefined
  const hour = half ? (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hours)
  return `${String(hour).padStart(2, '0')}:${minutes}`
}

const languages = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl']

const namesAt = (part: 'month' | 'weekday', date: number, inLanguages = languages) =>
  inLanguages.flatMap((language) =>
    ['long', 'short'].map((length) =>
      nameKey(new Intl.DateTimeFormat(language, { [part]: length, timeZone: 'UTC' }).format(date)),
    ),
  )

const months = new Map(
  Array.from({ length: 12 }, (_, month) =>
    namesAt('month', Date.UTC(2020, month)).map((name) => [name, String(month + 1)] as const),
  ).flat(),
)

const weekdayNames = (inLanguages: string[]) =>
  Array.from({ length: 7 }, (_, day) => namesAt('weekday', Date.UTC(2020, 0, 5 + day), inLanguages))

/** The names of the days of the week, folded and without a point. */
export const weekdays = weekdayNames(languages).flat()

/** For each day of the week, from Sunday, the words of its names: `quinta-feira` is two. */
const wordsOfWeekdays = weekdayNames([...languages, 'ja', 'zh', 'ko']).map(
  (names) => new Set(names.flatMap((name) => name.split('-'))),
)
/** Words that a date may have besides its numbers, its month and its weekday; `de` stands twice in some. */
const fillers = new Set('ST ND RD TH ER O OF THE DE DEN'.split(' '))

/**
 * Whether a text says nothing but this date: `Thursday, January 5th 2023`, `2023/01-January/2023-01-05`. A number that
 * stands there more often than the year says something else: `2023-01-05 5/5`.
 */
export function isOnlyDate(text: string, date: string): boolean {
  if (text.length > longestDate) return false
  const [year = 0, month = 0, dayOfMonth = 0] = date.split('-').map(Number)
  const compactDate = Number(date.replaceAll('-', ''))
  const weekday = wordsOfWeekdays[new Date(date).getUTCDay()]
  const withoutUnits = text.replace(/(?<=\d ?)[年月日년월일]/g, ' ')
  const words = folded(withoutUnits).match(/\d+|\p{L}+|[^\d\p{L}\p{P}\s]/gu) ?? []

  const timesOf = new Map<string, number>()
  for (const word of words) {
    const key = /^\d/.test(word) ? String(Number(word)) : word
    timesOf.set(key, (timesOf.get(key) ?? 0) + 1)
  }
  const times = (number: number) => timesOf.get(String(number)) ?? 0
  const dates = times(year) + times(compactDate)
  const mostOf = (word: string) => {
    const parts = [year, month, dayOfMonth, compactDate].filter((part) => part === Number(word)).length
    if (parts) return parts * dates
    if (Number(months.get(word)) === month) return dates
    return weekday?.has(word) ? 1 : fillers.has(word) ? 2 : 0
  }
  return (
    (times(compactDate) > 0 || (times(year) > 0 && times(dayOfMonth) > 0)) &&
    [...timesOf].every(([word, found]) => found <= mostOf(word))
  )
}

function nameKey(name: string) {
  return folded(name).replace('.', '')
}

/** As Japanese, Chinese and Korean write a date, with a word behind each number: `2023年1月5日`, `2023년 1월 5일`. */
const shapesWithUnits = ['ja', 'ko'].map((language) => {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' })
  const shape = format
    .format(Date.UTC(2020))
    .replaceAll(' ', '\\s*')
    .replace(/\d+/g, ({ length }) => (length === 4 ? '(?<!\\d)(\\d{4})' : '(\\d{1,2})'))
  return new RegExp(shape)
})

function withUnitsBehind(text: string): FoundDate | undefined {
  for (const shape of shapesWithUnits) {
    const [, year, month, dayOfMonth] = shape.exec(text) ?? []
    if (year && month && dayOfMonth) return existing(year, month, dayOfMonth, text)
  }
  return undefined
}

/** `5 January 2023`, `Jan 5, 2023`, `5. Januar 2023`, `2023-Jan-05`, whatever stands around it. */
function withMonthInWords(text: string): FoundDate | undefined {
  const month = (text.match(/\p{L}+/gu) ?? []).map((word) => months.get(nameKey(word))).findLast(Boolean)
  const year = /(?<!\d)\d{4}(?!\d)/.exec(text)?.[0]
  const dayOfMonth = /(?<![\d:])\d{1,2}(?![\d:])/.exec(text)?.[0]
  return month && year && dayOfMonth ? existing(year, month, dayOfMonth, text) : undefined
}
