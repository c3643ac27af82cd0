import { scaleBand } from 'd3-scale'
import type { Mood } from '@shared/journal'
import { AppLink } from '@/components/app-link'
import { cn } from '@/lib/screen/cn'
import { wordOf } from '@/features/journal/moods'
import { readingOf } from '@/features/journal/waiting-queries'
import type { JournalDays } from './analytics-queries'
import { dayName, daysOfMonth, monthName, monthsOf } from './calendar'
import { DayAxis } from './day-axis'
import { featureStyle, hueOf, mouths } from './mood-face'

const width = 310
const height = 192
const daysOfTheMonth = Array.from({ length: 31 }, (_, i) => i)
const x = scaleBand(daysOfTheMonth, [0, width]).padding(0.08)
const y = scaleBand(
  Array.from({ length: 12 }, (_, i) => i),
  [0, height],
).padding(0.08)

type Props = { year: string; days: JournalDays; today: string }

/** A row for each month, a square for each day: its hue and the mouth in it are the mood. A written one leads to its day. */
export function YearSquares({ year, days, today }: Props) {
  return (
    <div aria-hidden className="grid grid-cols-[auto_1fr] gap-x-2">
      <div className="text-center text-xs/[1rem] text-muted">
        {monthsOf(year).map((month) => (
          <div key={month} className="h-[1rem]">
            {monthName(month).slice(0, 1)}
          </div>
        ))}
      </div>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" className="size-full">
        {monthsOf(year).map((month, row) =>
          daysOfMonth(month).map((date, column) => (
            <g key={date} transform={`translate(${x(column)} ${y(row)})`}>
              <Square date={date} mood={days.get(date)?.mood} isToCome={date > today} />
            </g>
          )),
        )}
      </svg>
      <DayAxis className="col-start-2" />
    </div>
  )
}

function Square({
  date,
  mood,
  isToCome,
}: {
  date: string
  mood: Mood | null | undefined
  isToCome: boolean
}) {
  const size = { width: x.bandwidth(), height: y.bandwidth(), rx: 2 }
  if (mood === undefined) return <rect {...size} className={cn('no-mood', isToCome && 'to-come')} />
  const title = <title>{`${dayName(date)}: ${wordOf(mood)}`}</title>
  if (!mood)
    return (
      <AppLink href={readingOf(date)} tabIndex={-1}>
        {title}
        <rect {...size} className="written" />
      </AppLink>
    )
  return (
    // By keyboard and screen reader a day is reached through its month.
    <AppLink href={readingOf(date)} tabIndex={-1}>
      {title}
      <rect {...size} style={hueOf(mood)} className="mood" />
      <path
        d={mouths[mood]}
        // From the middle of the face's mouth to the middle of the square.
        transform={`translate(${x.bandwidth() / 2} ${y.bandwidth() / 2}) scale(0.6) translate(-12 -16)`}
        strokeWidth="2"
        className={featureStyle(mood)}
      />
    </AppLink>
  )
}
