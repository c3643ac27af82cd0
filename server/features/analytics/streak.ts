import { addDays, daysBetween, mondayOf } from '@shared/dates'

/** Days in a row with an entry, both ends included. */
export type Run = { firstDay: string; lastDay: string }

/**
 * The length of the run that ends today or yesterday. An entry dated tomorrow counts as its end too, since the saved
 * timezone may lag behind the browser's; later ones are ignored.
 */
export function streak(runs: Run[], today: string): number {
  const tomorrow = addDays(today, 1)
  const ends = (run: Run) => (run.lastDay < tomorrow ? run.lastDay : tomorrow)
  const newest = runs
    .filter((run) => run.firstDay <= tomorrow)
    .reduce<Run | undefined>((a, b) => (a && a.firstDay > b.firstDay ? a : b), undefined)
  return newest && ends(newest) >= addDays(today, -1) ? daysBetween(newest.firstDay, ends(newest)) + 1 : 0
}

/** How many of `days` are in the week, Monday to Sunday, that `today` is in. */
export function weeklyCount(days: string[], today: string): number {
  const monday = mondayOf(today)
  const nextMonday = addDays(monday, 7)
  return days.filter((day) => day >= monday && day < nextMonday).length
}
