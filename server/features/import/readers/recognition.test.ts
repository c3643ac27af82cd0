import { expect, test } from 'vitest'
import type { Reader, Upload } from '../source'
import { csv } from './csv'
import { daylio } from './daylio'
import { dayOne } from './day-one'
import { daylioCsv, daylioWithScalesCsv, olderDaylioCsv } from './fixtures/daylio'
import { dayOneFiles } from './fixtures/day-one'
import { newerJourneyFiles, olderJourneyFiles } from './fixtures/journey'
import { journivFirst, journivNewest, journivSecond } from './fixtures/journiv'
import { vault } from './fixtures/notes'
import { dayFirstCsv, monthFirstTsv, semicolonCsv } from './fixtures/tables'
import { single, zip } from './fixtures/uploads'
import { journey } from './journey'
import { journiv } from './journiv'
import { markdown } from './markdown'

const readers = [dayOne, journey, daylio, journiv, markdown, csv]
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
  [
    'our own export',
    zip({ 'lisa.json': JSON.stringify(ours), 'journal/2024/2024-01-01.md': 'x' }),
    undefined,
  ],
  ['our own JSON', single('json', JSON.stringify(ours)), undefined],
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
