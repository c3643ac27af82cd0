import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { anEntry } from '@/test/entries'
import { answer } from '@/test/fake-api'
import { aGoal } from '@/test/goals'
import { ana, renderApp } from '@/test/render-app'

test.each([
  ['00:00', 'morning'],
  ['11:59', 'morning'],
  ['12:00', 'afternoon'],
  ['16:59', 'afternoon'],
  ['17:00', 'evening'],
  ['23:59', 'evening'],
])('at %s it is %s', async (time, part) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`2026-11-21T${time}:00`) })
  renderApp()
  expect(await screen.findByRole('heading', { name: `Good ${part}, Ana` })).toBeVisible()
  expect(screen.getByText(`Have a great ${part}`)).toBeVisible()
  expect(screen.getByText('Sat, Nov 21')).toBeVisible()
})

test('the greeting changes when one comes back later in the day', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T11:00:00') })
  renderApp()
  await screen.findByRole('heading', { name: 'Good morning, Ana' })
  vi.setSystemTime(new Date('2026-11-21T17:30:00'))
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(screen.getByRole('heading', { name: 'Good evening, Ana' })).toBeVisible()
})

test('without a first name it greets nobody in particular', async () => {
  renderApp('/', {}, { ...ana, firstName: null })
  expect(await screen.findByRole('heading', { name: /^Good \w+, there$/ })).toBeVisible()
})

test("the number of monthly goals is read, and its failure is nobody's concern", async () => {
  const monthlyGoals = 'GET /api/analytics/monthly-goals'
  const { api } = renderApp('/', { [monthlyGoals]: answer(500, { message: 'Internal Server Error' }) })
  expect(await screen.findByRole('heading', { name: /^Good/ })).toBeVisible()
  await waitFor(() => expect(api.callsOf(monthlyGoals)).toHaveLength(1))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the tile leads to the voice screen', async () => {
  renderApp()
  const tile = await screen.findByRole('link', { name: /^Talk to Lisa/ })
  expect(tile).toHaveAttribute('href', '/voice')
  expect(tile).toHaveTextContent('Your AI companion for daily reflection and goals')
})

test('the tile comes first, then today, the same day of earlier years, and the month', async () => {
  renderApp('/', {
    'GET /api/today': {
      entry: null,
      days: [],
      onThisDay: [anEntry({ entryDate: '2024-11-21', wins: 'Snow' })],
    },
    'GET /api/goals': [aGoal({ title: 'Run' })],
  })
  await screen.findByRole('checkbox', { name: 'Mark as achieved: Run' })
  const inOrder = screen.getByRole('main').textContent
  const texts = ['Talk to Lisa', 'Today', 'On this day, 2024', 'This month']
  const places = texts.map((text) => inOrder.indexOf(text))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(places).not.toContain(-1)
})

test('what follows the day waits for it, so that nothing moves when it comes', async () => {
  let end = (_view: unknown) => {}
  renderApp('/', {
    'GET /api/today': () => new Promise((resolve) => (end = resolve)),
    'GET /api/goals': [aGoal({ title: 'Run' })],
  })
  const box = { name: 'Mark as achieved: Run' }
  expect(await screen.findByRole('checkbox', { ...box, hidden: true })).not.toBeVisible()
  end({ entry: null, days: [], onThisDay: [] })
  expect(await screen.findByRole('checkbox', box)).toBeVisible()
})
