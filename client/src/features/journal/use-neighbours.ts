import { useQuery } from '@tanstack/react-query'
import { analyticsQueries } from '@/features/analytics/analytics-queries'
import type { KeptCopies } from '@/lib/device/kept-copies'
import { useKept } from '@/lib/device/use-kept'
import { journalQueries } from './journal-queries'
import { entryOf, useWaitingOfJournal } from './waiting-queries'

/**
 * The nearest days before and after `day` that have an entry, also one that waits to be sent. The days of a whole year are
 * asked for at once, so that one can go on from day to day; those of another year only where this one ends.
 */
export function useNeighbours(day: string): { previous?: string; next?: string } {
  const year = day.slice(0, 4)
  const ofYear = useQuery(analyticsQueries.daysOfYear(year))
  const { data: months = [] } = useQuery(journalQueries.months())
  const { kept = [] } = useKept(ofYear, keptDays)
  const known = ofYear.data && [...ofYear.data.keys()]
  const monthBefore =
    known?.some((other) => other < day) === false && months.find(({ month }) => month < year)?.month
  const monthAfter =
    known?.some((other) => other > day) === false &&
    months.findLast(({ month }) => month > `${year}-12`)?.month
  const before = useDaysOfYear(monthBefore)
  const after = useDaysOfYear(monthAfter)

  const saves = useWaitingOfJournal()
  const moved = new Set<unknown>(saves.map(({ base }) => base?.entryDate))
  const days = [
    ...[...(known ?? kept), ...before, ...after].filter((other) => !moved.has(other)),
    ...saves.map((save) => entryOf(save).entryDate),
  ].sort()
  return {
    previous: days.findLast((other) => other < day),
    next: days.find((other) => other > day),
  }
}

function useDaysOfYear(month: string | false | undefined): string[] {
  const { data } = useQuery({
    ...analyticsQueries.daysOfYear(month ? month.slice(0, 4) : ''),
    enabled: Boolean(month),
  })
  return data && month ? [...data.keys()] : []
}

const keptDays = (kept: KeptCopies | null) => kept && kept.entries.map(({ entryDate }) => entryDate)
