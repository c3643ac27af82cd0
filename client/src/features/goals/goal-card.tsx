import { PlusIcon } from 'lucide-react'
import type { GoalView, Timeline } from '@shared/goals'
import { AppLink } from '@/components/app-link'
import { ShowAll } from '@/components/show-all'
import { Card } from '@/components/ui/card'
import { focusMover } from '@/lib/screen/next-row'
import { useKeptOpen } from '@/lib/screen/use-kept-open'
import { AchievedGoals } from './achieved-goals'
import type { AboutGoal } from './goal-item'
import { GoalList } from './goal-list'
import { endedPeriod, undecidedOf, UndecidedGoals } from './undecided-goals'
import { anchorOf } from './known-goal-queries'
import { useDecisions } from './use-decisions'
import { useLingering } from './use-lingering'
import type { WaitingGoal } from './use-waiting-goals'
import { WaitingGoals } from './waiting-goals'

export type GoalGroup = {
  timeline: Timeline
  title: string
  empty: string
  invitation: string
  /** The invitation when all of them are achieved. */
  another: string
}

const shownAtFirst = 5

type Props = {
  group: GoalGroup
  goals: GoalView[]
  /** New goals that have not reached the server yet. */
  created: WaitingGoal[]
  aboutOf: (goal: GoalView) => AboutGoal
  now: Date
}

export function GoalCard({ group, goals: given, created, aboutOf, now }: Props) {
  const lingering = useLingering()
  const decisions = useDecisions(given)
  const { goals } = decisions
  // A link leads to it.
  const named = goals.find(({ id }) => window.location.hash === `#${anchorOf(id)}`)
  const [showsAll, setShowsAll] = useKeptOpen(`all ${group.timeline}`, named?.achievedAt === null)
  const [showsAchieved, setShowsAchieved] = useKeptOpen(
    `achieved ${group.timeline}`,
    Boolean(named?.achievedAt),
  )

  const achieved = goals.filter((goal) => goal.achievedAt)
  const open = goals.filter((goal) => !goal.achievedAt || (lingering.has(goal.id) && !showsAchieved))
  const undecided = undecidedOf(open, now)
  const others = open.filter((goal) => !endedPeriod(goal, now))

  const isEmpty = goals.length === 0 && created.length === 0

  function beforeMark(goal: GoalView, isAchieved: boolean, row: Element) {
    if (isAchieved && !showsAchieved) lingering.add(goal.id, row)
    else if (isAchieved) focusMover(row, 'input')()
  }

  return (
    <Card title={group.title}>
      <div data-rows tabIndex={-1} className="flex flex-col gap-4">
        {created.length > 0 && <WaitingGoals saves={created} />}
        {isEmpty && <p className="text-muted">{group.empty}</p>}
        {goals.length > 0 && open.length === 0 && created.length === 0 && (
          <p className="text-muted">You've achieved all of these.</p>
        )}
        {open.length === 0 && created.length === 0 && (
          <AddGoal timeline={group.timeline} label={goals.length ? group.another : group.invitation} />
        )}
        {undecided.map((group) => (
          <UndecidedGoals
            key={group.period}
            {...group}
            decisions={decisions}
            aboutOf={aboutOf}
            now={now}
            beforeMark={beforeMark}
          />
        ))}
        {others.length > 0 && (
          <GoalList
            goals={others.slice(0, showsAll ? undefined : shownAtFirst)}
            aboutOf={aboutOf}
            beforeMark={beforeMark}
          />
        )}
        {others.length > shownAtFirst && (
          <ShowAll count={others.length} showsAll={showsAll} onChange={setShowsAll} />
        )}
        {achieved.length > 0 && (
          <AchievedGoals
            goals={achieved}
            aboutOf={aboutOf}
            isOpen={showsAchieved}
            onToggle={() => setShowsAchieved(!showsAchieved)}
          />
        )}
      </div>
    </Card>
  )
}

function AddGoal({ timeline, label }: { timeline: Timeline; label: string }) {
  return (
    <AppLink
      href="/goals/new"
      state={{ timeline }}
      className="-my-2 -ml-2 inline-flex min-h-touch items-center gap-2 self-start rounded-control px-2 font-medium text-accent hover:underline"
    >
      <PlusIcon />
      {label}
    </AppLink>
  )
}
