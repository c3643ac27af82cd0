import type { ImportReport } from '@shared/import'
import type { Db } from '../../db/db'
import type { FoundFile } from './found-file'
import { createGoalMatcher } from './goal-matcher'
import { type EntryRow, type GoalRow, importOf } from './import-repository'
import type { SkippedList } from './skipped-list'
import { asEntry, bytesOf, filledInWith, instant, isSame } from './storable'

/** Eleven texts of 50,000 characters each; a batch is held in memory twice. */
const daysAtOnce = 20
const goalsAtOnce = 100

type Task = { db: Db; userId: string; found: FoundFile; skipped: SkippedList; now: Date; isPreview: boolean }
type Counts = Pick<ImportReport, 'entries' | 'goals'>

/** Fills in the days and adds the goals; in a preview it only counts them. `added` is what the quota counts of them. */
export async function importFound({ db, userId, found, skipped, now, isPreview }: Task) {
  const rows = importOf(db, userId)
  const counts: Counts = { entries: { new: 0, filledIn: 0, unchanged: 0 }, goals: { new: 0, unchanged: 0 } }
  let bytes = 0

  /** The entry as it will be, from what is there and what was found. */
  async function filledDay(day: string, current?: EntryRow): Promise<EntryRow | undefined> {
    let entry = current
    for await (const piece of found.entriesOf(day)) {
      if (entry) {
        const filled = filledInWith(entry, piece)
        skipped.add(...filled.skipped)
        entry = Object.assign({}, entry, filled.value)
      } else {
        const createdAt = instant(piece.createdAt, now) ?? now
        entry = { ...asEntry(piece), createdAt, updatedAt: instant(piece.updatedAt, now) ?? createdAt }
      }
    }
    return entry
  }

  async function importDays(days: string[]) {
    const current = await (isPreview ? rows.entriesOf(days) : rows.lockEntriesOf(days))
    const existing = new Map(current.map((entry) => [entry.entryDate, entry]))
    const added: EntryRow[] = []
    const replaced: EntryRow[] = []
    for (const day of days) {
      const before = existing.get(day)
      const entry = await filledDay(day, before)
      if (!entry) continue
      const isUnchanged = before && isSame(before, entry)
      counts.entries[isUnchanged ? 'unchanged' : before ? 'filledIn' : 'new']++
      if (isUnchanged) continue
      bytes += bytesOf(entry) - bytesOf(before)
      // Strictly increasing, like that of a save.
      if (before) entry.updatedAt = new Date(Math.max(now.getTime(), before.updatedAt.getTime() + 1))
      ;(before ? replaced : added).push(entry)
    }
    if (isPreview) return
    if (added.length) await rows.addEntries(added)
    if (replaced.length) await rows.replaceEntries(replaced)
  }

  async function importGoals() {
    const isThere = createGoalMatcher(await rows.goals())
    let added: GoalRow[] = []
    const add = async () => {
      if (added.length && !isPreview) await rows.addGoals(added)
      added = []
    }
    for await (const { where: _, ...goal } of found.goals()) {
      const createdAt = instant(goal.createdAt, now)
      const isNew = !isThere({ ...goal, createdAt })
      counts.goals[isNew ? 'new' : 'unchanged']++
      if (!isNew) continue
      added.push({
        ...goal,
        createdAt: createdAt ?? now,
        updatedAt: instant(goal.updatedAt, now) ?? createdAt ?? now,
        achievedAt: instant(goal.achievedAt, now) ?? null,
      })
      bytes += bytesOf(goal)
      if (added.length === goalsAtOnce) await add()
    }
    await add()
  }

  const days = found.days()
  for (let at = 0; at < days.length; at += daysAtOnce) await importDays(days.slice(at, at + daysAtOnce))
  await importGoals()
  return { ...counts, added: { entries: counts.entries.new, goals: counts.goals.new, bytes } }
}
