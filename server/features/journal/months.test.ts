import { sql } from 'drizzle-orm'
import { test } from 'vitest'
import { createEntry } from '../../test/factories'
import { signInAnaAndBen } from '../../test/people'
import { createTestApp } from '../../test/test-app'

const { app, db } = await createTestApp()

test('the months with entries come newest first, with how many of mine each one has', async () => {
  const { ana, ben, asAna, asBen } = await signInAnaAndBen(app, db)
  await asAna.get('/api/journal-entries/months').expect(200, [])
  for (const entryDate of ['2026-11-30', '2026-11-01', '2024-02-29', '2025-01-31', '0001-01-01'])
    await createEntry(db, ana.id, { entryDate })
  await createEntry(db, ben.id, { entryDate: '2026-11-02' })
  await asAna.get('/api/journal-entries/months').expect(200, [
    { month: '2026-11', entries: 2 },
    { month: '2025-01', entries: 1 },
    { month: '2024-02', entries: 1 },
    { month: '0001-01', entries: 1 },
  ])
  await asBen.get('/api/journal-entries/months').expect(200, [{ month: '2026-11', entries: 1 }])
  for (const entryDate of ['2025-12-31', '2026-01-01', '2026-01-02'])
    await createEntry(db, ben.id, { entryDate })
  await asBen.get('/api/journal-entries/months').expect(200, [
    { month: '2026-11', entries: 1 },
    { month: '2026-01', entries: 2 },
    { month: '2025-12', entries: 1 },
  ])
})

test('a run of days counts for each of its months', async () => {
  const { ana, asAna } = await signInAnaAndBen(app, db)
  await db.execute(sql`insert into journal_entries (user_id, entry_date)
    select ${ana.id}, '2024-01-30'::date + n from generate_series(0, 61) n`)
  await asAna.get('/api/journal-entries/months').expect(200, [
    { month: '2024-03', entries: 31 },
    { month: '2024-02', entries: 29 },
    { month: '2024-01', entries: 2 },
  ])
})
