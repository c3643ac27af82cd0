import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { GoalVersion } from '@shared/versions'
import { aGoal } from '@/test/goals'
import { renderApp } from '@/test/render-app'

test('a goal is brought back as it was, and the check mark counts as a difference', async () => {
  const goal = aGoal({ title: 'Run', achievedAt: '2026-11-20T08:00:00.000Z' })
  const versions: GoalVersion[] = [
    { id: 'v2', at: '2026-11-20T08:00:00.000Z', by: 'token', row: { ...goal, achievedAt: null } },
    {
      id: 'v1',
      at: '2026-11-19T08:00:00.000Z',
      by: 'undo',
      row: { ...goal, title: 'Swim', achievedAt: null },
    },
  ]
  const { actor, api } = renderApp(`/goals/edit/${goal.id}`, {
    'GET /api/goals/:id': goal,
    'GET /api/goals/:id/versions': versions,
    'POST /api/versions/:id/restore': { ...goal, title: 'Swim', achievedAt: null },
  })
  await actor.click(await screen.findByRole('button', { name: 'Earlier versions (2)' }))
  expect(screen.getByText(/by a program/)).toHaveTextContent(/Achieved$/)
  expect(screen.getByText(/by an undo/)).toHaveTextContent(/Title, Achieved$/)
  await actor.click(screen.getAllByRole('button', { name: 'Bring back' })[1]!)
  expect(await screen.findByText('The earlier version is back')).toBeVisible()
  expect(screen.getByLabelText('Goal Title')).toHaveValue('Swim')
  expect(api.callsOf('POST /api/versions/:id/restore')).toMatchObject([{ params: { id: 'v1' } }])
})
