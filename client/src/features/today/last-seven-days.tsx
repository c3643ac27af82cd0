import { format } from 'date-fns/format'
import type { JournalDayView } from '@shared/analytics'
import { entryRecord } from '@shared/journal'
import { AppLink } from '@/components/app-link'
import { MoodDot } from '@/features/journal/mood-dot'
import { formOf, readingOf, useWaitingOfJournal, withWaiting } from '@/features/journal/waiting-queries'
import { cn } from '@/lib/screen/cn'
import { dayOf, localMidnight } from '@/lib/dates/days'

type Props = { day: string; days: JournalDayView[] }

/** The week that ends with `day`, with what waits to be sent: each day's mood leads to its entry, a ring to writing the day. */
export function LastSevenDays({ day, days }: Props) {
  const saved = days.map(({ id, date, mood }) => ({
    ...entryRecord.values({ entryDate: date, mood }),
    moodChosen: mood !== null,
    id,
  }))
  const entries = withWaiting(saved, useWaitingOfJournal())
  return (
    <ol aria-label="Last seven days" className="-mx-3.5 -my-1.5 grid grid-cols-7">
      {[6, 5, 4, 3, 2, 1, 0].map((daysAgo) => {
        const midnight = localMidnight(day)
        midnight.setDate(midnight.getDate() - daysAgo)
        const date = dayOf(midnight)
        const weekday = format(midnight, 'EEEE')
        const written = entries.findLast(({ entryDate }) => entryDate === date)
        return (
          <li key={date} aria-current={daysAgo ? undefined : 'date'}>
            <AppLink
              // On the way back from the form it leads elsewhere.
              id={`day-${date}`}
              href={written ? readingOf(date) : formOf({ entryDate: date })}
              className={cn(
                'flex min-h-touch flex-col items-center justify-center gap-1 rounded-control text-xs transition-colors duration-150 hover:bg-[color-mix(in_oklab,transparent,var(--ink)_6%)]',
                daysAgo ? 'text-muted' : 'font-semibold text-accent',
              )}
            >
              <span className="sr-only">{weekday}: </span>
              <MoodDot mood={written && (written.mood || null)} className="size-4" />
              <span aria-hidden>{weekday[0]}</span>
            </AppLink>
          </li>
        )
      })}
    </ol>
  )
}
