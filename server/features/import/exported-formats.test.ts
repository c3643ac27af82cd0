import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { addDays } from '@shared/dates'
import { entryRecord, moods } from '@shared/journal'
import { exportedTo } from '../../test/archives'
import { createEntry, createGoal } from '../../test/factories'
import { exported, imported } from '../../test/imports'
import { type Client, signInAnaAndBen } from '../../test/people'
import { readHere } from '../../test/reading'
import { createTestApp } from '../../test/test-app'

const { app, db } = await createTestApp({ startReading: readHere })

const line = fc.constantFrom(
  'Sun',
  'שלום 💛',
  '  indented',
  '# head',
  '## Wins',
  '### What went well',
  '\\# back',
  '\\',
  'a\\.b',
  '- item',
  '+ plus',
  '1. one',
  '3) x',
  '*b*',
  '_',
  '`c`',
  '```',
  '~~~',
  '---',
  '> q',
  '= eq',
  '|',
  '<b>x</b>',
  '&amp;',
  '[l](http://e.org)',
  'Mood: happy',
  'Tags: a',
)
const text = fc.array(line, { maxLength: 4 }).map((lines) => lines.join('\n').trim())
const texts = fc.record(Object.fromEntries(entryRecord.texts.map((field) => [field, text])))
const entry = fc.tuple(fc.constantFrom(...moods), texts)

async function zipOf(files: Map<string, string>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, content] of files) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  return buffer(zip.outputStream)
}

const journalOf = async (client: Client) =>
  (await exported(client)).entries.map((entry) => Object.values(entryRecord.values(entry)))

async function writtenByAna(seed: number) {
  const people = await signInAnaAndBen(app, db)
  for (const [index, [mood, values]] of fc.sample(entry, { numRuns: 40, seed }).entries())
    await createEntry(db, people.ana.id, { entryDate: addDays('2024-02-01', index), mood, ...values })
  return people
}

test('the Markdown files of an export are read back as the same entries, whatever Markdown is in them', async () => {
  const { asAna, asBen } = await writtenByAna(7)
  const notes = [...(await exportedTo(asAna))].filter(([name]) => name.startsWith('journal/'))
  expect(await imported(asBen, await zipOf(new Map(notes)))).toMatchObject({
    source: 'Markdown',
    skipped: [],
  })
  expect(await journalOf(asBen)).toEqual(await journalOf(asAna))
})

test('the goals that the Markdown files of an export name are told to be left out, and are no words', async () => {
  const { ana, asAna, asBen } = await signInAnaAndBen(app, db)
  const titles = [
    'Run: "far", #1',
    "- '`\u0085\u007f\u2028 {x}",
    ...Array.from({ length: 48 }, () => '語'.repeat(200)),
  ]
  const goals = await Promise.all(titles.map((title) => createGoal(db, ana.id, { title })))
  const goalIds = goals.map(({ id }) => id)
  await createEntry(db, ana.id, { entryDate: '2024-02-01', mood: 'happy', wins: 'Ran' }, goalIds)
  await createEntry(
    db,
    ana.id,
    { entryDate: '2024-02-02', dailyEvents: 'goals:\n  - "x"' },
    goalIds.slice(0, 1),
  )
  const notes = [...(await exportedTo(asAna))].filter(([name]) => name.startsWith('journal/'))
  expect(notes[0]?.[1]).toContain('goals:\n')
  expect(await imported(asBen, await zipOf(new Map(notes)))).toMatchObject({
    source: 'Markdown',
    skipped: [{ where: 'All files', reason: expect.stringContaining('Goals of days') }],
  })
  const daysOf = async (client: Client) =>
    (await exported(client)).entries.map((entry) => entryRecord.values({ ...entry, goalIds: [] }))
  expect(await daysOf(asBen)).toEqual(await daysOf(asAna))
  expect((await exported(asBen)).entries.flatMap(({ goalIds }) => goalIds)).toEqual([])
})

test('the export for Day One is read back as the same entries, but for empty places of gratitude', async () => {
  const { asAna, asBen } = await writtenByAna(8)
  const zip = await zipOf(await exportedTo(asAna, '/api/export?format=dayone'))
  expect(await imported(asBen, zip)).toMatchObject({ source: 'Day One', skipped: [] })
  const withoutGaps = (await journalOf(asAna)).map(([day, mood, first, second, third, ...others]) => {
    const gratitude = [first, second, third].filter(Boolean)
    return [day, mood, ...gratitude, ...Array(3 - gratitude.length).fill(''), ...others]
  })
  expect(await journalOf(asBen)).toEqual(withoutGaps)
})
