import { addDays, daysBetween, mondayOf } from '@shared/dates'

/** Consecutive days with an entry, both ends included. */
export type JournalRun = { firstDay: string; lastDay: string }

/**
 * The length of the run that ends today or yesterday. An entry dated tomorrow may end it too, because the browser may be in
 * a timezone ahead of the saved one; later entries are ignored.
 */
export function streak(runs: JournalRun[], today: string): number {
  const tomorrow = addDays(today, 1)
  const ends = (run: JournalRun) => (run.lastDay < tomorrow ? run.lastDay : tomorrow)
  const newest = runs
    .filter((run) => run.firstDay <= tomorrow)
    .reduce<JournalRun | undefined>((a, b) => (a && a.firstDay > b.firstDay ? a : b), undefined)
  return newest && ends(newest) >= addDays(today, -1) ? daysBetween(newest.firstDay, ends(newest)) + 1 : 0
}

/** How many of `days` are in the week, Monday to Sunday, that `today` is in. */
export function weeklyCount(days: string[], today: string): number {
  const monday = mondayOf(today)
  const nextMonday = addDays(monday, 7)
  return days.filter((day) => day >= monday && day < nextMonday).length
}
