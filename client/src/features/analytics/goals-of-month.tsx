import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type GoalView, timelines } from '@shared/goals'
import { AppLink } from '@/components/app-link'
import { LoadFailure } from '@/components/load-failure'
import { ShowAll } from '@/components/show-all'
import { goalQueries } from '@/features/goals/goals-queries'
import { readingOf } from '@/features/journal/waiting-queries'
import { useKeptOpen, useKeptValue } from '@/lib/screen/use-kept-open'
import { analyticsQueries } from './analytics-queries'
import { dayName, daysOfMonth, monthName, monthOf, yearOf } from './calendar'
import { DayAxis } from './day-axis'
import { DayLinks } from './days-of-mood'
import { GoalsOfMonthSkeleton } from './picture-skeletons'
import { PictureTable } from './picture-table'
import { useDayGrid } from './use-day-grid'
import { useRenewedDaily } from './use-renewed-daily'
import { useTouchedRow } from './use-touched-row'

type Row = { id: string; title: string; days: string[] }

const shownAtFirst = 8

/** A row for each goal that was worked on in a month. Nothing is shown to somebody who has no goals. */
export function GoalsOfMonth({ month, today }: { month: string; today: string }) {
  const goals = useQuery(goalQueries.list())
  const activity = useQuery(analyticsQueries.goalActivityOfYear(yearOf(month)))
  useRenewedDaily(activity, today)
  const [showsAll, setShowsAll] = useKeptOpen('all goals')
  const failed = [goals, activity].filter((query) => query.isError && !query.data)
  if (failed[0])
    return (
      <LoadFailure
        title="We couldn't load your goals"
        error={failed[0].error}
        onRetry={() => failed.forEach((query) => void query.refetch())}
        pending={failed.some((query) => query.isFetching)}
      />
    )
  if (!goals.data || !activity.data) return <GoalsOfMonthSkeleton />
  if (!goals.data.length) return null
  const name = monthName(month)
  const caption = `Goals in ${name}`
  const rows = byTimeline(goals.data).flatMap(({ id, title }) => {
    const days = activity.data.get(id)?.filter((day) => monthOf(day) === month) ?? []
    return days.length ? [{ id, title, days }] : []
  })
  return (
    <figure aria-label={caption} className="flex flex-col gap-3 border-t border-line pt-4">
      <h3 className="font-medium">{caption}</h3>
      {rows.length === 0 ? (
        <p className="text-sm text-muted">
          {month === monthOf(today)
            ? `No days for your goals in ${name} yet. Goals that you choose in an entry will appear here.`
            : `No days for your goals in ${name}.`}
        </p>
      ) : (
        <>
          <Rows month={month} today={today} rows={showsAll ? rows : rows.slice(0, shownAtFirst)} />
          {rows.length > shownAtFirst && (
            <ShowAll count={rows.length} showsAll={showsAll} onChange={setShowsAll} />
          )}
          <PictureTable
            caption={caption}
            head={[
              { key: 'goal', title: 'Goal' },
              { key: 'days', title: 'Days', isText: true },
            ]}
            rows={rows.map(({ id, title, days }) => ({
              key: id,
              title: (
                <span dir="auto" className="block wrap-anywhere">
                  {title}
                </span>
              ),
              cells: [days.map(dayOfMonth).join(', ')],
            }))}
          />
        </>
      )}
    </figure>
  )
}

/** As a form lists them: monthly ones first. */
const byTimeline = (goals: GoalView[]) =>
  timelines.toReversed().flatMap((timeline) => goals.filter((goal) => goal.timeline === timeline))

/** Of a bar; whole pixels above and below, or its round corners are cut. */
const padding = '1px 0.6px'

/** A day of a row is told from the same day of another one. */
const placeOf = (row: Row, day: string) => `${row.id}-${day}`

function Rows({ month, today, rows }: { month: string; today: string; rows: Row[] }) {
  const places = rows.map((row) => row.days.map((day) => placeOf(row, day)))
  const first = places[0]?.[0] ?? ''
  const [moved, setMoved] = useState(first)
  const active = places.some((row) => row.includes(moved)) ? moved : first
  const { grid, onKeyDown } = useDayGrid(active, setMoved, (key, place) => targetOf(places, key, place))
  const [touchedId, setTouchedId] = useKeptValue('touched', '')
  const touched = useTouchedRow((id) => setTouchedId(id === touchedId ? '' : id))
  const dates = daysOfMonth(month)
  return (
    <div>
      <div {...grid} {...touched} role="grid" aria-label="Days of goals" className="flex flex-col gap-3">
        {rows.map((row) => (
          <div key={row.id} role="rowgroup">
            <div role="row" data-row={row.id}>
              <div role="rowheader" className="flex items-baseline justify-between gap-3 text-sm">
                <bdi className="line-clamp-2 wrap-anywhere">{row.title}</bdi>
                <span className="shrink-0 text-muted tabular-nums">
                  {row.days.length} {row.days.length === 1 ? 'day' : 'days'}
                </span>
              </div>
              <div
                role="presentation"
                className="grid h-6 py-0.5"
                style={{ gridTemplateColumns: `repeat(${dates.length}, minmax(0, 1fr))` }}
              >
                {dates.map((day) =>
                  row.days.includes(day) ? (
                    // Above the next one, which would cover its focus ring.
                    <div
                      key={day}
                      role="gridcell"
                      className="min-w-0"
                      style={{ zIndex: placeOf(row, day) === active ? 1 : undefined }}
                    >
                      <AppLink
                        // The days of moods lead to the same addresses, and the way back is to this one.
                        id={placeOf(row, day)}
                        href={readingOf(day)}
                        data-day={placeOf(row, day)}
                        tabIndex={placeOf(row, day) === active ? 0 : -1}
                        onKeyDown={onKeyDown}
                        aria-label={`${dayName(day)}: ${row.title}`}
                        title={dayName(day)}
                        style={{ padding }}
                        className="block h-full rounded-control"
                      >
                        <Square className="bar" />
                      </AppLink>
                    </div>
                  ) : (
                    <span key={day} aria-hidden style={{ padding }}>
                      <Square className={day > today ? 'no-mood to-come' : 'no-mood'} />
                    </span>
                  ),
                )}
              </div>
            </div>
            {row.id === touchedId && (
              <div role="row">
                <div role="gridcell">
                  <DayLinks days={row.days} />
                </div>
              </div>
            )}
          </div>
        ))}
      </div>
      <DayAxis columns={dates.length} />
    </div>
  )
}

function Square({ className }: { className: string }) {
  return (
    <svg viewBox="0 0 9 15" preserveAspectRatio="none" aria-hidden className="block size-full">
      <rect width="9" height="15" rx="2" className={className} />
    </svg>
  )
}

/** Left and right go through the days of a goal, up and down to the nearest day of another one. */
function targetOf(places: string[][], key: string, place: string): string | undefined {
  const at = places.findIndex((row) => row.includes(place))
  const row = places[at] ?? []
  switch (key) {
    case 'ArrowLeft':
      return row[row.indexOf(place) - 1]
    case 'ArrowRight':
      return row[row.indexOf(place) + 1]
    case 'ArrowUp':
      return nearest(places[at - 1], place)
    case 'ArrowDown':
      return nearest(places[at + 1], place)
    case 'Home':
      return row[0]
    case 'End':
      return row.at(-1)
  }
}

const dayOfMonth = (day: string) => Number(day.slice(-2))

const nearest = (row: string[] = [], place: string) =>
  row.toSorted(
    (a, b) => Math.abs(dayOfMonth(a) - dayOfMonth(place)) - Math.abs(dayOfMonth(b) - dayOfMonth(place)),
  )[0]
