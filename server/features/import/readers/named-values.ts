import { fieldNamed, plainKey } from './field-names'
import type { LeftOut } from './left-out'
import { textOf } from './html-text'
import { addTo, type Texts, titled, withLines } from './words'

/** The columns of a table, or the properties in the front matter of a Markdown file. */
export type NamedValue = [name: string, value: string]

const among = (...names: string[]) => {
  const known = new Set(names.map(plainKey))
  return (name: string) => known.has(plainKey(name))
}

const isDateName = among('date', 'day', 'entry date', 'date time')
/** Counts where nothing else says the day: one may write about yesterday. */
const isCreationName = among('created', 'created at', 'creation date', 'timestamp')
export const isMoodName = among('mood', 'feeling', 'how are you feeling', 'how are you feeling today')
const isTimeName = among('time')
export const isTitleName = among('title', 'note title', 'headline', 'subject')
const isTextName = among(
  'text',
  'content',
  'note',
  'notes',
  'entry',
  'body',
  'journal',
  'journal entry',
  'diary',
)
const isTechnical = among(
  'id',
  'uuid',
  'updated',
  'updated at',
  'modified',
  'modified at',
  'weekday',
  'aliases',
  'cssclass',
  'cssclasses',
  'publish',
  'permalink',
)

/** Values named after our fields go there, a text and its title into the reflection, others behind it with their names. */
export function textsOf(values: NamedValue[], leftOut: LeftOut): Texts {
  const texts: Texts = {}
  const lines: NamedValue[] = []
  const titles: string[] = []
  const used = [
    firstOf(values, isDateName) ?? firstOf(values, isCreationName),
    firstOf(values, isMoodName),
    firstOf(values, isTimeName),
  ]
  for (const named of values) {
    const [name, value] = named
    if (!value.trim() || used.includes(named)) continue
    const field = isTextName(name) ? 'overallReflection' : fieldNamed(name)
    if (field) addTo(texts, field, textOf(value).trim())
    else if (isTitleName(name)) titles.push(value.trim())
    else if ([isTechnical, isDateName, isCreationName, isTimeName].some((isOne) => isOne(name)))
      leftOut.add(`Values of “${name}”`, 1)
    else lines.push([capitalized(name), textOf(value)])
  }
  const reflection = titled(titles.join('\n'), texts.overallReflection ?? '')
  return withLines({ ...texts, ...(reflection && { overallReflection: reflection }) }, lines)
}

const capitalized = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

type IsName = (name: string) => boolean

const firstOf = (values: NamedValue[], isWanted: IsName) =>
  values.find(([name, value]) => isWanted(name) && value.trim())

export const valueOf = (values: NamedValue[], isWanted: IsName) => firstOf(values, isWanted)?.[1].trim() ?? ''

export const titleOf = (values: NamedValue[]) =>
  values
    .filter(([name, value]) => isTitleName(name) && value.trim())
    .map(([, value]) => value.trim())
    .join('\n')

/** What says the day by itself. */
export const dateValueOf = (values: NamedValue[]) => valueOf(values, isDateName)

export const creationValueOf = (values: NamedValue[]) => valueOf(values, isCreationName)

/** The place of the column with the date, or -1. */
export function dateColumnOf(columns: string[]): number {
  const place = columns.findIndex(isDateName)
  return place < 0 ? columns.findIndex(isCreationName) : place
}

/** The time of a row, in its date or in a column of its own. */
export const timeValueOf = (values: NamedValue[]) => valueOf(values, isTimeName)
