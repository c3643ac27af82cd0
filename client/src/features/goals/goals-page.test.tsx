import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { answer, maintenance, offline, refused } from '@/test/fake-api'
import { aGoal } from '@/test/goals'
import { renderApp } from '@/test/render-app'

const card = (name: string) => within(screen.getByRole('region', { name }))

test('goals are grouped by timeline, each with what belongs to it', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00:00') })
  renderApp('/goals', {
    'GET /api/goals': [
      aGoal({ timeline: 'monthly', title: 'Read', description: 'Two books' }),
      aGoal({ timeline: 'annual', title: 'Run', description: 'Half a marathon' }),
      aGoal({ timeline: 'annual', title: 'Rest' }),
      aGoal({ timeline: 'long-term', title: 'Write a novel', description: 'Not shown' }),
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

test.each([
  ['a server that is away has refused', refused(503, 60)],
  ['a proxy has refused with a date', maintenance(60)],
])('what %s is not asked again before its Retry-After, except by Retry', async (_, refusal) => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { actor, api } = renderApp('/goals', {
    'GET /api/goals': refusal,
    'GET /api/journal-entries': [],
    'GET /api/analytics/days': [],
  })
  const asked = () => api.callsOf('GET /api/goals').length
  const skeleton = vi.fn<() => void>()
  async function goAndReturn() {
    await actor.click(screen.getByRole('link', { name: 'Journal' }))
    await screen.findByRole('heading', { level: 1, name: /Journal/ })
    const observer = new MutationObserver(
      () => screen.queryByRole('region', { name: '2025 Goals' }) && skeleton(),
    )
    observer.observe(document.body, { childList: true, subtree: true })
    await actor.click(screen.getByRole('link', { name: 'Goals' }))
    await screen.findByText("We couldn't load your goals")
    observer.disconnect()
  }
  await screen.findByText("We couldn't load your goals")
  await goAndReturn()
  expect([asked(), skeleton.mock.calls.length]).toEqual([1, 0])
  await actor.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(asked()).toBe(2))
  vi.setSystemTime(Date.now() + 61_000)
  await goAndReturn()
  expect(asked()).toBe(3)
})

test('a failed load says so and tries again on request', async () => {
  const { actor, api } = renderApp('/goals', { 'GET /api/goals': offline })
  expect(await screen.findByText("We couldn't load your goals")).toBeVisible()
  expect(screen.getByText(/can't reach/)).toBeVisible()
  expect(api.callsOf('GET /api/goals')).toHaveLength(1)
  api.on('GET /api/goals', [aGoal({ title: 'Run' })])
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
  api.on('GET /api/goals', [aGoal({ title: 'Run' })])
  await actor.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Run')).toBeVisible()
  expect(screen.queryByText('This list may be out of date')).toBeNull()
})

test('Add Goal and the pencil of a goal lead to the forms', async () => {
  const run = aGoal({ title: 'Run' })
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
