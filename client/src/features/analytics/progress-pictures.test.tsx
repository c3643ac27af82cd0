import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { answer } from '@/test/fake-api'
import { aGoal } from '@/test/goals'
import { renderApp } from '@/test/render-app'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00:00') }))

const stored = [
  { date: '2025-11-19', mood: 'sad', id: 'a' },
  { date: '2025-11-20', mood: 'sad', id: 'b' },
  { date: '2025-12-24', mood: 'very-happy', id: 'c' },
  { date: '2026-10-31', mood: 'neutral', id: 'd' },
  { date: '2026-11-01', mood: 'happy', id: 'e' },
  { date: '2026-11-02', mood: 'very-happy', id: 'f' },
  { date: '2026-11-18', mood: 'happy', id: 'g' },
]
type Call = { query: Record<string, string> }
const routes = {
  'GET /api/analytics/weekly-count': { weeklyCount: 1 },
  'GET /api/analytics/streak': { streak: 0 },
  'GET /api/analytics/days': ({ query: { from = '', to = '' } }: Call) =>
    stored.filter(({ date }) => date >= from && date <= to),
  'GET /api/goals': [
    aGoal({ title: 'Run', achievedAt: '2026-03-10T12:00:00.000Z' }),
    aGoal({ title: 'Read', achievedAt: '2026-03-28T12:00:00.000Z' }),
    aGoal({ title: 'Sleep', achievedAt: '2025-12-10T12:00:00.000Z' }),
    aGoal({ title: 'Still open' }),
  ],
}
const figure = (name: string) => screen.findByRole('figure', { name })
const day = (name: string) => screen.getByRole('link', { name })
const texts = (row: HTMLElement) => [...row.children].map((cell) => cell.textContent)

test('the row of the week has the days that were written, not as many as were', async () => {
  const { api } = renderApp('/progress', routes)
  const week = within(await figure('Moods this week'))
  await week.findByRole('link', { name: 'Wednesday, November 18: Happy' })
  expect(week.getAllByRole('link').map((link) => link.getAttribute('aria-label'))).toEqual([
    'Monday, November 16: No entry',
    'Tuesday, November 17: No entry',
    'Wednesday, November 18: Happy',
    'Thursday, November 19: No entry',
    'Friday, November 20: No entry',
  ])
  expect(day('Friday, November 20: No entry')).toHaveAttribute('aria-current', 'date')
  expect(week.getByText('Saturday, November 21: Still to come')).toBeInTheDocument()
  expect(api.callsOf('GET /api/analytics/days').map(({ query }) => query)).toEqual([
    { from: '2026-11-16', to: '2026-11-22' },
  ])
})

test('a day of the calendar leads to its entry, or to a new one; days to come lead nowhere', async () => {
  renderApp('/progress?month=2026-11', routes)
  const calendar = within(await figure('Moods in November 2026'))
  await calendar.findByRole('link', { name: 'Wednesday, November 18: Happy' })
  expect(calendar.getAllByRole('link')).toHaveLength(20)
  expect(day('Wednesday, November 18: Happy')).toHaveAttribute('href', '/journal/edit/g')
  expect(day('Thursday, November 19: No entry')).toHaveAttribute('href', '/journal/new?date=2026-11-19')
})

test('arrow keys move by day, PageUp and PageDown by month, and none beyond today', async () => {
  const { actor } = renderApp('/progress?month=2026-11', routes)
  const today = await screen.findByRole('link', { name: 'Friday, November 20: No entry' })
  today.focus()
  const expectAfter = async (keys: string, name: string) => {
    await actor.keyboard(keys)
    await waitFor(() => expect(day(name)).toHaveFocus())
  }
  await expectAfter('{ArrowRight}', 'Friday, November 20: No entry')
  await expectAfter('{ArrowLeft}', 'Thursday, November 19: No entry')
  await expectAfter('{ArrowUp}', 'Thursday, November 12: No entry')
  await expectAfter('{Home}', 'Monday, November 9: No entry')
  await expectAfter('{ArrowUp}{ArrowUp}', 'Monday, October 26: No entry')
  expect(window.location.search).toBe('?month=2026-10')
  await expectAfter('{End}', 'Sunday, November 1: Happy')
  await expectAfter('{ArrowLeft}{PageUp}', 'Wednesday, September 30: No entry')
  await expectAfter('{PageDown}{PageDown}{PageDown}', 'Friday, November 20: No entry')
  expect(window.location.search).toBe('?month=2026-11')
  expect(screen.getAllByRole('link').filter((link) => link.dataset.day && link.tabIndex === 0)).toHaveLength(
    1,
  )
})

test('the buttons change the month, and end at this one', async () => {
  const { actor } = renderApp('/progress?month=2026-01', routes)
  await figure('Moods in January 2026')
  await actor.click(screen.getByRole('button', { name: 'Previous month' }))
  await figure('Moods in December 2025')
  expect(await screen.findByRole('link', { name: 'Wednesday, December 24: Very Happy' })).toBeVisible()
  for (let month = 0; month < 13; month++)
    await actor.click(screen.getByRole('button', { name: 'Next month' }))
  expect(await figure('Moods in November 2026')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Next month' })).toHaveAttribute('aria-disabled', 'true')
})

test('a key that leads nowhere does not take the focus from a button later', async () => {
  const { actor } = renderApp('/progress?month=2026-11', routes)
  const today = await screen.findByRole('link', { name: 'Friday, November 20: No entry' })
  today.focus()
  await actor.keyboard('{ArrowRight}')
  await actor.click(screen.getByRole('button', { name: 'Previous month' }))
  await figure('Moods in October 2026')
  expect(screen.getByRole('button', { name: 'Previous month' })).toHaveFocus()
})

test('an entry of a day that is still to come can be opened', async () => {
  const ahead = { date: '2026-11-24', mood: 'happy', id: 'h' }
  renderApp('/progress?month=2026-11', { ...routes, 'GET /api/analytics/days': [ahead] })
  const link = await screen.findByRole('link', { name: 'Tuesday, November 24: Happy' })
  expect(link).toHaveAttribute('href', '/journal/edit/h')
  expect(link).toHaveAttribute('tabindex', '0')
})

test.each([
  ['?month=1900-01', 'Moods in January 1900', 'Previous month'],
  ['?year=1900', 'Moods in 1900', 'Previous year'],
])('%s is where looking back ends', async (search, name, button) => {
  const { actor } = renderApp(`/progress${search}`, routes)
  expect(await figure(name)).toBeVisible()
  expect(screen.getByRole('button', { name: button })).toHaveAttribute('aria-disabled', 'true')
  await actor.click(screen.getByRole('button', { name: button }))
  expect(window.location.search).toBe(search)
})

test.each([
  ['?month=0000-01', 'Moods in November 2026'],
  ['?year=0000', 'Moods in 2026'],
])('%s is no period: the present one shows', async (search, name) => {
  renderApp(`/progress${search}`, routes)
  expect(await figure(name)).toBeVisible()
})

test('the moods of the month are a table too', async () => {
  const { actor } = renderApp('/progress?month=2026-11', routes)
  await actor.click(await screen.findByText(/Show as a table/))
  const table = screen.getByRole('table', { name: 'Moods in November 2026' })
  expect(within(table).getAllByRole('row').map(texts)).toEqual([
    ['Day', 'Mood'],
    ['Sunday, November 1', 'Happy'],
    ['Monday, November 2', 'Very Happy'],
    ['Wednesday, November 18', 'Happy'],
  ])
})

test('a month without an entry invites to write', async () => {
  const { actor } = renderApp('/progress?month=2026-09', routes)
  expect(await screen.findByText('No entries in September')).toBeVisible()
  expect(screen.queryByText(/Show as a table/)).toBeNull()
  await actor.click(screen.getByRole('button', { name: 'Previous month' }))
  expect(await screen.findByText('No entries in August')).toBeVisible()
})

test('a year is compared with the same part of the one before', async () => {
  const { actor } = renderApp('/progress?year=2026', routes)
  expect(await figure('Moods in 2026')).toBeVisible()
  const comparison = screen.getByRole('table', { name: '2026 compared with 2025, to Nov 20' })
  expect(within(comparison).getAllByRole('row').map(texts)).toEqual([
    ['Figure', '2026', '2025, to Nov 20'],
    ['Entries', '4', '2'],
    ['Longest streak', '3 days', '2 days'],
    ['Goals achieved', '2', '0'],
    ['Very Happy', '25%', '0%'],
    ['Happy', '50%', '0%'],
    ['Neutral', '25%', '0%'],
    ['Sad', '0%', '100%'],
    ['Very Sad', '0%', '0%'],
  ])
  await actor.click(screen.getByRole('button', { name: 'Previous year' }))
  expect(await figure('Moods in 2025')).toBeVisible()
  // There is nothing to compare the first year with, and it is counted to its end.
  const whole = screen.getByRole('table', { name: '2025' })
  expect(within(whole).getByRole('row', { name: /^Entries/ })).toHaveTextContent(/^Entries3$/)
  expect(within(whole).getByRole('row', { name: /^Goals/ })).toHaveTextContent(/^Goals achieved1$/)
  expect(window.location.search).toBe('?year=2025')
  await actor.click(screen.getByRole('button', { name: 'Next year' }))
  expect(screen.getByRole('button', { name: 'Next year' })).toHaveAttribute('aria-disabled', 'true')
})

test("the year's table counts the moods of each month, and leads to its calendar", async () => {
  const { actor } = renderApp('/progress?year=2026', routes)
  const moods = within(await figure('Moods in 2026'))
  await actor.click(moods.getByText(/Show as a table/))
  const table = within(screen.getByRole('table', { name: 'Moods in 2026' }))
  expect(table.getAllByRole('row').map(texts)).toEqual([
    ['Month', 'Very Sad', 'Sad', 'Neutral', 'Happy', 'Very Happy'],
    ['October', '0', '0', '1', '0', '0'],
    ['November', '0', '0', '0', '2', '1'],
  ])
  await actor.click(table.getByRole('link', { name: 'October' }))
  expect(await figure('Moods in October 2026')).toBeVisible()
  expect(screen.getByRole('tab', { name: 'Monthly' })).toHaveAttribute('aria-selected', 'true')
})

test('the goals achieved in the year are named with their days', async () => {
  const { actor } = renderApp('/progress?year=2026', routes)
  const goals = within(await figure('Goals achieved in 2026'))
  await actor.click(goals.getByText(/Show as a table/))
  expect(goals.getAllByRole('row').map(texts)).toEqual([
    ['Goal', 'Achieved'],
    ['Run', 'Mar 10'],
    ['Read', 'Mar 28'],
  ])
})

test('a year without anything invites to write and to achieve', async () => {
  renderApp('/progress?year=2026', { ...routes, 'GET /api/analytics/days': [], 'GET /api/goals': [] })
  expect(await screen.findByText('No entries in 2026 yet')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Write' })).toHaveAttribute('href', '/journal/new')
  const goals = within(await figure('Goals achieved in 2026'))
  expect(goals.getByRole('link', { name: 'Goals' })).toHaveAttribute('href', '/goals')
  expect(screen.queryByText('Compared with 2025')).toBeNull()
})

test('a year that is over and without anything does not invite', async () => {
  renderApp('/progress?year=2025', { ...routes, 'GET /api/analytics/days': [], 'GET /api/goals': [] })
  expect(await screen.findByText('No entries in 2025')).toBeVisible()
  expect(within(await figure('Goals achieved in 2025')).getByText('No goals achieved in 2025')).toBeVisible()
})

test.each([
  ['?month=2026-11', "We couldn't load this month", 'Moods in November 2026'],
  ['?year=2026', "We couldn't load this year", 'Moods in 2026'],
])('%s tells what could not be loaded, and loads it on request', async (search, failure, name) => {
  const { actor, api } = renderApp(`/progress${search}`, {
    ...routes,
    'GET /api/analytics/days': answer(500, {}),
  })
  expect(await screen.findByText(failure)).toBeVisible()
  expect(screen.getByText('More detailed analytics coming soon')).toBeVisible()
  api.on('GET /api/analytics/days', routes['GET /api/analytics/days'])
  await actor.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await figure(name)).toBeVisible()
  expect(screen.queryByText(failure)).toBeNull()
})

test.each(['?month=2026-11', '?year=2026'])(
  '%s says that it loads, in the shape of the picture',
  async (search) => {
    renderApp(`/progress${search}`, { ...routes, 'GET /api/analytics/days': () => new Promise(() => {}) })
    await screen.findByRole('button', { name: /^Previous/ })
    expect(screen.getByText('Loading…')).toBeInTheDocument()
  },
)

test.each(['month=2027-01', 'month=2026-13', 'month=', 'year=2027', 'year=soon'])(
  'an address with %s shows the present',
  async (search) => {
    renderApp(`/progress?${search}`, routes)
    await figure(search.startsWith('month') ? 'Moods in November 2026' : 'Moods in 2026')
  },
)

test('a year with entries for days to come only says that it has none yet, and counts nothing', async () => {
  renderApp('/progress?year=2026', {
    ...routes,
    'GET /api/analytics/days': ({ query: { from = '' } }: Call) =>
      from === '2026-01-01' ? [{ date: '2026-12-24', mood: 'happy', id: 'a' }] : [],
  })
  expect(await screen.findByText('No entries in 2026 yet')).toBeVisible()
  expect(screen.queryByText('In numbers')).toBeNull()
  expect(screen.getByRole('link', { name: 'December' })).toBeInTheDocument()
})
