import { addDays, daysBetween, mondayOf } from '@shared/dates'

/** Consecutive days with an entry, both ends included. */
export type JournalRun = { firstDay: string; lastDay: string }

/** Without the days after tomorrow in the browser's timezone, which may be ahead of the saved one. */
function begun(runs: JournalRun[], today: string): JournalRun[] {
  const tomorrow = addDays(today, 1)
  return runs
    .filter((run) => run.firstDay <= tomorrow)
    .map((run) => ({ ...run, lastDay: run.lastDay < tomorrow ? run.lastDay : tomorrow }))
}

const lengthOf = (run: JournalRun) => daysBetween(run.firstDay, run.lastDay) + 1

/**
 * The length of the run that ends today or yesterday. An entry dated tomorrow may end it too, because the browser may be in
 * a timezone ahead of the saved one; later entries are ignored.
 */
export function streak(runs: JournalRun[], today: string): number {
  const newest = begun(runs, today).reduce<JournalRun | undefined>(
    (a, b) => (a && a.firstDay > b.firstDay ? a : b),
    undefined,
  )
  return newest && newest.lastDay >= addDays(today, -1) ? lengthOf(newest) : 0
}

/** The length of the longest run; like the streak, it ends tomorrow at the latest. */
export const longest = (runs: JournalRun[], today: string): number =>
  Math.max(0, ...begun(runs, today).map(lengthOf))

/** How many of `days` are in the week, Monday to Sunday, that `today` is in. */
export function weeklyCount(days: string[], today: string): number {
  const monday = mondayOf(today)
  const nextMonday = addDays(monday, 7)
  return days.filter((day) => day >= monday && day < nextMonday).length
}
