import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { answer, offline, type Routes } from '@/test/fake-api'
import { aGoal } from '@/test/goals'
import { renderApp } from '@/test/render-app'

const run = aGoal({ title: 'Run' })
const entryId = '3f6f0a1e-0000-4000-8000-00000000000e'
const on = (entryDate: string, firstLine = '') => ({ entryId, entryDate, mood: null, firstLine })

function openGoals(days: string[], routes: Routes = {}, goals = [run]) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T12:00:00') })
  return renderApp('/goals', {
    'GET /api/goals': goals,
    'GET /api/goals/activity': days.length ? [{ goalId: run.id, days }] : [],
    ...routes,
  })
}
const line = (name: string) => screen.findByRole('button', { name: `${name}: Run` })

test.each([
  [['2026-11-02', '2026-11-03', '2026-11-20'], '3 days in November, last on Friday 20'],
  [['2026-10-31', '2026-11-01'], '1 day in November, on Sunday 1'],
  [['2026-03-01', '2026-10-30'], 'Last on October 30, 2026'],
  [['2025-11-21'], 'Last on November 21, 2025'],
  [['2025-10-17'], 'Last on October 17, 2025'],
  [['2026-11-20', '2026-11-27'], '1 day in November, on Friday 20'],
  [['2026-11-27'], 'On November 27, 2026'],
  [['2026-12-03', '2026-12-10'], 'On December 3, 2026'],
])('a goal with the days %s says: %s', async (days, words) => {
  const { api } = openGoals(days)
  expect((await line(words)).textContent).toBe(words)
  expect(api.callsOf('GET /api/goals/activity').map(({ query }) => query)).toEqual([
    { from: '2025-12-22', to: '2026-12-22', earlier: 'true' },
  ])
})

test('a goal without days says nothing of them', async () => {
  openGoals([])
  expect(await screen.findByText('Run')).toBeVisible()
  await waitFor(() => expect(document.querySelector('.skeleton')).toBeNull())
  expect(screen.queryByText(/days? in|Last on|couldn't load/)).toBeNull()
})

test('the line of days is awaited, and that the days could not be read is said once for all goals', async () => {
  let answerNow: (given: unknown) => void = () => {}
  const slow = new Promise((resolve) => (answerNow = resolve))
  const goals = [run, aGoal({ title: 'Read' })]
  const { actor, api } = openGoals([], { 'GET /api/goals/activity': () => slow }, goals)
  await waitFor(() => expect(api.callsOf('GET /api/goals')).toHaveLength(1))
  expect(screen.queryByText('Run')).toBeNull()
  // Not for longer than a second.
  expect(await screen.findByText('Run', undefined, { timeout: 5_000 })).toBeVisible()
  answerNow(answer(500, {}))
  expect(await screen.findByRole('alert')).toHaveTextContent("We couldn't load the days of your goals.")
  api.on('GET /api/goals/activity', [{ goalId: run.id, days: ['2026-11-20'] }])
  await actor.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await line('1 day in November, on Friday 20')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the line opens the days, newest first, each with its first words and a link to reading it', async () => {
  const first = Array.from({ length: 10 }, (_, n) => on(`2026-11-${20 - n}`, n ? '' : 'Ten miles'))
  const { actor, api } = openGoals(['2026-11-20'], {
    'GET /api/goals/:id/days': ({ query }: { query: { before?: string } }) =>
      query.before ? [on('2024-02-29', 'The first run')] : first,
  })
  await actor.click(await line('1 day in November, on Friday 20'))
  const list = within(await screen.findByRole('list', { name: 'Days for Run' }))
  expect(list.getAllByRole('link')).toHaveLength(10)
  expect(list.getAllByRole('link')[0]).toHaveAccessibleName('November 20, 2026 Ten miles')
  expect(list.getAllByRole('link')[0]).toHaveAttribute('href', '/journal?day=2026-11-20')
  await actor.click(screen.getByRole('button', { name: 'Show earlier days' }))
  expect(await list.findByText('The first run')).toBeVisible()
  expect(list.getByRole('link', { name: /The first run/ })).toHaveFocus()
  expect(screen.queryByRole('button', { name: 'Show earlier days' })).toBeNull()
  expect(api.callsOf('GET /api/goals/:id/days').map(({ query }) => query)).toEqual([
    { limit: '10' },
    { before: '2026-11-11', limit: '10' },
  ])
})

test('days that could not be read can be asked for again', async () => {
  const { actor, api } = openGoals(['2026-11-20'], { 'GET /api/goals/:id/days': offline })
  await actor.click(await line('1 day in November, on Friday 20'))
  expect(await screen.findByText(/We couldn't load these days/)).toBeVisible()
  api.on('GET /api/goals/:id/days', [on('2026-11-20', '# Ten *miles*')])
  await actor.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Ten miles')).toBeVisible()
  expect(screen.getByRole('link', { name: /Ten miles/ })).toHaveFocus()
})

test('the way back from a day is to the goals as they were left', async () => {
  const others = Array.from({ length: 6 }, (_, n) => aGoal({ title: `Goal ${n}`, motivation: 'To live' }))
  const { actor } = openGoals(
    ['2026-11-20'],
    {
      'GET /api/goals/:id/days': [on('2026-11-20', 'Ten miles')],
      'GET /api/journal-entries/by-date/:date': answer(404, { message: 'Not found' }),
      'GET /api/analytics/days': [],
    },
    [...others, run],
  )
  await actor.click(await screen.findByRole('button', { name: 'Show all 7' }))
  await actor.click(screen.getByRole('button', { name: 'Show why: Goal 0' }))
  await actor.click(await line('1 day in November, on Friday 20'))
  await actor.click(await screen.findByRole('link', { name: /Ten miles/ }))
  await screen.findByRole('heading', { name: 'November 20, 2026' })
  window.history.back()
  const day = await screen.findByRole('link', { name: /Ten miles/ })
  await waitFor(() => expect(day).toHaveFocus())
  expect(screen.getByText('To live')).toBeVisible()
})

test('the earlier days that were shown are there after half an hour of writing', async () => {
  const first = Array.from({ length: 10 }, (_, n) => on(`2026-11-${20 - n}`))
  const { actor } = openGoals(['2026-11-20'], {
    'GET /api/goals/:id/days': ({ query }: { query: { before?: string } }) =>
      query.before ? [on('2024-02-29', 'The first run')] : first,
    'GET /api/journal-entries/by-date/:date': answer(404, { message: 'Not found' }),
    'GET /api/analytics/days': [],
  })
  await actor.click(await line('1 day in November, on Friday 20'))
  await actor.click(await screen.findByRole('button', { name: 'Show earlier days' }))
  const earlier = await screen.findByRole('link', { name: /The first run/ })
  vi.useFakeTimers({ shouldAdvanceTime: true, now: Date.now() })
  fireEvent.click(earlier)
  await screen.findByRole('heading', { name: 'February 29, 2024' })
  await act(() => vi.advanceTimersByTimeAsync(30 * 60_000))
  window.history.back()
  expect(await screen.findByRole('link', { name: /The first run/ })).toBeVisible()
})
