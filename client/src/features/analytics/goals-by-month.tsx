import { scaleBand } from 'd3-scale'
import { AppLink } from '@/components/app-link'
import { monthName, monthOf, monthsOf, shortDayName } from './calendar'
import { PictureTable } from './picture-table'

export type AchievedGoal = { id: string; title: string; day: string }
type Props = { year: string; isThisYear: boolean; goals: AchievedGoal[] }

const height = 64

/** A bar for each month, as high as there were goals achieved in it. */
export function GoalsByMonth({ year, isThisYear, goals }: Props) {
  const caption = `Goals achieved in ${year}`
  const months = monthsOf(year).map((month) => ({
    month,
    count: goals.filter(({ day }) => monthOf(day) === month).length,
  }))
  // A single goal does not fill the height.
  const highest = Math.max(3, ...months.map(({ count }) => count))
  const x = scaleBand(monthsOf(year), [0, 100]).padding(0.3)
  return (
    <figure aria-label={caption} className="flex break-inside-avoid flex-col gap-2 border-t border-line pt-4">
      <h3 className="font-medium">Goals achieved by month</h3>
      {goals.length === 0 ? (
        <p className="text-sm text-muted">
          No goals achieved in {year}
          {isThisYear && (
            <>
              {' '}
              yet. Those you mark as achieved in{' '}
              <AppLink href="/goals" className="text-accent underline underline-offset-2">
                Goals
              </AppLink>{' '}
              will appear here.
            </>
          )}
        </p>
      ) : (
        <>
          <div aria-hidden className="pt-[1.25rem] text-center text-xs text-muted tabular-nums">
            <svg height={height} className="w-full overflow-visible">
              {months.map(({ month, count }) => {
                const bar = (count / highest) * height
                return (
                  count > 0 && (
                    <g key={month}>
                      <rect
                        x={`${x(month)}%`}
                        y={height - bar}
                        width={`${x.bandwidth()}%`}
                        height={bar}
                        rx="3"
                        className="bar"
                      />
                      <text
                        x={`${(x(month) ?? 0) + x.bandwidth() / 2}%`}
                        y={height - bar - 5}
                        textAnchor="middle"
                        className="fill-current"
                      >
                        {count}
                      </text>
                    </g>
                  )
                )
              })}
              <line x2="100%" y1={height} y2={height} className="rule" />
            </svg>
            <div className="grid grid-cols-12 pt-1">
              {months.map(({ month }) => (
                <span key={month}>{monthName(month).slice(0, 1)}</span>
              ))}
            </div>
          </div>
          <PictureTable
            caption={caption}
            head={[
              { key: 'goal', title: 'Goal' },
              { key: 'day', title: 'Achieved' },
            ]}
            rows={goals.map(({ id, title, day }) => ({
              key: id,
              title: <bdi className="wrap-anywhere">{title}</bdi>,
              cells: [shortDayName(day)],
            }))}
          />
        </>
      )}
    </figure>
  )
}
