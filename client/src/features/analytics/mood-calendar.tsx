import type { ComponentProps, KeyboardEvent } from 'react'
import type { JournalDayView } from '@shared/analytics'
import { AppLink } from '@/components/app-link'
import { Skeleton } from '@/components/ui/skeleton'
import { cn } from '@/lib/screen/cn'
import { wordOf } from '@/features/journal/moods'
import { formOf, readingOf } from '@/features/journal/waiting-queries'
import type { JournalDays } from './analytics-queries'
import { dayName, shiftDays, shiftMonths, weekOf } from './calendar'
import { DayFace } from './mood-face'
import { useDayGrid } from './use-day-grid'

type Props = {
  label: string
  /** Rows from Monday to Sunday; null where there is no day. */
  weeks: (string | null)[][]
  /** Undefined while they load. */
  days: JournalDays | undefined
  today: string
  /** The day that the Tab key goes to. */
  active: string
  /** A key asks for another day, which need not be one of `weeks`, or a day has got the focus. */
  onMove: (day: string) => void
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** A grid of days: each leads to reading its entry, or to a new one unless it is still to come. */
export function MoodCalendar({ label, weeks, days, today, active, onMove }: Props) {
  const { grid, onKeyDown } = useDayGrid(active, onMove, targetOf)
  return (
    <div
      {...grid}
      role="grid"
      aria-label={label}
      aria-busy={!days}
      className="-mx-0.5 grid grid-cols-7 gap-y-1 text-center max-[24.25rem]:-mx-3.5"
    >
      <div role="row" className="contents">
        {weekdays.map((weekday) => (
          <div key={weekday} role="columnheader" className="text-xs text-muted">
            <span aria-hidden>{weekday.slice(0, 1)}</span>
            <span className="sr-only">{weekday}</span>
          </div>
        ))}
      </div>
      {weeks.map((week) => (
        <div key={week.join()} role="row" className="contents">
          {week.map((day, i) => (
            <div key={day ?? weekdays[i]} role="gridcell">
              {day && (
                <Day
                  day={day}
                  entry={days?.get(day)}
                  isLoading={!days}
                  today={today}
                  isActive={day === active}
                  onKeyDown={onKeyDown}
                />
              )}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}

function targetOf(key: string, day: string): string | undefined {
  switch (key) {
    case 'ArrowLeft':
      return shiftDays(day, -1)
    case 'ArrowRight':
      return shiftDays(day, 1)
    case 'ArrowUp':
      return shiftDays(day, -7)
    case 'ArrowDown':
      return shiftDays(day, 7)
    case 'Home':
      return weekOf(day)[0]
    case 'End':
      return weekOf(day)[6]
    case 'PageUp':
      return shiftMonths(day, -1)
    case 'PageDown':
      return shiftMonths(day, 1)
  }
}

const disc = 'aspect-square h-auto w-full max-w-7'

type DayProps = {
  day: string
  entry: JournalDayView | undefined
  isLoading: boolean
  today: string
  isActive: boolean
  onKeyDown: (event: KeyboardEvent) => void
}

function Day({ day, entry, isLoading, today, isActive, onKeyDown }: DayProps) {
  const isToCome = day > today
  const style = 'mx-auto flex w-full max-w-13 flex-col items-center gap-0.5 rounded-control pt-0.5 pb-1.5'
  const content = (
    <>
      <DayNumber day={day} isToday={day === today} />
      {entry ? (
        <DayFace mood={entry.mood} className={disc} />
      ) : isLoading && !isToCome ? (
        <Skeleton className={`${disc} rounded-full`} />
      ) : (
        <span
          aria-hidden
          className={cn(
            disc,
            'rounded-full border',
            isToCome ? 'border-line forced-colors:invisible' : 'border-dashed border-control',
          )}
        />
      )}
    </>
  )
  return (
    <DayLink
      // The squares of the year lead to the same addresses, and the way back is to this one.
      id={`day-${day}`}
      day={day}
      entry={entry}
      today={today}
      onKeyDown={onKeyDown}
      // The keys that move go no further than today.
      tabIndex={isActive || isToCome ? 0 : -1}
      className={style}
    >
      {content}
    </DayLink>
  )
}

export const DayNumber = ({ day, isToday }: { day: string; isToday: boolean }) => (
  <span
    aria-hidden
    className={cn(
      'min-w-5 rounded-full px-0.5 text-center text-xs tabular-nums',
      isToday ? 'bg-accent-soft font-semibold text-accent forced-colors:outline' : 'text-muted',
    )}
  >
    {Number(day.slice(8))}
  </span>
)

type LinkProps = Omit<ComponentProps<typeof AppLink>, 'href'> & Pick<DayProps, 'day' | 'entry' | 'today'>

/** Leads to reading the day's entry, or to writing it; a day to come that has none leads nowhere. */
export function DayLink({ day, entry, today, className, children, ...props }: LinkProps) {
  if (day > today && !entry)
    return (
      <div className={className}>
        {children}
        <span className="sr-only">{dayName(day)}: Still to come</span>
      </div>
    )
  const words = `${dayName(day)}: ${entry ? wordOf(entry.mood) : 'No entry'}`
  return (
    <AppLink
      {...props}
      href={entry ? readingOf(day) : formOf({ entryDate: day })}
      data-day={day}
      aria-label={words}
      aria-current={day === today ? 'date' : undefined}
      title={words}
      className={cn(
        className,
        'transition-colors duration-150 hover:bg-[color-mix(in_oklab,transparent,var(--ink)_6%)]',
      )}
    >
      {children}
    </AppLink>
  )
}
