import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { GoalView } from '@shared/goals'
import { answer } from '@/test/fake-api'
import { aGoal, answerConfirm } from '@/test/goals'
import { renderApp } from '@/test/render-app'
import { endedPeriod } from './undecided-goals'

const at = (day: string) => vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${day}T12:00:00`) })
beforeEach(() => void at('2026-12-02'))

const old = (given: Partial<GoalView> = {}) => aGoal({ createdAt: '2026-11-10T12:00:00.000Z', ...given })
const question = 'November is over. Which of these goals do you want to keep?'
const asked = (name = question) => within(screen.getByRole('group', { name }))
const titlesAsked = (name?: string) =>
  asked(name)
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
  expect(await screen.findByText(/^Your change to that goal wasn't saved\./)).toBeVisible()
  expect(titlesAsked()).toEqual(['Read'])
})

test('at new year it is asked about the goals of the year, kept, achieved or let go like those of a month', async () => {
  at('2027-01-05')
  answerConfirm(true)
  const annual = { timeline: 'annual', createdAt: '2026-02-10T12:00:00.000Z' } as const
  const { actor, api } = renderGoals(
    aGoal({ ...annual, title: 'Read' }),
    aGoal({ ...annual, title: 'Run' }),
    aGoal({ ...annual, title: 'Sail' }),
    aGoal({ ...annual, title: 'Done', achievedAt: '2026-11-20T12:00:00.000Z' }),
    aGoal({ ...annual, title: 'New', createdAt: '2027-01-01T12:00:00.000Z' }),
    aGoal({ ...annual, title: 'Vision', timeline: 'long-term' }),
  )
  const ofTheYear = '2026 is over. Which of these goals do you want to keep?'
  await screen.findByText(ofTheYear)
  expect(titlesAsked(ofTheYear)).toEqual(['Read', 'Run', 'Sail'])
  expect(
    within(screen.getByRole('region', { name: '2025 Goals' })).getByRole('group', { name: ofTheYear }),
  ).toBeVisible()
  await actor.click(screen.getByRole('button', { name: 'Keep: Read' }))
  await actor.click(screen.getByRole('checkbox', { name: 'Mark as achieved: Run' }))
  await actor.click(screen.getByRole('button', { name: 'Delete Sail' }))
  await waitFor(() => expect(screen.queryByText('Sail')).toBeNull())
  expect(api.callsOf('PATCH /api/goals/:id')).toMatchObject([
    { body: { keptOn: '2027-01-05' } },
    { body: { achieved: true } },
  ])
  expect(screen.queryByRole('button', { name: /^Keep/ })).toBeNull()
})

test('each goal is asked about under the month that it belongs to', async () => {
  at('2027-01-03')
  renderGoals(
    old({ title: 'Last touched in November', keptOn: '2026-11-03' }),
    old({ title: 'Of December', createdAt: '2026-12-05T12:00:00.000Z' }),
    old({ title: 'Of a year ago', createdAt: '2025-12-20T12:00:00.000Z' }),
    old({ title: 'Kept in December', keptOn: '2026-12-02' }),
  )
  await screen.findByText('December is over. Which of these goals do you want to keep?')
  const groups = screen.getAllByRole('group', { name: /is over/ }).map((group) => [
    group.querySelector('p')?.textContent,
    ...within(group)
      .getAllByRole('heading')
      .map(({ textContent }) => textContent),
  ])
  expect(groups).toEqual([
    ['December is over. Which of these goals do you want to keep?', 'Of December', 'Kept in December'],
    ['November is over. Which of these goals do you want to keep?', 'Last touched in November'],
    ['December 2025 is over. Which of these goals do you want to keep?', 'Of a year ago'],
  ])
})

test('the question is asked on the first seven days of a month or year, by the clock of the browser', () => {
  const asksOn = (day: string, goal = old()) => endedPeriod(goal, new Date(`${day}T12:00:00`))
  expect(asksOn('2026-12-01')).toBe('2026-11')
  expect(asksOn('2026-12-07')).toBe('2026-11')
  expect(asksOn('2026-12-08')).toBeUndefined()
  expect(asksOn('2026-11-30')).toBeUndefined()
  expect(asksOn('2027-01-01', old({ keptOn: '2026-12-07' }))).toBe('2026-12')
  const annual = old({ timeline: 'annual' })
  expect(asksOn('2027-01-01', annual)).toBe('2026')
  expect(asksOn('2027-01-07', annual)).toBe('2026')
  expect(asksOn('2027-01-08', annual)).toBeUndefined()
  expect(asksOn('2027-02-01', annual)).toBeUndefined()
  expect(asksOn('2026-12-01', annual)).toBeUndefined()
  expect(asksOn('2028-01-01', { ...annual, keptOn: '2027-01-02' })).toBe('2027')
})
