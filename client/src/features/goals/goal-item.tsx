import { ChevronDownIcon, PencilIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { goalQuestions, goalRecord, type GoalView } from '@shared/goals'
import { DeleteButton } from '@/components/delete-button'
import { IconButtonLink } from '@/components/ui/button-link'
import { RoundCheckbox } from '@/components/ui/round-checkbox'
import { WaitingToSend } from '@/components/waiting-to-send'
import { cn } from '@/lib/screen/cn'
import { useKeptOpen } from '@/lib/screen/use-kept-open'
import { longDay, monthAndYear } from '@/lib/dates/dates'
import { dayOf } from '@/lib/dates/days'
import { GoalDays } from './goal-days'
import { useDeleteGoal } from './deletion-queries'
import { anchorOf } from './known-goal-queries'
import { useMarkGoals } from './marks-queries'

/** Called with the row that is about to leave its place. */
export type BeforeMark = (goal: GoalView, isAchieved: boolean, row: Element) => void

/**
 * The buttons of a row (`group`), so that forty rows are a list of goals and not of icons: faint, and with a mouse not seen
 * until it is on the row or the focus is in it.
 */
export const quietButtons =
  '-my-2.5 -mr-3 flex shrink-0 transition-opacity duration-150 *:text-control [&_svg]:size-4 pointer-fine:not-contrast-more:not-forced-colors:opacity-0 group-hover:opacity-100 group-focus-within:opacity-100'

/** Marks the goal of a row (`data-row`) as achieved. */
export function GoalCheckbox({ goal, beforeMark }: { goal: GoalView; beforeMark: BeforeMark }) {
  const mark = useMarkGoals()
  return (
    <RoundCheckbox
      label={`Mark as achieved: ${goal.title}`}
      checked={goal.achievedAt !== null}
      onChange={(achieved, box) => {
        beforeMark(goal, achieved, box.closest('[data-row]') ?? box)
        mark([goal], { achieved })
      }}
      className="-my-2.5 -ml-[11px]"
    />
  )
}

/** What a row shows that is not a field of its goal. */
export type AboutGoal = {
  /** When it was changed on this device, if the server does not have that yet. */
  savedAt?: number
  /** The title of the goal that it is part of. */
  partOf?: string
}

type Props = AboutGoal & {
  goal: GoalView
  /** Of the title's heading. */
  level?: 3 | 4
  /** Without it the row has neither the check mark, nor the buttons to edit and delete it, nor its days. */
  beforeMark?: BeforeMark
  action?: ReactNode
}

export function GoalItem({ goal, level = 3, savedAt, partOf, beforeMark, action }: Props) {
  const [isOpen, setIsOpen] = useKeptOpen(`why ${goal.id}`)
  const deletion = useDeleteGoal(goal.id)
  const reasons = reasonsOf(goal)
  const Heading = `h${level}` as const

  return (
    <li id={anchorOf(goal.id)} tabIndex={-1} data-row className="group py-3 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-start gap-x-1 gap-y-3">
        {beforeMark && <GoalCheckbox goal={goal} beforeMark={beforeMark} />}
        <div className="relative min-w-0 grow basis-24 max-[16rem]:order-last max-[16rem]:basis-full">
          <Heading
            dir="auto"
            className={cn(
              'font-serif wrap-anywhere',
              reasons.length > 0 && 'pe-5',
              goal.achievedAt && 'text-muted',
            )}
          >
            {goal.title}
            {reasons.length > 0 && (
              // Takes no room of its own, so that it never stands alone on a line.
              <ChevronDownIcon
                aria-hidden
                className={cn(
                  'ms-1 -me-5 inline size-4 text-muted transition-transform duration-150',
                  isOpen && 'rotate-180',
                )}
              />
            )}
          </Heading>
          <Below goal={goal} partOf={partOf} />
          {savedAt !== undefined && <WaitingToSend savedAt={savedAt} className="mt-1" />}
          {reasons.length > 0 && (
            <button
              type="button"
              aria-label={`Show why: ${goal.title}`}
              aria-expanded={isOpen}
              onClick={() => setIsOpen(!isOpen)}
              className="absolute -inset-x-1 -inset-y-2.5 cursor-pointer rounded-control -outline-offset-2"
            />
          )}
        </div>
        {beforeMark && (
          <div className={cn('ml-auto', quietButtons)}>
            <IconButtonLink href={`/goals/edit/${goal.id}`} label={`Edit ${goal.title}`}>
              <PencilIcon />
            </IconButtonLink>
            <DeleteButton
              label={`Delete ${goal.title}`}
              question="Are you sure you want to delete this goal?"
              deletion={deletion}
            />
          </div>
        )}
      </div>
      {isOpen && (
        <dl className="mt-3 ml-2.5 flex flex-col gap-3 border-l-2 border-line pl-[25px]">
          {reasons.map(([title, text]) => (
            <div key={title}>
              <dt className="text-xs font-medium text-muted">{title}</dt>
              <dd dir="auto" className="mt-0.5 font-serif wrap-anywhere whitespace-pre-wrap">
                {text}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {beforeMark && <GoalDays goal={goal} />}
      {action}
    </li>
  )
}

/** A long-term goal shows its description only when it is opened. */
function reasonsOf(goal: GoalView) {
  const folded = goalQuestions.filter((name) => name !== 'description' || goal.timeline === 'long-term')
  return folded.filter((name) => goal[name]?.trim()).map((name) => [goalRecord.labelOf(name), goal[name]])
}

function Below({ goal, partOf }: Pick<Props, 'goal' | 'partOf'>) {
  return (
    <>
      {goal.timeline === 'long-term' ? (
        <p className="text-sm text-muted">Created {monthAndYear(goal.createdAt)}</p>
      ) : (
        goal.description && (
          <p dir="auto" className="mt-0.5 text-sm wrap-anywhere whitespace-pre-wrap text-muted">
            {goal.description}
          </p>
        )
      )}
      {partOf !== undefined && (
        <p className="mt-0.5 text-sm wrap-anywhere text-muted">
          Part of <bdi>{partOf}</bdi>
        </p>
      )}
      {goal.achievedAt && (
        <p className="mt-0.5 text-sm text-accent">
          Achieved <time dateTime={goal.achievedAt}>{longDay(dayOf(new Date(goal.achievedAt)))}</time>
        </p>
      )}
    </>
  )
}
