import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { answer, offline } from '@/test/fake-api'
import { renderApp } from '@/test/render-app'

const analytics = (weeklyCount: number, streak: number) => ({
  'GET /api/analytics/weekly-count': { weeklyCount },
  'GET /api/analytics/streak': { streak },
  'GET /api/analytics/days': [],
  'GET /api/goals/activity': [],
})
const friday = new Date('2026-11-20T12:00:00')

test('the week shows what was written, day by day', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: friday })
  renderApp('/progress', analytics(4, 12))
  expect(await screen.findByText('4 of 7 days completed this week')).toBeVisible()
  const week = within(screen.getByRole('region', { name: 'This Week' }))
  expect(week.getByText('Journal Consistency')).toBeVisible()
  const tiles = week.getAllByRole('listitem')
  // The tiles count: their words name no day, which need not be the one that was written.
  expect(tiles.map((tile) => tile.textContent)).toEqual([
    'M1 of 7: completed',
    'T2 of 7: completed',
    'W3 of 7: completed',
    'T4 of 7: completed',
    'F5 of 7: not completed',
    'S6 of 7: not completed',
    'S7 of 7: not completed',
  ])
  expect(tiles.map((tile) => tile.getAttribute('aria-current'))).toEqual([
    null,
    null,
    null,
    null,
    'date',
    null,
    null,
  ])
})

test("week and streak are those of the browser's day, like the picture; a clock that is wrong takes the server's", async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: friday })
  const { api } = renderApp('/progress', analytics(4, 12))
  await screen.findByText('4 of 7 days completed this week')
  const calls = ['GET /api/analytics/weekly-count', 'GET /api/analytics/streak']
  for (const call of calls) expect(api.callsOf(call)).toMatchObject([{ query: { date: '2026-11-20' } }])

  vi.setSystemTime(new Date('2031-01-01T12:00:00'))
  const ifToday =
    (count: object) =>
    ({ query }: { query: { date?: string } }) =>
      query.date ? answer(400, { message: 'date must be at most one day from today' }) : count
  api.on('GET /api/analytics/weekly-count', ifToday({ weeklyCount: 2 }))
  api.on('GET /api/analytics/streak', ifToday({ streak: 5 }))
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(await screen.findByText('2 of 7 days completed this week')).toBeVisible()
})

test.each([
  [12, 41, 'Longest: 41 days', undefined],
  [1, 1, 'Longest: 1 day', undefined],
  [30, 30, 'Longest: 30 days', /^Thirty days/],
  [100, 365, 'Longest: 365 days', /^A hundred days/],
  [365, 365, 'Longest: 365 days', /^A whole year/],
  // A streak that was broken is not commented on.
  [0, 41, 'Longest: 41 days', undefined],
])('a streak of %i days stands beside the longest of %i', async (streak, longest, words, sentence) => {
  renderApp('/progress', { ...analytics(4, streak), 'GET /api/analytics/streak': { streak, longest } })
  expect(await screen.findByText(words)).toBeVisible()
  const card = within(screen.getByRole('region', { name: 'Current Streak' }))
  if (sentence) expect(card.getByText(sentence)).toBeVisible()
  else expect(card.queryByText(/habit|row\.|book/)).toBeNull()
})

test.each([0, undefined])('no longest streak is shown if it is %s', async (longest) => {
  renderApp('/progress', { ...analytics(0, 0), 'GET /api/analytics/streak': { streak: 0, longest } })
  await screen.findByText('Goal: 30 days')
  expect(screen.queryByText(/^Longest/)).toBeNull()
})

test.each([
  [0, 'days in a row', '0%'],
  [1, 'day', '3.33333%'],
  [15, 'days in a row', '50%'],
  [30, 'days in a row', '100%'],
  [365, 'days in a row', '100%'],
])('a streak of %i is followed by "%s" and fills %s of the bar', async (streak, words, width) => {
  renderApp('/progress', analytics(1, streak))
  expect(await screen.findByText(words)).toBeVisible()
  const card = within(screen.getByRole('region', { name: 'Current Streak' }))
  expect(card.getByText(String(streak))).toBeVisible()
  expect(card.getByText('Goal: 30 days')).toBeVisible()
  const bar = card.getByRole('progressbar', { name: 'Current Streak' })
  expect(bar).toHaveAttribute('aria-valuetext', `${streak} of 30 days`)
  expect(parseFloat((bar.firstElementChild as HTMLElement).style.width)).toBeCloseTo(parseFloat(width), 3)
})

test('Weekly is open first; what more is to come ends Monthly and Annual', async () => {
  const { actor } = renderApp('/progress', { ...analytics(1, 1), 'GET /api/goals': [] })
  expect(await screen.findByRole('heading', { level: 1, name: 'Progress' })).toBeVisible()
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Weekly', 'Monthly', 'Annual'])
  expect(screen.getByRole('tab', { name: 'Weekly' })).toHaveAttribute('aria-selected', 'true')
  for (const period of ['Monthly', 'Annual']) {
    await actor.click(screen.getByRole('tab', { name: period }))
    const card = screen.getByRole('region', { name: `${period} Progress` })
    expect(await within(card).findByRole('figure', { name: /^Moods in/ })).toBeVisible()
    expect(card.lastElementChild).toHaveTextContent('More detailed analytics coming soon')
  }
  expect(screen.queryByText('This Week')).toBeNull()
})

test.each([{ button: 2 }, { button: 1 }, { ctrlKey: true }])(
  'a press with %j opens no tab',
  async (press) => {
    renderApp('/progress', analytics(1, 1))
    fireEvent.mouseDown(await screen.findByRole('tab', { name: 'Monthly' }), press)
    expect(screen.getByRole('tab', { name: 'Weekly' })).toHaveAttribute('aria-selected', 'true')
  },
)

test('skeletons show until the numbers are there', async () => {
  renderApp('/progress', {
    ...analytics(0, 0),
    'GET /api/analytics/weekly-count': () => new Promise(() => {}),
    'GET /api/analytics/streak': () => new Promise(() => {}),
  })
  expect(await screen.findByText('This Week')).toBeVisible()
  expect(await screen.findByRole('figure', { name: 'Moods this week' })).toBeVisible()
  expect(screen.getAllByText('Loading…')).toHaveLength(2)
  expect(screen.queryByText(/completed this week/)).toBeNull()
})

test('what could not be loaded is told, and loaded again on request', async () => {
  const { actor, api } = renderApp('/progress', {
    ...analytics(3, 0),
    'GET /api/analytics/streak': answer(500, {}),
  })
  expect(await screen.findByText("We couldn't load your progress")).toBeVisible()
  expect(screen.getByText('3 of 7 days completed this week')).toBeVisible()
  api.on('GET /api/analytics/streak', { streak: 2 })
  await actor.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('days in a row')).toBeVisible()
  expect(screen.queryByText("We couldn't load your progress")).toBeNull()
  expect(api.callsOf('GET /api/analytics/weekly-count')).toHaveLength(1)
})

test('without a connection one failure is shown, and nothing is asked twice', async () => {
  const { api } = renderApp('/progress', {
    'GET /api/analytics/weekly-count': offline,
    'GET /api/analytics/streak': offline,
    'GET /api/analytics/days': offline,
  })
  expect(await screen.findAllByRole('button', { name: 'Retry' })).toHaveLength(1)
  expect(api.calls).toHaveLength(4)
})

test("yesterday's numbers are counted again", async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: friday })
  const { actor, api } = renderApp('/progress', { ...analytics(5, 5), 'GET /api/goals': [] })
  expect(await screen.findByText('5 of 7 days completed this week')).toBeVisible()
  await actor.click(screen.getByRole('link', { name: 'Goals' }))
  vi.setSystemTime(new Date('2026-11-23T08:00:00'))
  api.on('GET /api/analytics/weekly-count', { weeklyCount: 0 })
  await actor.click(screen.getByRole('link', { name: 'Progress' }))
  expect(await screen.findByText('0 of 7 days completed this week')).toBeVisible()
  await waitFor(() => expect(api.callsOf('GET /api/analytics/streak')).toHaveLength(2))
})

test('days are read again when the date has changed', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: friday })
  const { api } = renderApp('/progress', analytics(1, 1))
  expect(await screen.findByRole('link', { name: 'Friday, November 20: No entry' })).toBeVisible()
  api.on('GET /api/analytics/days', [{ date: '2026-11-20', mood: 'happy', id: 'a' }])
  vi.setSystemTime(new Date('2026-11-21T00:01:00'))
  fireEvent(document, new Event('visibilitychange'))
  expect(await screen.findByRole('link', { name: 'Friday, November 20: Happy' })).toBeVisible()
})
