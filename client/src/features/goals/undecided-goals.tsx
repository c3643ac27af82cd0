import { useId, type ComponentProps } from 'react'
import type { GoalView } from '@shared/goals'
import { ShowAll } from '@/components/show-all'
import { cn } from '@/lib/screen/cn'
import { longMonth, monthName } from '@/lib/dates/dates'
import { dayOf, localMidnight, today } from '@/lib/dates/days'
import { focusOnceThere } from '@/lib/screen/navigation'
import { focusMover } from '@/lib/screen/next-row'
import { useKeptOpen } from '@/lib/screen/use-kept-open'
import { type AboutGoal, GoalItem, type BeforeMark } from './goal-item'
import { anchorOf } from './known-goal-queries'
import type { Decision, useDecisions } from './use-decisions'

const shownAtFirst = 5

type Props = {
  /** The month or year that they belong to. */
  period: string
  goals: GoalView[]
  decisions: ReturnType<typeof useDecisions>
  aboutOf: (goal: GoalView) => AboutGoal
  now: Date
  /** As {@link GoalItem} takes it. */
  beforeMark?: BeforeMark
}

/** In the first days of a month or year, and in the review of one: asks which goals of an earlier one go on. Those that nobody decides on stay open. */
export function UndecidedGoals({ period, goals, decisions, aboutOf, now, beforeMark }: Props) {
  const titleId = useId()
  // A link leads to one of them.
  const named = goals.find(({ id }) => window.location.hash === `#${anchorOf(id)}`)
  const [showsAll, setShowsAll] = useKeptOpen(`all ${period}`, named !== undefined)
  const open = goals.filter((goal) => !goal.achievedAt && !decisions.of(goal))
  const ofAll = goals.map(decisions.of).find((decision) => decision && isOfMany(decision))
  const forNext = `for ${period.length === 4 ? now.getFullYear() : monthName(now)}`

  function decide(button: Element, choice: Decision['choice'], goal: GoalView) {
    const row = button.closest('[data-row]') ?? button
    const moveFocus = () => focusMover(row, '[data-keep]')({ preventScroll: true })
    moveFocus()
    decisions.decide(choice, [goal], now, () => row.contains(document.activeElement) && moveFocus())
  }

  function keepAll(button: Element) {
    const list = button.closest<HTMLElement>('[data-rows]')
    const panel = button.closest('[role=group]')
    const moveFocus = () => list?.focus({ preventScroll: true })
    moveFocus()
    decisions.decide('keep', open, now, () => panel?.contains(document.activeElement) && moveFocus())
  }

  function undo(decision: Decision) {
    decisions.undo(decision)
    focusOnceThere(`[data-keep="${decision.before[0]?.id}"]`)
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
        Letting a goal go deletes it and its links to your days. The entries stay.
      </p>
      <ul className={cn('mt-4 divide-y divide-line', goals.length > shownAtFirst && 'mb-5')}>
        {goals.slice(0, showsAll ? undefined : shownAtFirst).map((goal) => {
          const decision = decisions.of(goal)
          return (
            <GoalItem
              key={goal.id}
              goal={goal}
              {...aboutOf(goal)}
              beforeMark={beforeMark}
              action={
                !goal.achievedAt && (
                  <div
                    className={cn(
                      'mt-5 flex flex-wrap items-center gap-x-2 gap-y-4',
                      beforeMark && 'ml-[37px]',
                    )}
                  >
                    {!decision &&
                      choices.map(([choice, label]) => (
                        <SmallButton
                          key={choice}
                          data-keep={choice === 'keep' ? goal.id : undefined}
                          aria-label={`${label}: ${goal.title}`}
                          onClick={({ currentTarget }) => decide(currentTarget, choice, goal)}
                        >
                          {label}
                        </SmallButton>
                      ))}
                    {/* Also while it is empty, so that what comes is announced; where all are kept, once. */}
                    <p
                      role={decision && isOfMany(decision) ? undefined : 'status'}
                      className={decision ? 'py-1.5 text-sm' : 'sr-only'}
                    >
                      {decision?.choice === 'keep' && `Kept ${forNext}`}
                      {decision?.choice === 'achieve' && 'Achieved'}
                      {decision?.choice === 'let go' && (
                        <>
                          Let go<span className="sr-only"> of {goal.title}</span>
                        </>
                      )}
                    </p>
                    {decision && !isOfMany(decision) && (
                      <SmallButton aria-label={`Undo: ${goal.title}`} onClick={() => undo(decision)}>
                        Undo
                      </SmallButton>
                    )}
                  </div>
                )
              }
            />
          )
        })}
      </ul>
      {goals.length > shownAtFirst && (
        <ShowAll count={goals.length} showsAll={showsAll} onChange={setShowsAll} />
      )}
      {(open.length > 1 || ofAll) && (
        <div className="mt-5 flex flex-wrap items-center gap-x-2 gap-y-4">
          {open.length > 1 && (
            <SmallButton onClick={({ currentTarget }) => keepAll(currentTarget)}>
              Keep all {open.length}
            </SmallButton>
          )}
          <p role="status" className="py-1.5 text-sm">
            {ofAll && `${ofAll.before.length} goals kept ${forNext}`}
          </p>
          {ofAll && <SmallButton onClick={() => undo(ofAll)}>Undo</SmallButton>}
        </div>
      )}
    </div>
  )
}

const choices = [
  ['keep', 'Keep'],
  ['achieve', 'Achieved'],
  ['let go', 'Let go'],
] as const

const isOfMany = ({ before }: Decision) => before.length > 1

/** Its touch target is taller than it looks. */
const SmallButton = (props: ComponentProps<'button'>) => (
  <button
    type="button"
    {...props}
    className="relative flex h-8 cursor-pointer items-center rounded-full border border-control bg-card px-4 text-sm font-medium transition-colors duration-150 select-none after:absolute after:-inset-x-1 after:-inset-y-2.5 hover:border-accent hover:text-accent"
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
