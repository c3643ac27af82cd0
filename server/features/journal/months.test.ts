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
})
