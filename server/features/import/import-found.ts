import type { Db } from '../../db/db'
import type { Change } from '../../http/change'
import { importOf } from './import-repository'
import type { Reading } from './start-reading'

type Task = { db: Db; userId: string; reading: Reading; change: Change; isPreview: boolean }

/** Adds the goals, fills in the days and links them; in a preview it only counts them. */
export async function importFound({ db, userId, reading, change, isPreview }: Task) {
  const rows = importOf(db, userId)
  await reading.call('begin', change.now)
  await reading.call('leaveOutGoals', await rows.goals())
  for (;;) {
    const goals = await reading.call('nextGoals')
    if (!goals.length) break
    if (!isPreview) await rows.addGoals(goals, change)
  }
  for (;;) {
    const parts = await reading.call('nextParts')
    if (!parts.length) break
    if (!isPreview) await rows.linkParts(parts, change)
  }
  for (;;) {
    const days = await reading.call('nextDays')
    if (!days.length) break
    const current = await (isPreview ? rows.entriesOf(days) : rows.lockEntriesOf(days))
    const { added, replaced } = await reading.call('fillIn', current)
    if (isPreview) continue
    if (added.length) await rows.addEntries(added, change)
    if (replaced.length) await rows.replaceEntries(current, replaced, change)
    await rows.linkGoals([...added, ...replaced])
  }
  return reading.call('report')
}
