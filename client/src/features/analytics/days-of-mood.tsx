import { useEffect, useRef } from 'react'
import type { JournalDayView } from '@shared/analytics'
import type { Mood } from '@shared/journal'
import { AppLink } from '@/components/app-link'
import { pictureOf } from '@/features/journal/moods'
import { dayName, shortDayName } from './calendar'
import { readingOf } from '@/features/journal/waiting-queries'
import { MoodFace } from './mood-face'

type Props = {
  year: string
  mood: Mood
  days: JournalDayView[]
  /** On the way back the focus goes to the day that was read. */
  isRestored: boolean
}

/** The days of a year that had a mood, the newest first, each of which leads to its words. */
export function DaysOfMood({ year, mood, days, isRestored }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!isRestored) heading.current?.focus()
  }, [isRestored])
  const title = `${pictureOf(mood).label} in ${year}`
  return (
    <section aria-label={title} className="flex flex-col gap-1 pt-3">
      <h4 ref={heading} tabIndex={-1} className="flex items-center gap-2 text-sm font-medium">
        <MoodFace mood={mood} className="size-5" />
        {title}
      </h4>
      <DayLinks days={days.map(({ date }) => date).toReversed()} />
    </section>
  )
}

/** Days by name, each large enough for a finger. */
export const DayLinks = ({ days }: { days: string[] }) => (
  <ul className="-mx-2 flex flex-wrap tabular-nums">
    {days.map((day) => (
      <li key={day}>
        <AppLink
          // The pictures lead to the same addresses, and the way back is to this one.
          id={`listed-${day}`}
          href={readingOf(day)}
          aria-label={dayName(day)}
          className="flex min-h-touch w-[4.5rem] items-center rounded-control px-2 text-sm text-accent underline underline-offset-2"
        >
          {shortDayName(day)}
        </AppLink>
      </li>
    ))}
  </ul>
)
