import { entryRecord, gratitudeFields, moodLabels, sectionFields } from '@shared/journal'
import { jsonRows } from './lisa-json'
import type { Entry } from '../journal/journal-repository'

/** Day One reads text as Markdown, and writes what is not meant as such with backslashes. */
const literal = (text: string) =>
  text
    .replace(/[\\`*_[\]<~|]/g, '\\$&')
    .replace(/^([ \t]*)([#>+=-])/gm, '$1\\$2')
    .replace(/^([ \t]*\d+)([.)])/gm, '$1\\$2')

const section = (title: string, text: string) => (text.trim() ? [`## ${title}\n${literal(text)}`] : [])

function textOf(entry: Entry): string {
  const values = entryRecord.values(entry)
  const gratitude = gratitudeFields.map((field) => values[field]).filter((text) => text.trim())
  return [
    ...(values.dailyEvents.trim() ? [literal(values.dailyEvents)] : []),
    ...(gratitude.length
      ? [`## Gratitude\n${gratitude.map((text) => `- ${literal(text)}`).join('\n')}`]
      : []),
    ...sectionFields.flatMap((field) => section(entryRecord.labelOf(field), values[field])),
  ].join('\n\n')
}

const inSeconds = (instant: Date) => `${instant.toISOString().slice(0, 19)}Z`

/** At noon in UTC the day is the right one in nearly every zone, for readers that do not look at `timeZone` too. */
const dayOneEntry = (entry: Entry) => ({
  uuid: entry.id.replaceAll('-', '').toUpperCase(),
  creationDate: `${entry.entryDate}T12:00:00Z`,
  modifiedDate: inSeconds(entry.updatedAt),
  timeZone: 'UTC',
  isAllDay: true,
  isPinned: false,
  starred: false,
  duration: 0,
  creationDevice: 'Lisa',
  tags: entry.moodChosen ? [`Mood: ${moodLabels[entry.mood]}`] : [],
  text: textOf(entry),
})

/** `Journal.json` as Day One exports and imports it. */
export async function* dayOneJson(entries: AsyncIterable<Entry>): AsyncGenerator<string> {
  yield '{"metadata":{"version":"1.0"},"entries":['
  yield* jsonRows(mapped(entries))
  yield ']}\n'
}

async function* mapped(entries: AsyncIterable<Entry>) {
  for await (const entry of entries) yield dayOneEntry(entry)
}
