import { folded } from '@shared/fold'
import { dateIn, type DayOrder, type FoundDate, isOnlyDate, orderIn, weekdays } from './found-dates'

/** In the order in which they are looked for; those with a year first are never ambiguous. */
const shapes: RegExp[] = [
  /(?<!\d)\d{4}[-_. ]\d{1,2}[-_. ]\d{1,2}(?!\d)/,
  // `20230105` and the ids of Zettelkasten notes, `202301052210`
  /(?<!\d)(?:19|20)\d{6}(?=(?:\d{4}(?:\d{2})?)?(?!\d))/,
  /(?<!\d)\d{1,2}([-_. ])\d{1,2}\1\d{4}(?!\d)/,
]

/** `2023/01-January/`, `2023/January/`, `2023-01/` */
const folders = /(?:^|\/)(\d{4})(?:[-/](\d{2})(?!\d)[^/]*|\/(\p{L}+))\/[^/]*$/u

/** `05`, `Thu 05`, `05-Thursday`, `5th`: any other word may have a number that is no day. */
const weekday = `(?:${weekdays.join('|')})`
const dayInFolder = new RegExp(
  `^(?:${weekday}[ ._,-]{1,3})?(\\d{1,2})(?:ST|ND|RD|TH)?(?:[ ._,-]{1,3}${weekday}\\.?)?$`,
)

/** Without its ending, and without the id that Notion puts behind a title. */
const pathOf = (file: string) => file.replace(/\.[^./]*$/, '').replace(/ [0-9a-f]{32}$/, '')

const nameOf = (path: string) => path.split('/').at(-1) ?? ''

const datesIn = (name: string) => shapes.flatMap((shape) => shape.exec(name)?.[0].replace(/[_ ]/g, '-') ?? [])

/** The order of day and month in the name of a file; it tells how to read an ambiguous name of the same vault. */
export const orderInName = (file: string): DayOrder | undefined =>
  datesIn(nameOf(pathOf(file)))
    .map(orderIn)
    .find(Boolean)

/** The date in the name of a file or, by its folders, in its path: `2023/01-January/05.md`. */
export function dateInName(file: string, order?: DayOrder): FoundDate | 'ambiguous' | undefined {
  const withoutEnding = pathOf(file)
  const name = nameOf(withoutEnding)
  for (const written of datesIn(name)) {
    const date = dateIn(written, { timezone: 'UTC', order })
    if (date) return date
  }
  const inWords = dateIn(name.replace(/[_-]/g, ' '), { timezone: 'UTC' })
  if (inWords) return inWords
  const [, year, number, word] = folders.exec(withoutEnding) ?? []
  const [, day] = dayInFolder.exec(folded(name)) ?? []
  if (!year || !day) return undefined
  return dateIn(number ? `${year}-${number}-${day}` : `${day} ${word} ${year}`, { timezone: 'UTC' })
}

/** The words in the name of a file besides this date: `Dentist` of `2023-01-05 Dentist.md`. */
export function titleInName(file: string, date: string): string {
  const name = nameOf(pathOf(file))
  const shape = shapes.find((shape) => shape.test(name))
  const title = (shape ? name.replace(shape, ' ') : name).replace(
    /^[\s\p{P}]+|(?<![\s\-_.,])[\s\-_.,]+$/gu,
    '',
  )
  return !/\p{L}/u.test(title) || isOnlyDate(`${title} ${date}`, date) ? '' : title
}
