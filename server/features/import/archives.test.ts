import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readers } from './readers'
import { appleJournalFiles } from './readers/fixtures/apple-journal'
import { daylioBackup } from './readers/fixtures/daylio'
import { dayOneFiles } from './readers/fixtures/day-one'
import { diariumFiles } from './readers/fixtures/diarium'
import { newerJourneyFiles } from './readers/fixtures/journey'
import { journivNewest } from './readers/fixtures/journiv'
import { vault } from './readers/fixtures/notes'
import { programFile } from './readers/fixtures/program-files'
import { readAll } from './readers/fixtures/read-all'
import { type Files, zip } from './readers/fixtures/uploads'
import type { Skipped } from './source'

const archives: Record<string, Files> = {
  Lisa: { 'lisa.json': '{"format":"lisa","version":1,"entries":[]}', 'goals.md': '# Goals' },
  Journey: newerJourneyFiles,
  'Day One': dayOneFiles,
  Journiv: journivNewest,
  Diarium: diariumFiles,
  Daylio: daylioBackup,
  'Apple Journal': appleJournalFiles,
  'Standard Notes': { 'Standard Notes Backup and Import File.txt': programFile('standard-notes.txt') },
  jrnl: { 'journal.txt': programFile('jrnl.txt') },
  Markdown: vault,
}

/** Their order is that of the readers; a table is never a ZIP. */
test('each reader of archives has one here', () => {
  expect(Object.keys(archives)).toEqual(
    readers.map(({ source }) => source).filter((source) => source !== 'CSV'),
  )
})

const folder = fc.constantFrom(
  '',
  'Entries/',
  'Resources/',
  'Items/Note/',
  'media/',
  'a/b/',
  '.trash/',
  '__MACOSX/',
)
const base = fc.constantFrom(
  '2024-02-29',
  '5.1.2023',
  'Ideas',
  'index',
  'data',
  'photo of a lake',
  'übrig',
  'x'.repeat(300),
)
const wordy = fc.constantFrom(
  'txt',
  'md',
  'csv',
  'json',
  'html',
  'htm',
  'pdf',
  'docx',
  'xml',
  'zip',
  'daylio',
  '',
)
const wordless = fc.constantFrom('jpg', 'HEIC', 'png', 'mov', 'm4a', 'webm')
const nameWith = (ending: fc.Arbitrary<string>) =>
  fc
    .tuple(folder, base, fc.nat(99), ending)
    .map(([in_, name, n, end]) => `${in_}${n} ${name}${end && '.'}${end}`)
const extras = fc.record({
  wordy: fc.uniqueArray(nameWith(wordy), { minLength: 1, maxLength: 5 }),
  wordless: fc.uniqueArray(nameWith(wordless), { maxLength: 3 }),
  content: fc.constantFrom(
    'Words of mine',
    '{"words":"of mine"}',
    '["of mine"]',
    '<p>Words of mine</p>',
    'a,b\nWords,of mine\n',
    Buffer.from('Caf\xe9', 'latin1'),
  ),
  isBehind: fc.boolean(),
})

const media = /\.(?:jpe?g|png|heic)$/

/** Of a folder, one sentence tells what a program keeps there, or the files of JSON beside its photos. */
const linesFor = (name: string, skipped: Skipped[]) =>
  skipped.filter(
    ({ where, reason }) =>
      where === name ||
      where.startsWith(`${name}, `) ||
      (where.endsWith('/') &&
        name.startsWith(where) &&
        (name.endsWith('.json') || !reason.includes('of photos'))),
  )

describe('whatever else an archive holds', () => {
  test.each(Object.entries(archives))('%s names each file that is not imported once', async (source, own) => {
    const property = fc.asyncProperty(extras, async ({ wordy, wordless, content, isBehind }) => {
      const more: Files = Object.fromEntries([
        ...wordy.map((name) => [name, content]),
        ...wordless.map((name) => [name, Buffer.from([0xff, 0xd8])]),
      ])
      const read = await readAll(zip(isBehind ? { ...own, ...more } : { ...more, ...own }))
      // A ZIP with Markdown files is one of notes, whatever the text files in it.
      expect(source === 'jrnl' ? [source, 'Markdown'] : [source]).toContain(read.source)
      for (const name of wordy) {
        const isImported = read.entries.some(({ where }) => where === name || where.startsWith(`${name}, `))
        if (!isImported) expect([name, linesFor(name, read.skipped)]).toEqual([name, [expect.anything()]])
      }
      const shown = wordless.filter((name) => !/^(?:\.trash|__MACOSX)\//.test(name))
      const before = Object.keys(own).filter((name) => media.test(name)).length
      const counted = `Files with pictures, sound or video are not kept (${before + shown.length})`
      expect(read.skipped.some(({ reason }) => reason === counted)).toBe(before + shown.length > 0)
    })
    await fc.assert(property, { numRuns: 25, seed: 2026 })
  })

  /** Copies of what is imported, and files that hold nothing to keep, which are counted. */
  const unnamed: Record<string, string[]> = {
    Lisa: ['goals.md'],
    Daylio: ['assets/photos/2024/2/0a1b'],
    'Apple Journal': ['AppleJournalEntries/index.html', 'AppleJournalEntries/Entries/2024-11-06.html'],
    Markdown: ['2023-01-20.md'],
  }

  test.each(Object.entries(archives))(
    '%s tells what became of each of its own files',
    async (source, own) => {
      const { entries, skipped } = await readAll(zip(own))
      const silent = Object.keys(own).filter(
        (name) =>
          !media.test(name) &&
          !entries.some(({ where }) => where.startsWith(name)) &&
          !linesFor(name, skipped).length,
      )
      // The entries of Lisa are named by their days.
      expect(silent.filter((name) => name !== 'lisa.json')).toEqual(unnamed[source] ?? [])
    },
  )
})
