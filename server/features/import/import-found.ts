import type { Db } from '../../db/db'
import { importOf } from './import-repository'
import type { Reading } from './start-reading'

type Task = { db: Db; userId: string; reading: Reading; now: Date; isPreview: boolean }

/** Fills in the days and adds the goals; in a preview it only counts them. */
export async function importFound({ db, userId, reading, now, isPreview }: Task) {
  const rows = importOf(db, userId)
  await reading.call('begin', now)
  for (;;) {
    const days = await reading.call('nextDays')
    if (!days.length) break
    const current = await (isPreview ? rows.entriesOf(days) : rows.lockEntriesOf(days))
    const { added, replaced } = await reading.call('fillIn', current)
    if (isPreview) continue
    if (added.length) await rows.addEntries(added)
    if (replaced.length) await rows.replaceEntries(replaced)
  }
  await reading.call('leaveOutGoals', await rows.goals())
  for (;;) {
    const goals = await reading.call('nextGoals')
    if (!goals.length) break
    if (!isPreview) await rows.addGoals(goals)
  }
  return reading.call('report')
}
