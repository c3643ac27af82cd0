import { useId, type ComponentProps } from 'react'
import type { GoalView } from '@shared/goals'
import { cn } from '@/lib/screen/cn'
import { monthName } from '@/lib/dates/dates'
import { dayOf } from '@/lib/dates/days'
import { focusMover } from '@/lib/screen/next-row'
import { GoalItem, type BeforeMark } from './goal-item'
import { useMarkGoals } from './marks-queries'

type Props = {
  goals: GoalView[]
  shown: ReadonlySet<GoalView>
  savedAtOf: (goal: GoalView) => number | undefined
  now: Date
  beforeMark: BeforeMark
}

/** In the first days of a month: asks which goals go on. Those that nobody decides on stay open. */
export function UndecidedGoals({ goals, shown, savedAtOf, now, beforeMark }: Props) {
  const titleId = useId()
  const mark = useMarkGoals()
  const lastMonth = monthName(new Date(now.getFullYear(), now.getMonth() - 1, 1))
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
        {lastMonth} is over. Which of these goals do you want to keep?
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
              savedAt={savedAtOf(goal)}
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

const firstDays = 7

/** In the first days of a month: whether a monthly goal is older than the month, and nobody has said yet that it goes on. */
export function isUndecided({ timeline, createdAt, keptOn }: GoalView, now: Date): boolean {
  const firstOfMonth = `${dayOf(now).slice(0, 8)}01`
  const since = keptOn ?? dayOf(new Date(createdAt))
  return timeline === 'monthly' && now.getDate() <= firstDays && since < firstOfMonth
}
