import { useQueryClient } from '@tanstack/react-query'
import { goalRecord, type GoalRow, type GoalView } from '@shared/goals'
import { EarlierVersions } from '@/components/earlier-versions'
import type { FieldText } from '@/components/field-texts'
import { api } from '@/lib/api/api'
import { longDay } from '@/lib/dates/dates'
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

  /** The check mark and the day on which the goal was kept are no fields of the form. */
  function apart(earlier: GoalView) {
    const texts = textsOf(earlier, goalRecord.differences(goal, earlier))
    if (Boolean(goal.achievedAt) !== Boolean(earlier.achievedAt))
      texts.push({ label: 'Achieved', text: earlier.achievedAt ? 'Yes' : 'No' })
    if (goal.keptOn !== earlier.keptOn)
      texts.push({ label: 'Kept', text: earlier.keptOn ? longDay(earlier.keptOn) : 'No' })
    return texts
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
