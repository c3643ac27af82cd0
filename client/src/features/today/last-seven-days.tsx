import type { JournalDayView } from '@shared/analytics'
import { MoodDot } from '@/features/journal/mood-dot'
import { cn } from '@/lib/screen/cn'
import { dayOf, localMidnight } from '@/lib/dates/days'

type Props = { day: string; days: JournalDayView[] }

/** The week that ends with `day`: each day's mood, or a ring if nothing was written. */
export function LastSevenDays({ day, days }: Props) {
  return (
    <ol aria-label="Last seven days" className="mt-3.5 mr-3 flex gap-1">
      {[6, 5, 4, 3, 2, 1, 0].map((daysAgo) => {
        const midnight = localMidnight(day)
        midnight.setDate(midnight.getDate() - daysAgo)
        const date = dayOf(midnight)
        const weekday = midnight.toLocaleDateString('en-US', { weekday: 'long' })
        return (
          <li
            key={date}
            aria-current={daysAgo ? undefined : 'date'}
            className={cn(
              'flex w-4 flex-col items-center text-xs',
              daysAgo ? 'text-muted' : 'font-semibold text-accent',
            )}
          >
            <span className="sr-only">{weekday}: </span>
            <MoodDot mood={days.find((written) => written.date === date)?.mood} />
            <span aria-hidden>{weekday[0]}</span>
          </li>
        )
      })}
    </ol>
  )
}
