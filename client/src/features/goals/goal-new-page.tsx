import { useState } from 'react'
import { useLocation } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { goalRecord, type GoalValues } from '@shared/goals'
import { FormSkeleton } from '@/components/form-skeleton'
import { PageHeader } from '@/components/page-header'
import { useUser } from '@/features/auth/use-user'
import { pageUser } from '@/lib/api/page-user'
import { useWaiting } from '@/lib/saving/save'
import { useRestored } from '@/lib/saving/use-restored'
import { GoalForm } from './goal-form'
import { useGoalsAtOnce } from './known-goal-queries'
import { goalSender } from './saves-queries'

/** The navigation state: the timeline of the new goal, the key of its save that waits to be sent, or the subject of its draft. */
type Asked = { timeline?: unknown; waiting?: unknown; draft?: string }

export function GoalNewPage() {
  useGoalsAtOnce()
  const [, navigate] = useLocation()
  const asked = useHistoryState<Asked | null>()
  const isRestored = useRestored(useUser().id, goalSender)
  const waiting = useWaiting<Partial<GoalValues>>('goal').find(({ key }) => key === asked?.waiting)
  const [start] = useState(() => goalRecord.read(asked))

  return (
    <>
      <PageHeader title="New Goal" close="/goals" />
      {isRestored ? (
        <GoalForm
          goal={null}
          initial={start}
          opened={waiting}
          subject={asked?.draft}
          submitLabel="Create Goal"
          onSaved={() => pageUser.isOver || navigate('/goals')}
        />
      ) : (
        <FormSkeleton heights={['h-11', 'h-11', 'h-11', 'h-11', 'h-11']} />
      )}
    </>
  )
}
