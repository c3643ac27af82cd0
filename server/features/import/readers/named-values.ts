import type { JournalTextField } from '@shared/journal'
import { fieldNamed, plainKey } from './field-names'
import type { LeftOut } from './left-out'
import { textOf } from '../../../html/html-text'
import { addTo, type Texts, titled, withLines } from './words'

/** What a name says that its values are; undefined for a name that says nothing to us. */
type Role = 'date' | 'creation' | 'mood' | 'time' | 'title' | 'technical' | JournalTextField | undefined

/** A column of a table, or a property in the front matter of a Markdown file. */
export type Column = { name: string; role: Role }
export type NamedValue = Column & { value: string }

const names: [role: Role, ...names: string[]][] = [
  [
    'date',
    'date',
    'day',
    'entry date',
    'date time',
    'datum',
    'fecha',
    'дата',
    '日付',
    '日期',
    '날짜',
    'tarih',
  ],
  // Counts where nothing else says the day: one may write about yesterday.
  ['creation', 'created', 'created at', 'created time', 'creation date', 'timestamp'],
  ['mood', 'mood', 'feeling', 'how are you feeling', 'how are you feeling today'],
  ['time', 'time'],
  ['title', 'title', 'note title', 'headline', 'subject'],
  ['overallReflection', 'text', 'content', 'note', 'notes', 'entry', 'body'],
  ['overallReflection', 'journal', 'journal entry', 'diary'],
  [
    'technical',
    'id',
    'uuid',
    'updated',
    'updated at',
    'last edited time',
    'modified',
    'modified at',
    'weekday',
  ],
  ['technical', 'aliases', 'cssclass', 'cssclasses', 'publish', 'permalink'],
]
const roles = new Map(names.flatMap(([role, ...all]) => all.map((name) => [plainKey(name), role])))

/** Takes its time: ask once for each column of a table, not for each value. */
export const columnNamed = (name: string): Column => ({
  name,
  role: roles.get(plainKey(name)) ?? fieldNamed(name),
})

/** A mood that none of ours stands for. */
export const felt = (name: string): NamedValue => ({ name: 'Felt', role: undefined, value: name })

/** Values named after our fields go there, a text and its title into the reflection, others behind it with their names. */
export function textsOf(values: NamedValue[], leftOut: LeftOut): Texts {
  const texts: Texts = {}
  const lines: [name: string, value: string][] = []
  const used = [dateOf(values), firstOf(values, 'mood'), firstOf(values, 'time')]
  for (const named of values) {
    const { name, role, value } = named
    if (!value.trim() || used.includes(named) || role === 'title') continue
    if (role === 'technical' || role === 'date' || role === 'creation' || role === 'time')
      leftOut.add(`Values of “${name}”`, 1)
    else if (role === 'mood' || !role) lines.push([capitalized(name), textOf(value)])
    else addTo(texts, role, textOf(value).trim())
  }
  const reflection = titled(titleOf(values), texts.overallReflection ?? '')
  return withLines({ ...texts, ...(reflection && { overallReflection: reflection }) }, lines)
}

const capitalized = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

const firstOf = (values: NamedValue[], role: Role) =>
  values.find((named) => named.role === role && named.value.trim())

const dateOf = (values: NamedValue[]) => firstOf(values, 'date') ?? firstOf(values, 'creation')

export const valueOf = (values: NamedValue[], role: Role) => firstOf(values, role)?.value.trim() ?? ''

export const titleOf = (values: NamedValue[]) =>
  values
    .filter(({ role, value }) => role === 'title' && value.trim())
    .map(({ value }) => value.trim())
    .join('\n')

/** The place of the column with the date, or -1. */
export function dateColumnOf(columns: Column[]): number {
  const place = columns.findIndex(({ role }) => role === 'date')
  return place < 0 ? columns.findIndex(({ role }) => role === 'creation') : place
}
