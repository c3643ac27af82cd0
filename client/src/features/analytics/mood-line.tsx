import { scalePoint } from 'd3-scale'
import { curveMonotoneX, line } from 'd3-shape'
import { moods, type Mood } from '@shared/journal'
import { pictureOf } from '@/features/journal/moods'
import type { JournalDays } from './analytics-queries'
import { DayAxis } from './day-axis'
import { hueOf, MoodFace } from './mood-face'

const best = [...moods].reverse()
const y = scalePoint(best, [0, 100]).padding(0.5)

/** The moods of some days as a line: its height is the mood, its points are the days with an entry. */
export function MoodLine({ dates, days }: { dates: string[]; days: JournalDays }) {
  const x = scalePoint(dates, [0, 100]).padding(0.5)
  const points = dates.flatMap((date) => {
    const mood = days.get(date)?.mood
    return mood ? [{ date, mood, x: x(date) ?? 0, y: y(mood) ?? 0 }] : []
  })
  const path = line<{ x: number; y: number }>(
    (point) => point.x,
    (point) => point.y,
  ).curve(curveMonotoneX)(points)
  return (
    <div aria-hidden className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-xs">
      <ul>
        {best.map((mood) => (
          <MoodLabel key={mood} mood={mood} />
        ))}
      </ul>
      <svg className="size-full overflow-visible">
        {best.map((mood) => (
          <line key={mood} x2="100%" y1={`${y(mood)}%`} y2={`${y(mood)}%`} className="rule" />
        ))}
        {/* Stretched over the percentages of the other shapes. */}
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" className="overflow-visible">
          <path d={path ?? undefined} vectorEffect="non-scaling-stroke" className="trend" />
        </svg>
        {points.map(({ date, mood, x, y }) => (
          <circle key={date} cx={`${x}%`} cy={`${y}%`} r="4" style={hueOf(mood)} className="mood" />
        ))}
      </svg>
      <DayAxis className="col-start-2" />
    </div>
  )
}

function MoodLabel({ mood }: { mood: Mood }) {
  return (
    <li className="flex h-[1.75rem] items-center gap-1.5 text-muted">
      <MoodFace mood={mood} className="size-[1.125rem]" />
      <span className="max-[17rem]:hidden">{pictureOf(mood).label}</span>
    </li>
  )
}
