import { useId } from 'react'
import { moods, type Mood } from '@shared/journal'
import type { JournalDays } from './analytics-queries'
import { weekOf } from './calendar'
import { DayLink, DayNumber } from './mood-calendar'
import { DayFace } from './mood-face'

type Props = { today: string; days: JournalDays | undefined }

const best = [...moods].reverse()
/** In percent of the height: the better the mood, the higher. Without a mood, beneath all lines. */
const heightOf = (mood: Mood | null) => (mood ? ((best.indexOf(mood) + 0.5) / best.length) * 100 : 95.5)

/** The moods of the week as a line, beneath the tiles, which only count; a column leads to its day. */
export function WeekPicture({ today, days }: Props) {
  const caption = useId()
  const week = weekOf(today)
  return (
    <figure aria-labelledby={caption} className="flex flex-col gap-2">
      <figcaption id={caption} className="text-sm text-muted">
        Moods this week
      </figcaption>
      <div className="relative -mx-0.5 grid grid-cols-7 max-[24.25rem]:-mx-3.5">
        <Trend week={week} days={days} />
        {week.map((day) => (
          <Column key={day} day={day} today={today} days={days} />
        ))}
      </div>
    </figure>
  )
}

function Column({ day, today, days }: Props & { day: string }) {
  const entry = days?.get(day)
  return (
    <DayLink
      day={day}
      entry={entry}
      today={today}
      className="relative flex flex-col items-center rounded-control pb-1"
    >
      <span aria-hidden className="relative h-28 w-full">
        {entry && (
          <span className="absolute left-1/2 -translate-1/2" style={{ top: `${heightOf(entry.mood)}%` }}>
            <DayFace mood={entry.mood} className={entry.mood ? 'size-6' : 'size-3'} />
          </span>
        )}
      </span>
      <DayNumber day={day} isToday={day === today} />
    </DayLink>
  )
}

function Trend({ week, days }: { week: string[]; days: JournalDays | undefined }) {
  const points = week.flatMap((day, i) => {
    const mood = days?.get(day)?.mood
    return mood ? [`${((i + 0.5) / week.length) * 100},${heightOf(mood)}`] : []
  })
  return (
    <svg
      aria-hidden
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      className="absolute inset-x-0 top-0 h-28 w-full"
    >
      {best.map((mood) => (
        <line
          key={mood}
          x2="100"
          y1={heightOf(mood)}
          y2={heightOf(mood)}
          vectorEffect="non-scaling-stroke"
          className="rule"
        />
      ))}
      <polyline points={points.join(' ')} vectorEffect="non-scaling-stroke" className="trend" />
    </svg>
  )
}
