import { expect, test } from 'vitest'
import { importKinds } from '@shared/import-kinds'
import { readers } from '../readers'
import type { Reader, Upload } from '../source'
import { appleJournal } from './apple-journal'
import { csv } from './csv'
import { daylio } from './daylio'
import { dayOne } from './day-one'
import { diarium } from './diarium'
import { appleJournalFiles } from './fixtures/apple-journal'
import { daylioBackup, daylioCsv, daylioWithScalesCsv, olderDaylioCsv } from './fixtures/daylio'
import { dayOneFiles } from './fixtures/day-one'
import { diariumFiles } from './fixtures/diarium'
import { newerJourneyFiles, olderJourneyFiles } from './fixtures/journey'
import { journivFirst, journivNewest, journivSecond } from './fixtures/journiv'
import { notionPages, vault } from './fixtures/notes'
import { programFile } from './fixtures/program-files'
import { dayFirstCsv, monthFirstTsv, semicolonCsv } from './fixtures/tables'
import { single, zip } from './fixtures/uploads'
import { journey } from './journey'
import { journiv } from './journiv'
import { jrnl } from './jrnl'
import { lisa } from './lisa'
import { markdown } from './markdown'
import { standardNotes } from './standard-notes'

const backup = programFile('standard-notes.txt')
const ours = {
  format: 'lisa',
  version: 1,
  entries: [{ entryDate: '2024-01-01', creationDate: 'no' }],
  text: '"metadata":{"version":"1.0"},"entries":[',
}

const files: [name: string, upload: Upload, reader: Reader | undefined][] = [
  ['Day One', zip(dayOneFiles), dayOne],
  ['Day One without its ZIP', single('json', dayOneFiles['Journal.json'] ?? ''), dayOne],
  ['Day One, empty', single('json', '{"metadata" : {"version" : "1.0"}, "entries" : []}'), dayOne],
  ['Journey, older', zip(olderJourneyFiles), journey],
  ['Journey, newer', zip(newerJourneyFiles), journey],
  ['Daylio', single('csv', daylioCsv), daylio],
  ['Daylio as plain text', single('text', daylioCsv, 'daylio_export.csv'), daylio],
  ['Daylio with scales', single('csv', daylioWithScalesCsv), daylio],
  ['Daylio, older', single('csv', olderDaylioCsv), daylio],
  ['Journiv 1.0', zip(journivFirst), journiv],
  ['Journiv 1.2', zip(journivSecond), journiv],
  ['Journiv 1.5', single('json', journivNewest['data.json'] ?? ''), journiv],
  ['a vault', zip(vault), markdown],
  ['a note', single('text', '# Date, Text\n', '2024-01-01.md'), markdown],
  ['a table with semicolons', single('csv', semicolonCsv), csv],
  ['a table with commas', single('text', dayFirstCsv), csv],
  ['a table with tabs', single('text', monthFirstTsv), csv],
  ['a backup of Daylio', zip(daylioBackup), daylio],
  ['Diarium', zip(diariumFiles), diarium],
  ['Diarium without its ZIP', single('json', Object.values(diariumFiles)[0] ?? ''), diarium],
  ['Apple Journal', zip(appleJournalFiles), appleJournal],
  ['Standard Notes', zip({ 'Standard Notes Backup and Import File.txt': backup }), standardNotes],
  ['Standard Notes without its ZIP', single('text', backup, 'Standard Notes Backup.txt'), standardNotes],
  ['Standard Notes as JSON', single('json', backup), standardNotes],
  ['the journal of jrnl', single('text', programFile('jrnl.txt'), 'journal.txt'), jrnl],
  ['the journal of jrnl without its name', single('json', programFile('jrnl.txt')), jrnl],
  ['jrnl as JSON', single('json', programFile('jrnl.json')), jrnl],
  ['pages of Notion', zip(notionPages), markdown],
  ['our own export', zip({ 'lisa.json': JSON.stringify(ours), 'journal/2024/2024-01-01.md': 'x' }), lisa],
  ['our own JSON', single('json', JSON.stringify(ours)), lisa],
  [
    'other JSON with dates and HTML',
    single('json', '{"posts":[{"date":"2024-03-01T22:10:05","html":""}]}'),
    undefined,
  ],
  ['other JSON', single('json', '{"entries": []}'), undefined],
  ['a ZIP of photos', zip({ 'photos/a.jpg': 'x' }), undefined],
  ['words', single('text', 'Dear diary, today I wrote'), undefined],
  ['an empty file', single('text', ''), undefined],
  ['a table without dates', single('csv', 'name,age\nMia,3\n'), undefined],
]

test.each(files)('%s is recognised by its own reader only', async (_, upload, reader) => {
  const recognising = []
  for (const each of readers) if (await each.recognises(upload)) recognising.push(each.source)
  expect(recognising).toEqual(reader ? [reader.source] : [])
})

test('what people are told that Lisa reads names each of them', () => {
  expect(readers.map(({ source }) => source).filter((source) => !importKinds.includes(source))).toEqual([])
})
