import { useId, useState } from 'react'
import type { JournalDays } from './analytics-queries'
import { weekOf } from './calendar'
import { MoodCalendar } from './mood-calendar'

type Props = { today: string; days: JournalDays | undefined }

/** The week's days with the moods that were written, beneath the tiles, which only count. */
export function WeekPicture({ today, days }: Props) {
  const caption = useId()
  const week = weekOf(today)
  const [moved, setMoved] = useState(today)
  const active = week.includes(moved) ? moved : today
  return (
    <figure aria-labelledby={caption} className="flex flex-col gap-2">
      <figcaption id={caption} className="text-sm text-muted">
        Moods this week
      </figcaption>
      <MoodCalendar
        label="Days of this week"
        weeks={[week]}
        days={days}
        today={today}
        active={active}
        onMove={(day) => setMoved(day > today ? today : week.includes(day) ? day : active)}
      />
    </figure>
  )
}
