import { useQueryClient } from '@tanstack/react-query'
import { goalRecord, type GoalRow, type GoalView } from '@shared/goals'
import { EarlierVersions } from '@/components/earlier-versions'
import type { FieldText } from '@/components/field-texts'
import { api } from '@/lib/api/api'
import { afterSave, goalQueries } from './goals-queries'

type Props = {
  /** As it is saved now. */
  goal: GoalView
  textsOf: (goal: GoalView, fields: (keyof GoalRow)[]) => FieldText[]
  onBroughtBack: (goal: GoalView) => void
}

export function GoalVersions({ goal, textsOf, onBroughtBack }: Props) {
  const client = useQueryClient()
  const { id } = goal

  /** The check mark is no field of the form. */
  function apart(earlier: GoalView) {
    const texts = textsOf(earlier, goalRecord.differences(goal, earlier))
    if (Boolean(goal.achievedAt) === Boolean(earlier.achievedAt)) return texts
    return [...texts, { label: 'Achieved', text: earlier.achievedAt ? 'Yes' : 'No' }]
  }

  function show(row: GoalView) {
    onBroughtBack(row)
    client.setQueryData(goalQueries.goal(id).queryKey, row)
  }

  return (
    <EarlierVersions
      id={id}
      read={() => api('GET /api/goals/:id/versions', { id })}
      textsOf={apart}
      afterSave={(row) => afterSave(client, row)}
      onBroughtBack={show}
    />
  )
}
