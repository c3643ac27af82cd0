import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { GoalView } from '@shared/goals'
import { answer } from '@/test/fake-api'
import { aGoal, answerConfirm } from '@/test/goals'
import { renderApp } from '@/test/render-app'
import { isUndecided } from './undecided-goals'

const at = (day: string) => vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${day}T12:00:00`) })
beforeEach(() => void at('2026-12-02'))

const old = (given: Partial<GoalView> = {}) => aGoal({ createdAt: '2026-11-10T12:00:00.000Z', ...given })
const question = 'November is over. Which of these goals do you want to keep?'
const asked = () => within(screen.getByRole('group', { name: question }))
const titlesAsked = () =>
  asked()
    .getAllByRole('heading')
    .map(({ textContent }) => textContent)

type Patch = { params: Record<string, string>; body: { keptOn?: string; achieved?: boolean } }

function renderGoals(...goals: GoalView[]) {
  return renderApp('/goals', {
    'GET /api/goals': () => goals,
    'PATCH /api/goals/:id': ({ params, body }: Patch) => {
      const { keptOn = null, achieved } = body
      const achievedAt = achieved ? new Date().toISOString() : null
      goals = goals.map((goal) => (goal.id === params.id ? { ...goal, keptOn, achievedAt } : goal))
      return {}
    },
    'DELETE /api/goals/:id': ({ params }: { params: Record<string, string> }) =>
      void (goals = goals.filter(({ id }) => id !== params.id)),
  })
}

test('asks about the open goals of last month only, each shown once', async () => {
  renderGoals(
    old({ title: 'Old' }),
    old({ title: 'Done', achievedAt: '2026-11-20T12:00:00.000Z' }),
    old({ title: 'Annual', timeline: 'annual' }),
    old({ title: 'Kept', keptOn: '2026-12-01' }),
    old({ title: 'Kept last month', keptOn: '2026-11-03' }),
    aGoal({ title: 'New', createdAt: '2026-12-01T12:00:00.000Z' }),
  )
  await screen.findByText(question)
  expect(titlesAsked()).toEqual(['Old', 'Kept last month'])
  expect(screen.getAllByText('Old')).toHaveLength(1)
})

test('Keep is kept by the server, and the goal goes on among the others', async () => {
  const read = old({ title: 'Read' })
  const { actor, api } = renderGoals(read, old({ title: 'Run' }))
  await actor.click(await screen.findByRole('button', { name: 'Keep: Read' }))
  await waitFor(() => expect(titlesAsked()).toEqual(['Run']))
  expect(screen.getByRole('button', { name: 'Keep: Run' })).toHaveFocus()
  expect(api.callsOf('PATCH /api/goals/:id')).toMatchObject([
    { path: `/api/goals/${read.id}`, body: { keptOn: '2026-12-02' } },
  ])
  await actor.click(screen.getByRole('button', { name: 'Keep: Run' }))
  await waitFor(() => expect(screen.queryByText(question)).toBeNull())
  expect(screen.getByText('Read')).toBeVisible()
  expect(screen.getByText('Run')).toBeVisible()
})

test('all of them can be kept at once, the folded ones too', async () => {
  const { actor, api } = renderGoals(...Array.from({ length: 7 }, (_, i) => old({ title: `Goal ${i}` })))
  await actor.click(await screen.findByRole('button', { name: 'Keep all 7' }))
  await waitFor(() => expect(screen.queryByText(question)).toBeNull())
  await waitFor(() => expect(api.callsOf('PATCH /api/goals/:id')).toHaveLength(7))
  expect(document.activeElement).toContainElement(screen.getByText('Goal 0'))
  expect(document.activeElement).not.toBe(document.body)
})

test('a goal can be marked as achieved or deleted there', async () => {
  answerConfirm(true)
  const { actor, api } = renderGoals(old({ title: 'Read' }), old({ title: 'Run' }))
  await actor.click(await screen.findByRole('checkbox', { name: 'Mark as achieved: Read' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Keep: Read' })).toBeNull())
  expect(api.callsOf('PATCH /api/goals/:id')).toMatchObject([{ body: { achieved: true } }])
  await actor.click(screen.getByRole('button', { name: 'Delete Run' }))
  await waitFor(() => expect(screen.queryByText('Run')).toBeNull())
})

test('what could not be saved is asked again', async () => {
  const { actor, api } = renderGoals(old({ title: 'Read' }))
  api.on('PATCH /api/goals/:id', answer(500, { message: 'Internal Server Error' }))
  await actor.click(await screen.findByRole('button', { name: 'Keep: Read' }))
  expect(await screen.findByText(/^Failed to update goal\./)).toBeVisible()
  expect(titlesAsked()).toEqual(['Read'])
})

test('the question is asked on the first seven days of a month, by the clock of the browser', () => {
  const asksOn = (day: string, goal = old()) => isUndecided(goal, new Date(`${day}T12:00:00`))
  expect(asksOn('2026-12-01')).toBe(true)
  expect(asksOn('2026-12-07')).toBe(true)
  expect(asksOn('2026-12-08')).toBe(false)
  expect(asksOn('2026-11-30')).toBe(false)
  expect(asksOn('2027-01-01', old({ keptOn: '2026-12-07' }))).toBe(true)
})
