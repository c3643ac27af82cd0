import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { GoalView } from '@shared/goals'
import { answer, offline } from '@/test/fake-api'
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

type Patch = { params: Record<string, string>; body: { keptOn?: string | null; achieved?: boolean } }

function renderGoals(...goals: GoalView[]) {
  return renderApp('/goals', {
    'GET /api/goals': () => goals,
    'PATCH /api/goals/:id': ({ params, body }: Patch) => {
      const { keptOn = null, achieved } = body
      const achievedAt = achieved ? new Date().toISOString() : null
      goals = goals.map((goal) => (goal.id === params.id ? { ...goal, keptOn, achievedAt } : goal))
      return goals.find(({ id }) => id === params.id)
    },
    'DELETE /api/goals/:id': ({ params }: { params: Record<string, string> }) =>
      void (goals = goals.filter(({ id }) => id !== params.id)),
  })
}

/** Also the clock of timers, which goes on by itself. */
const controlTimers = () =>
  vi.useFakeTimers({
    toFake: ['Date', 'setTimeout', 'clearTimeout'],
    now: new Date('2026-12-02T12:00:00'),
    shouldAdvanceTime: true,
  })
const tenSecondsLater = () => act(() => vi.advanceTimersByTimeAsync(10_000))
const button = (name: string) => screen.getByRole('button', { name })
const deletions = 'DELETE /api/goals/:id'

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

test('Keep is kept by the server and says so for some seconds, and the goal goes on among the others', async () => {
  controlTimers()
  const read = old({ title: 'Read' })
  const { actor, api } = renderGoals(read, old({ title: 'Run' }))
  await actor.click(await screen.findByRole('button', { name: 'Keep: Read' }))
  expect(await screen.findByText('Kept for December')).toHaveRole('status')
  expect(titlesAsked()).toEqual(['Read', 'Run'])
  expect(button('Keep: Run')).toHaveFocus()
  expect(api.callsOf('PATCH /api/goals/:id')).toMatchObject([
    { path: `/api/goals/${read.id}`, body: { keptOn: '2026-12-02' } },
  ])
  await tenSecondsLater()
  expect(titlesAsked()).toEqual(['Run'])
  await actor.click(button('Keep: Run'))
  await screen.findByText('Kept for December')
  await tenSecondsLater()
  expect(screen.queryByText(question)).toBeNull()
  expect(screen.getByText('Read')).toBeVisible()
  expect(screen.getByText('Run')).toBeVisible()
})

test('Undo asks about a goal again as it was', async () => {
  const before = { Read: null, Run: '2026-11-03' }
  const { actor, api } = renderGoals(
    ...Object.entries(before).map(([title, keptOn]) => old({ title, keptOn })),
  )
  await screen.findByText(question)
  for (const [title, keptOn] of Object.entries(before)) {
    await actor.click(button(`Keep: ${title}`))
    await actor.click(await screen.findByRole('button', { name: `Undo: ${title}` }))
    await waitFor(() => expect(button(`Keep: ${title}`)).toHaveFocus())
    await waitFor(() =>
      expect(api.callsOf('PATCH /api/goals/:id').at(-1)).toMatchObject({ body: { keptOn } }),
    )
  }
  await actor.click(button('Achieved: Run'))
  await actor.click(await screen.findByRole('button', { name: 'Undo: Run' }))
  await waitFor(() =>
    expect(api.callsOf('PATCH /api/goals/:id').at(-1)).toMatchObject({ body: { achieved: false } }),
  )
  await actor.click(button('Let go: Run'))
  await actor.click(button('Undo: Run'))
  expect(titlesAsked()).toEqual(['Read', 'Run'])
  expect(button('Keep: Run')).toHaveFocus()
})

describe('Let go', () => {
  test('deletes a goal after some seconds, without a question', async () => {
    controlTimers()
    const confirm = answerConfirm(false)
    const { actor, api } = renderGoals(old({ title: 'Read' }), old({ title: 'Run' }))
    await screen.findByText(question)
    expect(screen.getByText(/deletes it and its links to your days\. The entries stay\./)).toBeVisible()
    await actor.click(button('Let go: Read'))
    expect(screen.getByText((_, element) => element?.textContent === 'Let go of Read')).toHaveRole('status')
    expect(api.callsOf(deletions)).toEqual([])
    await tenSecondsLater()
    expect(api.callsOf(deletions)).toHaveLength(1)
    expect(titlesAsked()).toEqual(['Run'])
    expect(await screen.findByText('Goal deleted successfully')).toBeVisible()
    expect(confirm).not.toHaveBeenCalled()
  })

  test('that was undone deletes nothing', async () => {
    controlTimers()
    const { actor, api, unmount } = renderGoals(old({ title: 'Read' }))
    await screen.findByText(question)
    await actor.click(button('Let go: Read'))
    await actor.click(button('Undo: Read'))
    await tenSecondsLater()
    unmount()
    expect(api.callsOf(deletions)).toEqual([])
  })

  test('deletes at once when the screen is left', async () => {
    const { actor, api } = renderGoals(old({ title: 'Read' }))
    await screen.findByText(question)
    await actor.click(button('Let go: Read'))
    await actor.click(screen.getAllByRole('link', { name: 'Home' })[0]!)
    await waitFor(() => expect(api.callsOf(deletions)).toHaveLength(1))
  })

  test.each([
    ['the server refuses', answer(500, { message: 'Internal Server Error' })],
    ['there is no network', offline],
  ])('leaves the goal there when %s', async (_, outcome) => {
    controlTimers()
    const { actor, api } = renderGoals(old({ title: 'Read' }))
    api.on(deletions, outcome)
    await screen.findByText(question)
    await actor.click(button('Let go: Read'))
    await tenSecondsLater()
    expect(await screen.findByText('Failed to delete goal')).toBeVisible()
    expect(await screen.findByRole('button', { name: 'Keep: Read' })).toBeVisible()
  })
})

test('all of them can be kept at once, the folded ones too', async () => {
  controlTimers()
  const { actor, api } = renderGoals(...Array.from({ length: 7 }, (_, i) => old({ title: `Goal ${i}` })))
  await screen.findByText(question)
  expect(asked().getAllByRole('button').slice(-2)).toEqual([button('Show all 7'), button('Keep all 7')])
  await actor.click(button('Keep all 7'))
  expect(await screen.findByText('7 goals kept for December')).toHaveRole('status')
  expect(screen.getAllByText('Kept for December')).toHaveLength(5)
  await waitFor(() => expect(api.callsOf('PATCH /api/goals/:id')).toHaveLength(7))
  await actor.click(button('Undo'))
  await waitFor(() => expect(api.callsOf('PATCH /api/goals/:id')).toHaveLength(14))
  await actor.click(await screen.findByRole('button', { name: 'Keep all 7' }))
  await screen.findByText('7 goals kept for December')
  await tenSecondsLater()
  expect(screen.queryByText(question)).toBeNull()
  expect(document.activeElement).toContainElement(screen.getByText('Goal 0'))
  expect(document.activeElement).not.toBe(document.body)
})

test('a goal can be marked as achieved or deleted there as in every row', async () => {
  answerConfirm(true)
  const { actor, api } = renderGoals(old({ title: 'Read' }), old({ title: 'Run' }))
  await actor.click(await screen.findByRole('checkbox', { name: 'Mark as achieved: Read' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Keep: Read' })).toBeNull())
  expect(api.callsOf('PATCH /api/goals/:id')).toMatchObject([{ body: { achieved: true } }])
  await actor.click(button('Delete Run'))
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
  await actor.click(button('Keep: Read'))
  expect(await screen.findByText('Kept for 2027')).toBeVisible()
  await actor.click(button('Achieved: Run'))
  await actor.click(button('Let go: Sail'))
  expect(api.callsOf('PATCH /api/goals/:id')).toMatchObject([
    { body: { keptOn: '2027-01-05' } },
    { body: { achieved: true } },
  ])
  expect(screen.queryByRole('button', { name: /^Keep/ })).toBeNull()
  expect(screen.getAllByRole('button', { name: /^Undo/ })).toHaveLength(3)
  // So that nothing is deleted when the screen is left.
  await actor.click(button('Undo: Sail'))
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
