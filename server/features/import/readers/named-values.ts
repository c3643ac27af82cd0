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

export const isDateName = among(
  'date',
  'day',
  'entry date',
  'date time',
  'created',
  'created at',
  'creation date',
  'timestamp',
)
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
  let title = ''
  for (const [name, value] of values) {
    if (!value.trim() || isDateName(name) || isMoodName(name) || isTimeName(name)) continue
    const field = isTextName(name) ? 'overallReflection' : fieldNamed(name)
    if (field) addTo(texts, field, textOf(value).trim())
    else if (isTitleName(name)) title = value
    else if (isTechnical(name)) leftOut.add(`Values of “${name}”`, 1)
    else lines.push([capitalized(name), textOf(value)])
  }
  const reflection = titled(title, texts.overallReflection ?? '')
  return withLines({ ...texts, ...(reflection && { overallReflection: reflection }) }, lines)
}

const capitalized = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

export const valueOf = (values: NamedValue[], isWanted: (name: string) => boolean) =>
  values.find(([name, value]) => isWanted(name) && value.trim())?.[1].trim() ?? ''

/** The time of a row, in its date or in a column of its own. */
export const timeValueOf = (values: NamedValue[]) => valueOf(values, isTimeName)
