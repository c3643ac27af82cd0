import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lisaExport } from '@shared/export'
import { timelines } from '@shared/goals'
import { entryRecord, moods } from '@shared/journal'
import { goals, journalEntries } from '@shared/schema'
import { exportedTo } from '../../test/archives'
import { createUser } from '../../test/factories'
import { createTestApp, signIn } from '../../test/test-app'

const { app, db } = await createTestApp()

const words = fc.oneof(
  { weight: 5, arbitrary: fc.string({ unit: 'grapheme', maxLength: 60 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '',
      '---',
      '\u2028\u2029',
      '</script>',
      'שלום\u202e',
      '👩‍👩‍👧\ufe0f',
      '"}],\\"',
      '\r\n# \n',
    ),
  },
  {
    weight: 1,
    arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 }).map((it) => it.repeat(2_000)),
  },
)
const storable = words.map((text) => text.replaceAll('\u0000', '').replace(/\p{Surrogate}/gu, ''))
const texts = fc.record(Object.fromEntries(entryRecord.texts.map((field) => [field, storable])))
const entry = fc.record({
  entryDate: fc
    .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  mood: fc.constantFrom(...moods),
  texts,
})
const goal = fc.record({
  title: storable.map((text) => text.slice(0, 200) || 'Goal'),
  timeline: fc.constantFrom(...timelines),
  description: fc.option(storable),
  motivation: fc.option(storable),
  successIndicators: fc.option(storable),
  achievedAt: fc.option(
    fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
  ),
})
const journals = fc.record({
  entries: fc.uniqueArray(entry, { selector: ({ entryDate }) => entryDate, maxLength: 12 }),
  goals: fc.array(goal, { maxLength: 5 }),
})

test('whatever is in a journal, lisa.json is valid and equal to the rows', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(journals, async (journal) => {
      const user = await createUser(db)
      const client = await signIn(app, user)
      const rows = journal.entries.map(({ texts, ...entry }) => ({ ...entry, ...texts, userId: user.id }))
      if (rows.length) await db.insert(journalEntries).values(rows)
      if (journal.goals.length)
        await db.insert(goals).values(journal.goals.map((it) => ({ ...it, userId: user.id })))

      const files = await exportedTo(client)
      const raw: unknown = JSON.parse(files.get('lisa.json') ?? '')
      const exported = lisaExport.parse(raw)
      expect(exported).toEqual(raw)
      expect(exported.entries).toEqual((await client.get('/api/journal-entries')).body)
      expect(exported.entries).toHaveLength(rows.length)
      for (const { userId: _, ...row } of rows)
        expect(exported.entries.find(({ entryDate }) => entryDate === row.entryDate)).toMatchObject(row)
      expect(exported.goals).toEqual((await client.get('/api/goals')).body)
      expect(exported.goals).toHaveLength(journal.goals.length)
      expect(files.size).toBe(3 + rows.length)
    }),
    { numRuns: 25, seed: 2026 },
  )
})
