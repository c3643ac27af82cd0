import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer } from '@/test/fake-api'
import { aGoal } from '@/test/goals'
import { freezeToday } from '@/test/journal-today'
import { type Call, figure, routes, texts } from '@/test/progress'
import { renderApp } from '@/test/render-app'

freezeToday('2026-11-20')

const [home, read, run] = [
  aGoal({ title: 'A house', timeline: 'long-term' }),
  aGoal({ title: 'Read two novels' }),
  aGoal({ title: 'Run', achievedAt: '2026-11-19T10:00:00.000Z' }),
]
const activity = [
  { goalId: home.id, days: ['2026-10-31', '2026-11-18'] },
  { goalId: run.id, days: ['2026-11-02', '2026-11-05', '2026-11-18'] },
]
const withGoals = {
  ...routes,
  'GET /api/goals': [home, read, run],
  'GET /api/goals/activity': ({ query: { from = '', to = '' } }: Call) =>
    activity.flatMap(({ goalId, days }) => {
      const within = days.filter((day) => day >= from && day <= to)
      return within.length ? [{ goalId, days: within }] : []
    }),
}
const name = 'Goals in November'
const open = (search = '?month=2026-11', given: object = {}) =>
  renderApp(`/progress${search}`, { ...withGoals, ...given })

test('each goal with days in the month is a row, monthly ones first, whose days lead to reading them', async () => {
  open()
  const picture = within(await figure(name))
  expect(
    picture
      .getAllByRole('rowheader')
      .map((head) => head.textContent)
      .slice(0, 2),
  ).toEqual(['Run3 days', 'A house1 day'])
  const links = picture.getAllByRole('link')
  expect(links.map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')])).toEqual([
    ['Monday, November 2: Run', '/journal?day=2026-11-02'],
    ['Thursday, November 5: Run', '/journal?day=2026-11-05'],
    ['Wednesday, November 18: Run', '/journal?day=2026-11-18'],
    ['Wednesday, November 18: A house', '/journal?day=2026-11-18'],
  ])
})

test('the keyboard reaches one day, and from it all others', async () => {
  const { actor } = open()
  const picture = within(await figure(name))
  expect(picture.getAllByRole('link').filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1)
  picture.getByRole('link', { name: 'Monday, November 2: Run' }).focus()
  for (const [key, day] of [
    ['{ArrowLeft}', 'Monday, November 2: Run'],
    ['{ArrowRight}', 'Thursday, November 5: Run'],
    ['{End}', 'Wednesday, November 18: Run'],
    ['{ArrowDown}', 'Wednesday, November 18: A house'],
    ['{ArrowDown}', 'Wednesday, November 18: A house'],
    ['{ArrowUp}', 'Wednesday, November 18: Run'],
    ['{Home}', 'Monday, November 2: Run'],
    ['{ArrowDown}', 'Wednesday, November 18: A house'],
  ]) {
    await actor.keyboard(key!)
    await waitFor(() => expect(picture.getByRole('link', { name: day })).toHaveFocus())
  }
})

test('a finger, for which the days are too small, opens the days of the goal', async () => {
  open()
  const picture = within(await figure(name))
  const touch = () => {
    const day = picture.getByRole('link', { name: 'Thursday, November 5: Run' })
    fireEvent.pointerDown(day, { pointerType: 'touch' })
    fireEvent.click(day)
  }
  touch()
  expect(window.location.pathname).toBe('/progress')
  expect(picture.getByRole('link', { name: 'Thursday, November 5' })).toHaveTextContent('Nov 5')
  touch()
  expect(picture.queryByRole('link', { name: 'Thursday, November 5' })).toBeNull()
})

test('the days are a table too', async () => {
  open()
  const table = within(await figure(name)).getByRole('table', { name, hidden: true })
  expect(within(table).getAllByRole('row', { hidden: true }).map(texts)).toEqual([
    ['Goal', 'Days'],
    ['Run', '2, 5, 18'],
    ['A house', '18'],
  ])
})

test('the month before is of the same answer, and another year of another one', async () => {
  const { actor, api } = open('?month=2026-10')
  expect(within(await figure('Goals in October')).getByRole('link')).toHaveAccessibleName(
    'Saturday, October 31: A house',
  )
  await actor.click(screen.getByRole('button', { name: 'Next month' }))
  await figure(name)
  expect(api.callsOf('GET /api/goals/activity')).toMatchObject([
    { query: { from: '2026-01-01', to: '2026-12-31' } },
  ])
})

test('a month without such a day says so in one line, and who has no goals is told nothing', async () => {
  const { unmount } = open('?month=2026-11', { 'GET /api/goals/activity': [] })
  expect(await screen.findByText(/^No days for your goals in November yet/)).toBeVisible()
  unmount()
  const past = open('?month=2026-09')
  expect(await screen.findByText('No days for your goals in September.')).toBeVisible()
  past.unmount()
  open('?month=2026-09', { 'GET /api/goals': [] })
  await screen.findByText('No entries in September')
  await waitFor(() => expect(document.querySelector('.skeleton')).toBeNull())
  expect(screen.queryByRole('figure', { name: /^Goals/ })).toBeNull()
})

test('a failure is told once, and the days are loaded on request', async () => {
  const { actor, api } = open('?month=2026-11', { 'GET /api/goals/activity': answer(500, {}) })
  expect(await screen.findByText("We couldn't load your goals")).toBeVisible()
  expect(await figure('Moods in November 2026')).toBeVisible()
  api.on('GET /api/goals/activity', withGoals['GET /api/goals/activity'])
  await actor.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await figure(name)).toBeVisible()
})

test('where nothing could be loaded, one failure is shown', async () => {
  const failing = answer(500, {})
  open('?month=2026-11', {
    'GET /api/analytics/days': failing,
    'GET /api/goals': failing,
    'GET /api/goals/activity': failing,
  })
  await screen.findByText("We couldn't load this month")
  expect(screen.getAllByRole('button', { name: 'Retry' })).toHaveLength(1)
})

test('of forty goals eight are shown at first', async () => {
  const many = Array.from({ length: 40 }, (_, i) => aGoal({ title: `Goal ${i}` }))
  const { actor } = open('?month=2026-11', {
    'GET /api/goals': many,
    'GET /api/goals/activity': many.map(({ id }) => ({ goalId: id, days: ['2026-11-03'] })),
  })
  const picture = within(await figure(name))
  const shown = () => picture.getAllByRole('link').length
  expect(shown()).toBe(8)
  await actor.click(picture.getByRole('button', { name: 'Show all 40' }))
  expect(shown()).toBe(40)
  expect(picture.getByRole('link', { name: 'Tuesday, November 3: Goal 8' })).toHaveFocus()
  await actor.click(picture.getByRole('button', { name: 'Show fewer' }))
  expect(shown()).toBe(8)
})

test('the way back from a day is to the goals and days as they were left', async () => {
  const many = Array.from({ length: 9 }, (_, i) => aGoal({ title: `Goal ${i}` }))
  const { actor } = open('?month=2026-11', {
    'GET /api/goals': many,
    'GET /api/goals/activity': many.map(({ id }) => ({ goalId: id, days: ['2026-11-03'] })),
    'GET /api/journal-entries/by-date/:date': answer(404, { message: 'Journal entry not found' }),
  })
  await actor.click(within(await figure(name)).getByRole('button', { name: 'Show all 9' }))
  const square = screen.getByRole('link', { name: 'Tuesday, November 3: Goal 8' })
  fireEvent.pointerDown(square, { pointerType: 'touch' })
  fireEvent.click(square)
  const inDays = () =>
    within(screen.getByRole('figure', { name })).getByRole('link', { name: 'Tuesday, November 3' })
  await actor.click(inDays())
  await screen.findByRole('heading', { name: 'November 3, 2026' })
  await actor.click(screen.getByRole('button', { name: 'Close' }))
  await figure(name)
  expect(screen.getByRole('link', { name: 'Tuesday, November 3: Goal 8' })).toBeVisible()
  await waitFor(() => expect(inDays()).toHaveFocus())
})
