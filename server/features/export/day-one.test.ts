import { expect, test } from 'vitest'
import { exportedTo } from '../../test/archives'
import { createEntry } from '../../test/factories'
import { signInAnaAndBen } from '../../test/people'
import { readHere } from '../../test/reading'
import { createTestApp } from '../../test/test-app'

const { app, db } = await createTestApp({ startReading: readHere })
const { ana, ben, asAna } = await signInAnaAndBen(app, db)

test('the journal comes in the shape that Day One exports and imports', async () => {
  const entry = await createEntry(db, ana.id, {
    entryDate: '2026-11-21',
    mood: 'happy',
    dailyEvents: '# Lunch with Mia\n1. soup\n2. *bread* & <tea>\nC:\\temp_files',
    gratitude1: 'Sun',
    gratitude3: 'Rain\u2028again',
    overallReflection: 'שלום 💛',
    updatedAt: new Date('2026-11-21T20:00:00.123Z'),
  })
  await createEntry(db, ana.id, { entryDate: '2024-02-29' })
  await createEntry(db, ben.id, { wins: "Ben's" })
  const files = await exportedTo(asAna, '/api/export?format=dayone')
  expect([...files.keys()]).toEqual(['Journal.json'])
  const journal = JSON.parse(files.get('Journal.json') ?? '')
  expect(journal.metadata).toEqual({ version: '1.0' })
  expect(journal.entries).toHaveLength(2)
  expect(journal.entries[0]).toMatchObject({ creationDate: '2024-02-29T12:00:00Z', text: '' })
  expect(journal.entries[1]).toEqual({
    uuid: entry.id.replaceAll('-', '').toUpperCase(),
    creationDate: '2026-11-21T12:00:00Z',
    modifiedDate: '2026-11-21T20:00:00Z',
    timeZone: 'UTC',
    isAllDay: true,
    isPinned: false,
    starred: false,
    duration: 0,
    creationDevice: 'Lisa',
    tags: ['Mood: Happy'],
    text: [
      '\\# Lunch with Mia\n1\\. soup\n2\\. \\*bread\\* & \\<tea>\nC:\\\\temp\\_files',
      '## Gratitude\n- Sun\n- Rain\u2028again',
      '## Overall Reflection\nשלום 💛',
    ].join('\n\n'),
  })
})
