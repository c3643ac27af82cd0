import type { JournalDayView } from '@shared/analytics'
import { AppLink } from '@/components/app-link'
import { MoodDot } from '@/features/journal/mood-dot'
import { formOf, readingOf } from '@/features/journal/waiting-queries'
import { cn } from '@/lib/screen/cn'
import { dayOf, localMidnight } from '@/lib/dates/days'

type Props = { day: string; days: JournalDayView[] }

/** The week that ends with `day`: each day's mood leads to reading it; a ring, if nothing was written, to writing it. */
export function LastSevenDays({ day, days }: Props) {
  return (
    <ol aria-label="Last seven days" className="-mx-0.5 grid grid-cols-7 max-[24.25rem]:-mx-3.5">
      {[6, 5, 4, 3, 2, 1, 0].map((daysAgo) => {
        const midnight = localMidnight(day)
        midnight.setDate(midnight.getDate() - daysAgo)
        const date = dayOf(midnight)
        const weekday = midnight.toLocaleDateString('en-US', { weekday: 'long' })
        const written = days.find((written) => written.date === date)
        return (
          <li key={date} aria-current={daysAgo ? undefined : 'date'}>
            <AppLink
              href={written ? readingOf(date) : formOf({ entryDate: date })}
              className={cn(
                'flex min-h-touch flex-col items-center justify-center rounded-control text-xs',
                daysAgo ? 'text-muted' : 'font-semibold text-accent',
              )}
            >
              <span className="sr-only">{weekday}: </span>
              <MoodDot mood={written?.mood} />
              <span aria-hidden>{weekday[0]}</span>
            </AppLink>
          </li>
        )
      })}
    </ol>
  )
}
