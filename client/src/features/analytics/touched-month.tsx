import { XIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { ButtonLink } from '@/components/ui/button-link'
import { IconButton } from '@/components/ui/icon-button'
import type { JournalDays } from './analytics-queries'
import { daysOfMonth, monthAndYear, monthName, monthOf, shiftMonths, weeksOfMonth, yearOf } from './calendar'
import { MoodCalendar } from './mood-calendar'
import { PeriodHeader } from './period-header'

type Props = {
  month: string
  days: JournalDays
  today: string
  /** On the way back the page is where it was left. */
  isRestored: boolean
  onMonth: (month: string) => void
  onClose: () => void
}

/** A month of the year's picture, as large as a finger needs it. */
export function TouchedMonth({ month, days, today, isRestored, onMonth, onClose }: Props) {
  const section = useRef<HTMLElement>(null)
  const [active, setActive] = useState(`${month}-01`)
  const title = monthAndYear(month)
  const year = yearOf(month)
  const latest = yearOf(today) === year ? monthOf(today) : `${year}-12`
  useEffect(() => {
    if (!isRestored) void section.current?.scrollIntoView({ block: 'nearest' })
  }, [isRestored])

  function move(day: string) {
    if (yearOf(day) !== year) return
    const reached = day > today ? today : day
    setActive(reached)
    if (monthOf(reached) !== month) onMonth(monthOf(reached))
  }

  return (
    <section ref={section} aria-label={title} className="flex flex-col gap-2 border-t border-line py-2">
      <PeriodHeader
        unit="month"
        title={title}
        isEarliest={month === `${year}-01`}
        isLatest={month >= latest}
        onStep={(by) => move(shiftMonths(`${month}-01`, by))}
      />
      <MoodCalendar
        label={title}
        weeks={weeksOfMonth(month)}
        days={days}
        today={today}
        active={monthOf(active) === month ? active : `${month}-01`}
        onMove={move}
      />
      <div className="flex items-center justify-between gap-2">
        {daysOfMonth(month).some((day) => days.has(day)) && (
          <ButtonLink href={`/journal?month=${month}`} variant="secondary">
            Read {monthName(month)}
          </ButtonLink>
        )}
        <IconButton label="Close" onClick={onClose} className="ml-auto">
          <XIcon />
        </IconButton>
      </div>
    </section>
  )
}
