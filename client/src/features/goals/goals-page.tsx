import { useQuery } from '@tanstack/react-query'
import { PlusIcon } from 'lucide-react'
import type { Timeline } from '@shared/goal-input'
import type { GoalView } from '@shared/goals'
import { AppLink } from '@/components/app-link'
import { LoadFailure } from '@/components/load-failure'
import { Notice } from '@/components/notice'
import { PageHeader } from '@/components/page-header'
import { Button } from '@/components/ui/button'
import { ButtonLink } from '@/components/ui/button-link'
import { Card } from '@/components/ui/card'
import { Loading, Skeleton } from '@/components/ui/skeleton'
import { messageOf } from '@/lib/api'
import { monthName } from '@/lib/dates'
import { useNow } from '@/lib/use-now'
import { GoalItem } from './goal-item'
import { goalQueries } from './goals-queries'

type Group = { timeline: Timeline; title: string; empty: string; invitation: string }

const groupsOf = (now: Date): Group[] => [
  {
    timeline: 'long-term',
    title: '5-Year Vision',
    empty: 'No long-term goals yet',
    invitation: 'Add your first 5-year goal',
  },
  {
    timeline: 'annual',
    title: '2025 Goals',
    empty: 'No annual goals yet',
    invitation: 'Add your first annual goal',
  },
  {
    timeline: 'monthly',
    title: `${monthName(now)} Key Results`,
    empty: 'No monthly goals yet',
    invitation: 'Add your first monthly goal',
  },
]

export function GoalsPage() {
  return (
    <>
      <PageHeader
        title="Goals"
        action={
          <ButtonLink href="/goals/new">
            <PlusIcon />
            Add Goal
          </ButtonLink>
        }
      />
      <Goals groups={groupsOf(useNow())} />
    </>
  )
}

function Goals({ groups }: { groups: Group[] }) {
  const goals = useQuery(goalQueries.list())

  if (goals.isPending) return <GoalsSkeleton groups={groups} />
  if (!goals.data)
    return (
      <LoadFailure
        title="We couldn't load your goals"
        error={goals.error}
        onRetry={() => void goals.refetch()}
        pending={goals.isFetching}
      />
    )

  return (
    <div className="flex flex-col gap-4">
      {goals.isError && (
        <Notice
          tone="warn"
          title="This list may be out of date"
          actions={
            <Button variant="secondary" onClick={() => void goals.refetch()} pending={goals.isFetching}>
              Retry
            </Button>
          }
        >
          {messageOf(goals.error)}
        </Notice>
      )}
      {groups.map((group) => (
        <GoalCard
          key={group.timeline}
          group={group}
          goals={goals.data.filter((goal) => goal.timeline === group.timeline)}
        />
      ))}
    </div>
  )
}

function GoalCard({ group, goals }: { group: Group; goals: GoalView[] }) {
  return (
    <Card title={group.title}>
      <div data-rows tabIndex={-1}>
        {goals.length === 0 ? (
          <NoGoals {...group} />
        ) : (
          <ul className="divide-y divide-line">
            {goals.map((goal) => (
              <GoalItem key={goal.id} goal={goal} />
            ))}
          </ul>
        )}
      </div>
    </Card>
  )
}

function NoGoals({ timeline, empty, invitation }: Group) {
  return (
    <>
      <p className="text-muted">{empty}</p>
      <AppLink
        href="/goals/new"
        state={{ timeline }}
        className="-mb-2 -ml-3 inline-flex min-h-touch items-center gap-2 rounded-control px-2 font-medium text-accent hover:underline"
      >
        <PlusIcon />
        {invitation}
      </AppLink>
    </>
  )
}

function GoalsSkeleton({ groups }: { groups: Group[] }) {
  return (
    <Loading className="flex flex-col gap-4">
      {groups.map(({ timeline, title }) => (
        <Card key={timeline} title={title}>
          <div className="flex flex-col gap-2">
            <Skeleton className="h-5 w-3/5" />
            <Skeleton className="h-4 w-2/5" />
          </div>
        </Card>
      ))}
    </Loading>
  )
}
