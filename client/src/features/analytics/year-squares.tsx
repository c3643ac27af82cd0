import { useState } from 'react'
import type { Mood } from '@shared/journal'
import { AppLink } from '@/components/app-link'
import { cn } from '@/lib/screen/cn'
import type { JournalDays } from './analytics-queries'
import {
  daysOfMonth,
  monthAndYear,
  monthName,
  monthOf,
  monthsOf,
  shiftDays,
  shiftMonths,
  yearOf,
} from './calendar'
import { DayAxis } from './day-axis'
import { featureStyle, hueOf, mouths } from './mood-face'
import { DayLink } from './mood-calendar'
import { useDayGrid } from './use-day-grid'
import { useTouchedRow } from './use-touched-row'

type Props = {
  year: string
  days: JournalDays
  today: string
  /** What comes before is drawn like days to come. */
  firstDay: string
  /** A finger has touched a month. */
  onTouch: (month: string) => void
}

/**
 * A row for each month, a square for each day: its hue and the mouth in it are the mood. A day leads to its words, or to
 * writing it; the letter of a month to the journal of it. Both are too small for a finger, which chooses a month instead.
 */
export function YearSquares({ year, days, today, firstDay, onTouch }: Props) {
  const lastDay = yearOf(today) === year ? today : `${year}-12-31`
  const [active, setActive] = useState(lastDay)
  const { grid, onKeyDown } = useDayGrid(
    active,
    (day) => setActive(day < `${year}-01-01` ? `${year}-01-01` : day > lastDay ? lastDay : day),
    targetOf,
  )
  const touched = useTouchedRow(onTouch)

  return (
    <div>
      <div {...grid} role="grid" aria-label={`Days of ${year}`} {...touched}>
        {monthsOf(year).map((month) => (
          <div
            key={month}
            role="row"
            data-row={month > monthOf(today) ? undefined : month}
            style={{ gridTemplateColumns: '1.25rem repeat(31, minmax(0, 1fr))' }}
            className="grid h-[1rem]"
          >
            <div role="rowheader" className="text-center text-xs/[1rem] text-muted">
              <Letter month={month} isWritten={daysOfMonth(month).some((day) => days.has(day))} />
            </div>
            {daysOfMonth(month).map((day) => (
              <div key={day} role="gridcell" className="min-w-0">
                <DayLink
                  day={day}
                  entry={days.get(day)}
                  today={today}
                  onKeyDown={onKeyDown}
                  tabIndex={day === active ? 0 : -1}
                  style={{ padding: 0.6 }}
                  className="block h-full"
                >
                  <Square mood={days.get(day)?.mood} isBlank={day > today || day < firstDay} />
                </DayLink>
              </div>
            ))}
          </div>
        ))}
      </div>
      <DayAxis className="ml-5" />
    </div>
  )
}

function Letter({ month, isWritten }: { month: string; isWritten: boolean }) {
  const letter = <span aria-hidden>{monthName(month).slice(0, 1)}</span>
  const name = monthAndYear(month)
  if (!isWritten)
    return (
      <>
        {letter}
        <span className="sr-only">{name}</span>
      </>
    )
  return (
    <AppLink
      href={`/journal?month=${month}`}
      // As small as the days; by keyboard, Jump to month of the journal leads to the same.
      tabIndex={-1}
      aria-label={`Read ${name}`}
      title={`Read ${name}`}
      className="block hover:underline"
    >
      {letter}
    </AppLink>
  )
}

function targetOf(key: string, day: string): string | undefined {
  switch (key) {
    case 'ArrowLeft':
      return shiftDays(day, -1)
    case 'ArrowRight':
      return shiftDays(day, 1)
    case 'ArrowUp':
    case 'PageUp':
      return shiftMonths(day, -1)
    case 'ArrowDown':
    case 'PageDown':
      return shiftMonths(day, 1)
    case 'Home':
      return daysOfMonth(monthOf(day))[0]
    case 'End':
      return daysOfMonth(monthOf(day)).at(-1)
  }
}

function Square({ mood, isBlank }: { mood: Mood | null | undefined; isBlank: boolean }) {
  const isWritten = mood !== undefined
  return (
    <svg viewBox="0 0 9 15" preserveAspectRatio="none" aria-hidden className="block size-full">
      <rect
        width="9"
        height="15"
        rx="2"
        style={mood ? hueOf(mood) : undefined}
        className={mood ? 'mood' : isWritten ? 'written' : cn('no-mood', isBlank && 'to-come')}
      />
      {mood && (
        <path
          d={mouths[mood]}
          // From the middle of the face's mouth to the middle of the square.
          transform="translate(4.5 7.5) scale(0.6) translate(-12 -16)"
          strokeWidth="2"
          className={featureStyle(mood)}
        />
      )}
    </svg>
  )
}
