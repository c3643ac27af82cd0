import type { Db } from '../../db/db'
import { importOf } from './import-repository'
import type { Reading } from './start-reading'

type Task = { db: Db; userId: string; reading: Reading; now: Date; isPreview: boolean }

/** Adds the goals, fills in the days and links them; in a preview it only counts them. */
export async function importFound({ db, userId, reading, now, isPreview }: Task) {
  const rows = importOf(db, userId)
  await reading.call('begin', now)
  await reading.call('leaveOutGoals', await rows.goals())
  for (;;) {
    const goals = await reading.call('nextGoals')
    if (!goals.length) break
    if (!isPreview) await rows.addGoals(goals)
  }
  for (;;) {
    const parts = await reading.call('nextParts')
    if (!parts.length) break
    if (!isPreview) await rows.linkParts(parts, now)
  }
  for (;;) {
    const days = await reading.call('nextDays')
    if (!days.length) break
    const current = await (isPreview ? rows.entriesOf(days) : rows.lockEntriesOf(days))
    const { added, replaced } = await reading.call('fillIn', current)
    if (isPreview) continue
    if (added.length) await rows.addEntries(added)
    if (replaced.length) await rows.replaceEntries(replaced)
    await rows.linkGoals([...added, ...replaced])
  }
  return reading.call('report')
}
