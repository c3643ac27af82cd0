import { dateIn, type FoundDate } from './found-dates'

/** In the order in which they are looked for; those with a year first are never ambiguous. */
const shapes: RegExp[] = [
  /(?<!\d)\d{4}[-_. ]\d{1,2}[-_. ]\d{1,2}(?!\d)/,
  // `20230105` and the ids of Zettelkasten notes, `202301052210`
  /(?<!\d)(?:19|20)\d{6}(?=(?:\d{4}(?:\d{2})?)?(?!\d))/,
  /(?<!\d)\d{1,2}([-_. ])\d{1,2}\1\d{4}(?!\d)/,
]

/** The date in the name of a file or, by its folders, in its path: `2023/01-January/05.md`. */
export function dateInName(path: string): FoundDate | 'ambiguous' | undefined {
  const withoutEnding = path.replace(/\.[^./]*$/, '')
  const name = withoutEnding.split('/').at(-1) ?? ''
  for (const shape of shapes) {
    const found = shape.exec(name)?.[0]
    const date = found && dateIn(found.replace(/[_ ]/g, '-'), { timezone: 'UTC' })
    if (date) return date
  }
  const inWords = dateIn(name.replace(/[_-]/g, ' '), { timezone: 'UTC' })
  if (inWords) return inWords
  const [, year, month, day] =
    /(?:^|\/)(\d{4})\/(\d{2})(?!\d)[^/]*\/(\d{2})(?!\d)[^/]*$/.exec(withoutEnding) ?? []
  return year ? dateIn(`${year}-${month}-${day}`, { timezone: 'UTC' }) : undefined
}
