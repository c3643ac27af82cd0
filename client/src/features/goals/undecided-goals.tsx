import { useId, type ComponentProps } from 'react'
import type { GoalView } from '@shared/goals'
import { cn } from '@/lib/screen/cn'
import { longMonth, monthName } from '@/lib/dates/dates'
import { dayOf, localMidnight, today } from '@/lib/dates/days'
import { focusMover } from '@/lib/screen/next-row'
import { type AboutGoal, GoalItem, type BeforeMark } from './goal-item'
import { useMarkGoals } from './marks-queries'

type Props = {
  /** The month or year that they belong to. */
  period: string
  goals: GoalView[]
  shown: ReadonlySet<GoalView>
  aboutOf: (goal: GoalView) => AboutGoal
  now: Date
  beforeMark: BeforeMark
}

/** In the first days of a month or year, and in the review of one: asks which goals of an earlier one go on. Those that nobody decides on stay open. */
export function UndecidedGoals({ period, goals, shown, aboutOf, now, beforeMark }: Props) {
  const titleId = useId()
  const mark = useMarkGoals()
  const open = goals.filter((goal) => !goal.achievedAt)

  const keep = (kept: GoalView[]) => mark(kept, { keptOn: dayOf(now) })

  function keepOne(button: Element, goal: GoalView) {
    focusMover(button, '[data-keep]')()
    keep([goal])
  }

  function keepAll(button: Element) {
    button.closest<HTMLElement>('[data-rows]')?.focus()
    keep(open)
  }

  return (
    <div
      role="group"
      aria-labelledby={titleId}
      className="-mx-2 rounded-control border border-transparent bg-accent-soft p-[15px]"
    >
      <p id={titleId} className="font-medium">
        {nameOf(period, now)} {isOver(period) ? 'is over' : 'ends today'}. Which of these goals do you want to
        keep?
      </p>
      <p className="mt-0.5 text-sm text-muted">
        Keep those you're still working on, check off those you've achieved, and delete the rest.
      </p>
      <ul className="mt-4 divide-y divide-line">
        {goals
          .filter((goal) => shown.has(goal))
          .map((goal) => (
            <GoalItem
              key={goal.id}
              goal={goal}
              {...aboutOf(goal)}
              beforeMark={beforeMark}
              action={
                !goal.achievedAt && (
                  <SmallButton
                    data-keep
                    aria-label={`Keep: ${goal.title}`}
                    className="mt-2.5 ml-[37px]"
                    onClick={({ currentTarget }) => keepOne(currentTarget, goal)}
                  >
                    Keep
                  </SmallButton>
                )
              }
            />
          ))}
      </ul>
      {open.length > 1 && (
        <SmallButton className="mt-5" onClick={({ currentTarget }) => keepAll(currentTarget)}>
          Keep all {open.length}
        </SmallButton>
      )}
    </div>
  )
}

/** Its touch target is taller than it looks. */
const SmallButton = ({ className, ...props }: ComponentProps<'button'>) => (
  <button
    type="button"
    {...props}
    className={cn(
      'relative flex h-8 cursor-pointer items-center rounded-full border border-control bg-card px-4 text-sm font-medium transition-colors duration-150 select-none after:absolute after:-inset-x-1 after:-inset-y-2 hover:border-accent hover:text-accent',
      className,
    )}
  />
)

/** '2026-11' as 'November', with its year where that is not clear. */
function nameOf(period: string, now: Date): string {
  if (period.length === 4) return period
  const lastMonth = dayOf(new Date(now.getFullYear(), now.getMonth() - 1, 1))
  const isClear = period.slice(0, 4) === lastMonth.slice(0, 4)
  return isClear ? monthName(localMidnight(period)) : longMonth(period)
}

/** Not yet on the last day, when the review asks. */
const isOver = (period: string) => !today().startsWith(period)

const firstDays = 7

/**
 * In the first days of a month or year: the earlier one that a goal belongs to, such as '2026-11' or '2026', as long as
 * nobody has said that the goal goes on.
 */
export function endedPeriod({ timeline, createdAt, keptOn }: GoalView, now: Date): string | undefined {
  if (timeline === 'long-term' || now.getDate() > firstDays) return undefined
  if (timeline === 'annual' && now.getMonth() > 0) return undefined
  const periodOf = (day: string) => day.slice(0, timeline === 'annual' ? 4 : 7)
  const period = periodOf(keptOn ?? dayOf(new Date(createdAt)))
  return period < periodOf(dayOf(now)) ? period : undefined
}

/** Goals that it is asked about, under the month or year that they belong to, the latest first. */
export function undecidedOf(goals: GoalView[], now: Date): { period: string; goals: GoalView[] }[] {
  const periods = new Set(goals.flatMap((goal) => endedPeriod(goal, now) ?? []))
  return [...periods]
    .sort()
    .reverse()
    .map((period) => ({ period, goals: goals.filter((goal) => endedPeriod(goal, now) === period) }))
}
