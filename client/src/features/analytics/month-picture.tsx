import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { EmptyState } from '@/components/empty-state'
import { LoadFailure } from '@/components/load-failure'
import { Loading, Skeleton } from '@/components/ui/skeleton'
import { wordOf } from '@/features/journal/moods'
import { dayOf } from '@/lib/dates/days'
import { useNow } from '@/lib/dates/use-now'
import { analyticsQueries } from './analytics-queries'
import {
  dayName,
  daysOfMonth,
  earliestYear,
  monthAndYear,
  monthName,
  monthOf,
  shiftMonths,
  weeksOfMonth,
  yearOf,
} from './calendar'
import { GoalsOfMonth } from './goals-of-month'
import { MoodCalendar } from './mood-calendar'
import { MoodLine } from './mood-line'
import { PeriodHeader } from './period-header'
import { PictureTable } from './picture-table'
import { useRenewedDaily } from './use-renewed-daily'

type Props = { month: string; onMonth: (month: string) => void }

/** The moods of a month as a calendar and as a line. */
export function MonthPicture({ month: firstMonth, onMonth }: Props) {
  const today = dayOf(useNow())
  const [active, setActive] = useState(() => (firstMonth < monthOf(today) ? `${firstMonth}-01` : today))
  const month = monthOf(active)
  const days = useQuery(analyticsQueries.daysOfYear(yearOf(month)))
  useRenewedDaily(days, today)
  const dates = daysOfMonth(month)
  const title = monthAndYear(month)
  const caption = `Moods in ${title}`
  const written = dates.flatMap((date) => days.data?.get(date) ?? [])

  function move(day: string) {
    if (yearOf(day) < earliestYear) return
    const reached = day > today ? today : day
    setActive(reached)
    if (monthOf(reached) !== month) onMonth(monthOf(reached))
  }

  return (
    <>
      <PeriodHeader
        unit="month"
        title={title}
        isEarliest={month === `${earliestYear}-01`}
        isLatest={month >= monthOf(today)}
        onStep={(by) => move(shiftMonths(`${month}-01`, by))}
      />
      {days.isError && !days.data ? (
        <LoadFailure
          title="We couldn't load this month"
          error={days.error}
          onRetry={() => void days.refetch()}
          pending={days.isFetching}
        />
      ) : (
        <figure aria-label={caption} className="flex flex-col gap-4">
          <MoodCalendar
            label={title}
            weeks={weeksOfMonth(month)}
            days={days.data}
            today={today}
            active={active}
            onMove={move}
          />
          {!days.data ? (
            <Loading>
              <Skeleton className="h-[10.25rem]" />
            </Loading>
          ) : written.length === 0 ? (
            <EmptyState
              className="py-2"
              title={`No entries in ${monthName(month)}${month === monthOf(today) ? ' yet' : ''}`}
              description="Choose a day to write about it, and its mood will appear here."
            />
          ) : (
            <>
              <MoodLine dates={dates} days={days.data} />
              <PictureTable
                caption={caption}
                head={[
                  { key: 'day', title: 'Day' },
                  { key: 'mood', title: 'Mood' },
                ]}
                rows={written.map(({ date, mood }) => ({
                  key: date,
                  title: dayName(date),
                  cells: [wordOf(mood)],
                }))}
              />
            </>
          )}
        </figure>
      )}
      {(days.data || !days.isError) && <GoalsOfMonth key={month} month={month} today={today} />}
    </>
  )
}
