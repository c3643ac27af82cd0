import { useQuery } from '@tanstack/react-query'
import type { GoalView } from '@shared/goals'
import type { JournalMonthView } from '@shared/journal'
import { LoadFailure } from '@/components/load-failure'
import { goalQueries } from '@/features/goals/goals-queries'
import { journalQueries } from '@/features/journal/journal-queries'
import { dayOf } from '@/lib/dates/days'
import { useNow } from '@/lib/dates/use-now'
import { analyticsQueries, type JournalDays } from './analytics-queries'
import { earliestYear, shiftYears, yearOf } from './calendar'
import type { AchievedGoal } from './goals-by-month'
import { PeriodHeader } from './period-header'
import { YearSkeleton } from './picture-skeletons'
import { useRenewedDaily } from './use-renewed-daily'
import { YearOverview } from './year-overview'

type Props = { year: string; onYear: (year: string) => void }

export function YearPicture({ year, onYear }: Props) {
  const today = dayOf(useNow())
  return (
    <>
      <PeriodHeader
        unit="year"
        title={year}
        isEarliest={year === earliestYear}
        isLatest={year >= yearOf(today)}
        onStep={(by) => onYear(shiftYears(year, by))}
      />
      <LoadedYear key={year} year={year} today={today} />
    </>
  )
}

function LoadedYear({ year, today }: { year: string; today: string }) {
  const days = useQuery(analyticsQueries.daysOfYear(year))
  const daysBefore = useQuery(analyticsQueries.daysOfYear(shiftYears(year, -1)))
  const goals = useQuery({ ...goalQueries.list(), select: achievedOf })
  const months = useQuery(journalQueries.months())
  useRenewedDaily(days, today)
  useRenewedDaily(daysBefore, today)
  const failed = [days, daysBefore, goals].filter((query) => query.isError && !query.data)
  if (failed[0])
    return (
      <LoadFailure
        title="We couldn't load this year"
        error={failed[0].error}
        onRetry={() => failed.forEach((query) => void query.refetch())}
        pending={failed.some((query) => query.isFetching)}
      />
    )
  if (!days.data || !daysBefore.data || !goals.data || months.isPending) return <YearSkeleton />
  return (
    <YearOverview
      year={year}
      today={today}
      days={days.data}
      daysBefore={daysBefore.data}
      goals={goals.data}
      firstDay={firstDayOf(year, days.data, months.data)}
    />
  )
}

/** The first day that was ever written, as far as it matters to `year`; `months` are all with entries, newest first. */
function firstDayOf(year: string, days: JournalDays, months: JournalMonthView[] | undefined): string {
  if (!months) return ''
  const first = yearOf(months.at(-1)?.month ?? '9999')
  return first === year ? ([...days.keys()][0] ?? '') : first
}

/** Oldest first; the day is that of the browser's timezone. */
const achievedOf = (goals: GoalView[]): AchievedGoal[] =>
  goals
    .flatMap(({ id, title, achievedAt }) =>
      achievedAt ? [{ id, title, day: dayOf(new Date(achievedAt)) }] : [],
    )
    .sort((a, b) => a.day.localeCompare(b.day))
