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

test('a version that differs only in the day on which the goal was kept is told, and brought back', async () => {
  const goal = aGoal({ keptOn: '2026-11-02' })
  const versions: GoalVersion[] = [null, '2026-10-01'].map((keptOn, n) => ({
    id: `v${n}`,
    at: `2026-11-0${2 - n}T08:00:00.000Z`,
    by: 'form',
    row: { ...goal, keptOn },
  }))
  const { actor, api } = renderApp(`/goals/edit/${goal.id}`, {
    'GET /api/goals/:id': goal,
    'GET /api/goals/:id/versions': versions,
    'POST /api/versions/:id/restore': { ...goal, keptOn: null },
  })
  await actor.click(await screen.findByRole('button', { name: 'Earlier versions (2)' }))
  for (const button of screen.getAllByRole('button', { name: 'Show' })) await actor.click(button)
  const rows = screen.getAllByRole('listitem').filter((item) => /Changed/.test(item.textContent))
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/Kept.*KeptNo$/),
    expect.stringMatching(/Kept.*KeptOctober 1, 2026$/),
  ])
  await actor.click(screen.getAllByRole('button', { name: 'Bring back' })[0]!)
  expect(api.callsOf('POST /api/versions/:id/restore')).toMatchObject([{ params: { id: 'v0' } }])
})
