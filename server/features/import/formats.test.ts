import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { journalEntries, users } from '@shared/schema'
import { exported, imported, sendFile } from '../../test/imports'
import { type Client, signInAnaAndBen, type User } from '../../test/people'
import { root } from '../../root'
import { readHere } from '../../test/reading'
import { createTestApp } from '../../test/test-app'
import { openUpload } from './open-upload'
import { appleJournalFiles } from './readers/fixtures/apple-journal'
import { daylioBackup, daylioCsv, daylioWithScalesCsv, olderDaylioCsv } from './readers/fixtures/daylio'
import { dayOneFiles } from './readers/fixtures/day-one'
import { diariumFilePerEntry, diariumFiles } from './readers/fixtures/diarium'
import { newerJourneyFiles, olderJourneyFiles } from './readers/fixtures/journey'
import { journivFirst, journivNewest, journivSecond } from './readers/fixtures/journiv'
import { notionPages, vault } from './readers/fixtures/notes'
import { programFile, programFolder } from './readers/fixtures/program-files'
import { readAll } from './readers/fixtures/read-all'
import { ambiguousCsv, dayFirstCsv, semicolonCsv } from './readers/fixtures/tables'
import { zipFile } from './readers/fixtures/uploads'

const { app, db } = await createTestApp({ startReading: readHere })
let ana: User, asAna: Client
beforeEach(async () => {
  ;({ ana, asAna } = await signInAnaAndBen(app, db))
  await db.update(users).set({ timezone: 'Europe/Vienna' }).where(eq(users.id, ana.id))
})

/** The names are those of the table in docs/import-formats.md. */
const files: [name: string, file: string | Buffer, source: string, days: string[]][] = [
  [
    'Day One',
    await zipFile(dayOneFiles),
    'Day One',
    ['2021-03-04', '2024-02-29', '2024-03-01', '2024-05-01', '2024-05-03', '2024-05-04', '2024-10-27'],
  ],
  ['Journey, older', await zipFile(olderJourneyFiles), 'Journey', ['2018-12-10', '2018-12-11', '2019-10-18']],
  ['Journey, newer', await zipFile(newerJourneyFiles), 'Journey', ['2025-03-23', '2025-03-30']],
  ['Daylio', daylioCsv, 'Daylio', ['2022-10-25', '2022-10-26', '2022-10-27']],
  [
    'Daylio in UTF-16',
    Buffer.from(`\ufeff${daylioWithScalesCsv}`, 'utf16le'),
    'Daylio',
    ['2024-02-29', '2026-04-12'],
  ],
  ['a backup of Daylio', await zipFile(daylioBackup), 'Daylio', ['2024-02-28', '2024-02-29', '2024-03-01']],
  ['Daylio, older', olderDaylioCsv, 'Daylio', ['2018-05-17', '2018-05-18']],
  ['Journiv 1.0', await zipFile(journivFirst), 'Journiv', ['2025-12-29', '2025-12-30', '2025-12-31']],
  ['Journiv 1.2', await zipFile(journivSecond), 'Journiv', ['2026-02-01', '2026-02-03']],
  ['Journiv 1.5', await zipFile(journivNewest), 'Journiv', ['2026-03-29']],
  ['Diarium', await zipFile(diariumFiles), 'Diarium', ['2024-02-28', '2024-02-29']],
  [
    'Diarium, a file for each entry',
    await zipFile(diariumFilePerEntry),
    'Diarium',
    ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12'].map((day) => `2024-03-${day}`),
  ],
  ['Apple Journal', await zipFile(appleJournalFiles), 'Apple Journal', ['2024-11-03', '2024-11-05']],
  [
    'Standard Notes',
    programFile('standard-notes.txt'),
    'Standard Notes',
    ['2024-02-27', '2024-03-01', '2024-03-02', '2024-03-03'],
  ],
  ['jrnl', programFile('jrnl.txt'), 'jrnl', ['2024-02-28', '2024-02-29', '2024-03-01']],
  ['jrnl as JSON', programFile('jrnl.json'), 'jrnl', ['2024-02-28', '2024-02-29', '2024-03-01']],
  [
    'Notion',
    await zipFile({ 'Export-Part-1.zip': await zipFile(notionPages) }),
    'Markdown',
    ['2023-01-05', '2023-01-30', '2023-01-31'],
  ],
  [
    'a vault',
    await zipFile(vault),
    'Markdown',
    ['05', '06', '07', '08', '09', '10', '12', '13', '14', '15', '16', '17', '18'].map(
      (day) => `2023-01-${day}`,
    ),
  ],
  [
    'daily notes of Obsidian',
    await zipFile(programFolder('daily-notes')),
    'Markdown',
    ['2024-02-28', '2024-02-29', '2024-03-01', '2024-03-04', '2024-03-05'],
  ],
  ['a table', semicolonCsv, 'CSV', ['2020-02-29', '2020-04-03']],
  ['a table with the day first', dayFirstCsv, 'CSV', ['2020-04-03', '2020-12-25']],
  ['a table with an ambiguous date', ambiguousCsv, 'CSV', ['2020-05-05', '2020-06-07']],
]

test.each(files)(
  '%s is previewed, imported, and changes nothing the second time',
  async (_, file, source, days) => {
    const entries = { new: days.length, filledIn: 0, unchanged: 0 }
    const report = { source, entries, from: days.at(0), to: days.at(-1) }
    expect(await imported(asAna, file, { preview: true })).toMatchObject(report)
    expect(await exported(asAna)).toEqual({ goals: [], entries: [] })

    expect(await imported(asAna, file)).toMatchObject(report)
    const stored = await db.select().from(journalEntries).where(eq(journalEntries.userId, ana.id))
    expect(stored.map((entry) => entry.entryDate).toSorted()).toEqual(days)

    const again = { new: 0, filledIn: 0, unchanged: days.length }
    expect(await imported(asAna, file)).toMatchObject({ ...report, entries: again })
    expect(await db.select().from(journalEntries).where(eq(journalEntries.userId, ana.id))).toEqual(stored)
  },
)

test('the table in the documents says what becomes of each file', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'lisa-formats-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const rows: string[][] = []
  for (const [name, content] of files) {
    const file = path.join(folder, name)
    await writeFile(file, content)
    const { upload, close } = await openUpload(file, { folder })
    const { entries, skipped } = await readAll(upload)
    close()
    const leftOut = skipped
      .filter(({ where }) => where !== 'Moods')
      .map(
        ({ where, reason }) =>
          /^(.*) are not kept( \(\d+\))$/.exec(reason)?.slice(1).join('') ?? path.basename(where),
      )
    rows.push([name, `${entries.length}`, leftOut.join('; ')])
  }
  const [, table = ''] = readFileSync(path.join(root, 'docs/import-formats.md'), 'utf8').split(
    '## The files of the tests',
  )
  const told = [...table.matchAll(/^\|(.*)\|$/gm)].map(([, cells = '']) =>
    cells.split('|').map((cell) => cell.trim()),
  )
  const [, , ...documented] = told
  expect(documented.map(([name, , , imported, leftOut]) => [name, imported, leftOut])).toEqual(rows)
  for (const [, , expected, imported, leftOut] of documented)
    expect(expected === imported || Boolean(leftOut)).toBe(true)
})

test('several entries of a day are joined in their order', async () => {
  await imported(asAna, daylioCsv)
  const { entries } = await exported(asAna)
  expect(entries.find((entry) => entry.entryDate === '2022-10-26')).toMatchObject({
    mood: 'neutral',
    overallReflection: [
      'Two\nlines & I <3 them\n\nMood at 07:50: awful\nActivities: podcast, politics',
      'Late\n\nMood at 22:00: rad',
    ].join('\n\n'),
  })
})

test('a single Markdown file has its date in the name that is given', async () => {
  const report = await imported(asAna, 'Words', { name: '2024-02-29.md' })
  expect(report).toMatchObject({ source: 'Markdown', entries: { new: 1 }, from: '2024-02-29' })
})

test('a table in another encoding is refused with a sentence', async () => {
  const { body } = await sendFile(asAna, Buffer.from('date,text\n2024-01-01,Caf\xe9\n', 'latin1')).expect(400)
  expect(body.message).toMatch(/^The file is not written in Unicode/)
})
