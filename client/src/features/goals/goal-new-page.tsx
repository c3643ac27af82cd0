import { useState } from 'react'
import { useLocation } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import type { GoalInput } from '@shared/goal-input'
import { PageHeader } from '@/components/page-header'
import { pageUser } from '@/lib/page-user'
import { GoalForm } from './goal-form'
import { isTimeline } from './goal-values'
import { useCreateGoal } from './goals-queries'

export function GoalNewPage() {
  const [, navigate] = useLocation()
  const creation = useCreateGoal()
  const wanted = useHistoryState<{ timeline?: unknown } | null>()?.timeline
  const [start] = useState(() => (isTimeline(wanted) ? { timeline: wanted } : undefined))

  async function save(values: GoalInput) {
    await creation.mutateAsync(values)
    if (!pageUser.isOver) navigate('/goals')
  }

  return (
    <>
      <PageHeader title="New Goal" close="/goals" />
      <GoalForm goal={start} submitLabel="Create Goal" onSave={save} />
    </>
  )
}
