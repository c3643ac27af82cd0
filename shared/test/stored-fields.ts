import { getTableColumns, type Column } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { goals, journalEntries } from '../schema'

/** What the server sets by itself, what is changed by a press and never by a form, and the link to another row. */
const managed = [
  'id',
  'userId',
  'parentId',
  'requestHash',
  'moodChosen',
  'createdAt',
  'updatedAt',
  'achievedAt',
  'keptOn',
]

/**
 * The fields of a table that a person fills in, each with a value of its own. They are taken from the table and not from the
 * record that the code reads, so that a test finds the code that does not know a column.
 */
function fieldsOf(table: PgTable) {
  const columns = Object.entries(getTableColumns(table)).filter(([name]) => !managed.includes(name))
  const isText = ({ columnType, enumValues }: Column) => columnType === 'PgText' && !enumValues?.length
  const valueOf = (name: string, column: Column, version: string): string => {
    if (isText(column)) return `${version} ${name}`
    if (column.enumValues?.length) return column.enumValues.at(version === 'first' ? -1 : 0) ?? ''
    if (column.columnType === 'PgDateString') return version === 'first' ? '2024-02-29' : '2024-03-01'
    throw new Error(`Give ${name} a value here: it is ${column.getSQLType()}`)
  }
  return {
    names: columns.map(([name]) => name),
    texts: columns.filter(([, column]) => isText(column)).map(([name]) => name),
    /** A value for each field; those of another `version` differ in every field. */
    values: (version = 'first'): Record<string, string> =>
      Object.fromEntries(columns.map(([name, column]) => [name, valueOf(name, column, version)])),
  }
}

export const [entryFields, goalFields] = [fieldsOf(journalEntries), fieldsOf(goals)]

/** The fields whose value `row` has not. */
export const lostIn = (row: object, values: Record<string, unknown>): string[] =>
  Object.keys(values).filter((name) => (row as Record<string, unknown>)[name] !== values[name])

/** The fields whose text `document` has not. */
export const notSaid = (document: string, values: Record<string, string>): string[] =>
  Object.keys(values).filter((name) => !document.includes(values[name] ?? ''))
