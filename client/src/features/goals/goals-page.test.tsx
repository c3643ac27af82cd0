import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { GoalView } from '@shared/goals'
import { answer, offline } from '@/test/fake-api'
import { renderApp } from '@/test/render-app'

let made = 0
const goal = (given: Partial<GoalView>): GoalView => ({
  id: `3f6f0a1e-0000-4000-8000-${String(++made).padStart(12, '0')}`,
  userId: '0b0f8a52-6c1d-4f0e-9a55-0a3c1a5e7a01',
  title: 'Run',
  description: null,
  motivation: null,
  successIndicators: null,
  timeline: 'monthly',
  createdAt: '2024-03-10T10:00:00.000Z',
  updatedAt: '2024-03-10T10:00:00.000Z',
  ...given,
})

function answerConfirm(yes: boolean) {
  const confirm = vi.fn<() => boolean>(() => yes)
  vi.stubGlobal('confirm', confirm)
  return confirm
}

const card = (name: string) => within(screen.getByRole('region', { name }))

test('goals are grouped by timeline, each with what belongs to it', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00:00') })
  renderApp('/goals', {
    'GET /api/goals': [
      goal({ timeline: 'monthly', title: 'Read', description: 'Two books' }),
      goal({ timeline: 'annual', title: 'Run', description: 'Half a marathon' }),
      goal({ timeline: 'annual', title: 'Rest' }),
      goal({ timeline: 'long-term', title: 'Write a novel', description: 'Not shown' }),
    ],
  })
  expect(await screen.findByRole('heading', { level: 1, name: 'Goals' })).toBeVisible()
  expect(await screen.findByText('Write a novel')).toBeVisible()
  expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual([
    '5-Year Vision',
    '2025 Goals',
    'November Key Results',
  ])
  expect(card('5-Year Vision').getByText('Created Mar 2024')).toBeVisible()
  expect(screen.queryByText('Not shown')).toBeNull()
  expect(
    card('2025 Goals')
      .getAllByRole('heading', { level: 3 })
      .map((title) => title.textContent),
  ).toEqual(['Run', 'Rest'])
  expect(card('2025 Goals').getByText('Half a marathon')).toBeVisible()
  expect(card('November Key Results').getByText('Two books')).toBeVisible()
  expect(card('November Key Results').queryByText(/Created/)).toBeNull()
})

test('each empty card invites to its first goal', async () => {
  const { actor } = renderApp('/goals', { 'GET /api/goals': [] })
  expect(await screen.findByText('No long-term goals yet')).toBeVisible()
  expect(screen.getByText('Add your first 5-year goal')).toBeVisible()
  expect(screen.getByText('No annual goals yet')).toBeVisible()
  expect(screen.getByText('No monthly goals yet')).toBeVisible()
  expect(screen.getByText('Add your first monthly goal')).toBeVisible()
  await actor.click(screen.getByRole('link', { name: 'Add your first annual goal' }))
  expect(window.location.pathname).toBe('/goals/new')
  expect(await screen.findByRole('radio', { name: 'Annual' })).toBeChecked()
})

test('a skeleton has the shape of what comes', async () => {
  renderApp('/goals', { 'GET /api/goals': () => new Promise(() => {}) })
  expect(await screen.findByRole('region', { name: '5-Year Vision' })).toBeVisible()
  expect(screen.getByText('Loading…')).toBeInTheDocument()
  expect(screen.queryByText('No long-term goals yet')).toBeNull()
})

test('a failed load says so and tries again on request', async () => {
  const { actor, api } = renderApp('/goals', { 'GET /api/goals': offline })
  expect(await screen.findByText('Your goals could not be loaded')).toBeVisible()
  expect(screen.getByText(/cannot be reached/)).toBeVisible()
  expect(api.callsOf('GET /api/goals')).toHaveLength(1)
  api.on('GET /api/goals', [goal({ title: 'Run' })])
  await actor.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Run')).toBeVisible()
})

test('a list that could not be read again says that it may be out of date', async () => {
  const { actor, api } = renderApp('/goals', { 'GET /api/goals': [], 'POST /api/goals': answer(201, {}) })
  await actor.click(await screen.findByRole('button', { name: 'Add Goal' }))
  api.on('GET /api/goals', offline)
  await actor.type(await screen.findByLabelText('Goal Title'), 'Run')
  await actor.click(screen.getByRole('button', { name: 'Create Goal' }))
  expect(await screen.findByText('This list may be out of date')).toBeVisible()
  api.on('GET /api/goals', [goal({ title: 'Run' })])
  await actor.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Run')).toBeVisible()
  expect(screen.queryByText('This list may be out of date')).toBeNull()
})

test('Add Goal and the pencil of a goal lead to the forms', async () => {
  const run = goal({ title: 'Run' })
  const { actor } = renderApp('/goals', {
    'GET /api/goals': [run],
    'GET /api/goals/:id': run,
  })
  await actor.click(await screen.findByRole('button', { name: 'Edit Run' }))
  expect(window.location.pathname).toBe(`/goals/edit/${run.id}`)
  await actor.click(await screen.findByRole('button', { name: 'Back' }))
  await actor.click(await screen.findByRole('button', { name: 'Add Goal' }))
  expect(window.location.pathname).toBe('/goals/new')
})

test('a goal is deleted once that is confirmed, and the list is read again', async () => {
  const run = goal({ title: 'Run' })
  const rest = goal({ title: 'Rest' })
  const confirm = answerConfirm(true)
  let goals = [run, rest]
  const { actor, api } = renderApp('/goals', {
    'GET /api/goals': () => goals,
    'DELETE /api/goals/:id': () => void (goals = [rest]),
  })
  await actor.click(await screen.findByRole('button', { name: 'Delete Run' }))
  expect(confirm).toHaveBeenCalledWith('Are you sure you want to delete this goal?')
  expect(await screen.findByText('Goal deleted successfully')).toBeVisible()
  expect(screen.getByText('Success')).toBeVisible()
  expect(screen.queryByText('Run')).toBeNull()
  expect(screen.getByText('Rest')).toBeVisible()
  expect(api.callsOf('DELETE /api/goals/:id').map(({ path }) => path)).toEqual([`/api/goals/${run.id}`])
  await waitFor(() => expect(api.callsOf('GET /api/goals')).toHaveLength(2))
  expect(document.activeElement).not.toBe(document.body)
})

test('nothing is deleted when the question is answered with no', async () => {
  answerConfirm(false)
  const { actor, api } = renderApp('/goals', { 'GET /api/goals': [goal({ title: 'Run' })] })
  await actor.click(await screen.findByRole('button', { name: 'Delete Run' }))
  expect(api.callsOf('DELETE /api/goals/:id')).toEqual([])
  expect(screen.getByText('Run')).toBeVisible()
})

test('a goal stays in sight, its button busy, until the server has deleted it', async () => {
  answerConfirm(true)
  const { actor } = renderApp('/goals', {
    'GET /api/goals': [goal({ title: 'Run' }), goal({ title: 'Rest' })],
    'DELETE /api/goals/:id': () => new Promise(() => {}),
  })
  await actor.click(await screen.findByRole('button', { name: 'Delete Run' }))
  await actor.click(screen.getByRole('button', { name: 'Delete Rest' }))
  expect(screen.getByRole('button', { name: 'Delete Run' })).toBeDisabled()
  expect(screen.getByRole('button', { name: 'Delete Rest' })).toBeDisabled()
  expect(screen.getByText('Run')).toBeVisible()
})

test('a failed deletion says so, and the goal stays', async () => {
  answerConfirm(true)
  const { actor } = renderApp('/goals', {
    'GET /api/goals': [goal({ title: 'Run' })],
    'DELETE /api/goals/:id': answer(500, { message: 'Internal Server Error' }),
  })
  await actor.click(await screen.findByRole('button', { name: 'Delete Run' }))
  expect(await screen.findByText('Failed to delete goal')).toBeVisible()
  expect(screen.getByText('Error')).toBeVisible()
  expect(screen.getByText('Run')).toBeVisible()
})

test('a goal that was deleted elsewhere leaves the list', async () => {
  answerConfirm(true)
  let goals = [goal({ title: 'Run' })]
  const { actor } = renderApp('/goals', {
    'GET /api/goals': () => goals,
    'DELETE /api/goals/:id': () => {
      goals = []
      return answer(404, { message: 'Goal not found' })
    },
  })
  await actor.click(await screen.findByRole('button', { name: 'Delete Run' }))
  expect(await screen.findByText('No monthly goals yet')).toBeVisible()
  expect(await screen.findByText('Failed to delete goal')).toBeVisible()
})

test('a lost session is told and leads to the sign-in', async () => {
  const goTo = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  answerConfirm(true)
  const { actor } = renderApp('/goals', {
    'GET /api/goals': [goal({ title: 'Run' })],
    'DELETE /api/goals/:id': answer(401, { message: 'Unauthorized' }),
  })
  await actor.click(await screen.findByRole('button', { name: 'Delete Run' }))
  expect(await screen.findByText('You are logged out. Logging in again...')).toBeVisible()
  expect(screen.queryByText('Failed to delete goal')).toBeNull()
  await waitFor(() => expect(goTo).toHaveBeenCalledWith('/api/login'))
})

test('after a deletion the focus goes on to the next goal, and from the last one to the card', async () => {
  answerConfirm(true)
  let goals = [goal({ title: 'Run' }), goal({ title: 'Rest' })]
  const { actor } = renderApp('/goals', {
    'GET /api/goals': () => goals,
    'DELETE /api/goals/:id': ({ params }: { params: Record<string, string> }) =>
      void (goals = goals.filter(({ id }) => id !== params.id)),
  })
  await actor.click(await screen.findByRole('button', { name: 'Delete Run' }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Edit Rest' })).toHaveFocus())
  await actor.click(screen.getByRole('button', { name: 'Delete Rest' }))
  await screen.findByText('No monthly goals yet')
  expect(document.activeElement).toContainElement(screen.getByText('No monthly goals yet'))
})
