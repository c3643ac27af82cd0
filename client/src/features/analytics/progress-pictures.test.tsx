import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer } from '@/test/fake-api'
import { freezeToday } from '@/test/journal-today'
import { day, figure, routes } from '@/test/progress'
import { renderApp } from '@/test/render-app'

freezeToday('2026-11-20')

test('the picture of the week has the days that were written, not as many as were', async () => {
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

test('the moods of the week are a line and no second row of ticks: a better mood is higher, a missed day is bare', async () => {
  renderApp('/progress', {
    ...routes,
    'GET /api/analytics/days': [
      { date: '2026-11-16', mood: 'sad', id: 'a' },
      { date: '2026-11-18', mood: 'very-happy', id: 'b' },
      { date: '2026-11-19', mood: 'neutral', id: 'c' },
    ],
  })
  const week = within(await figure('Moods this week'))
  await week.findByRole('link', { name: 'Monday, November 16: Sad' })
  const heightOf = (name: string) => {
    const face = day(name).querySelector('svg')?.parentElement
    return face ? 100 - parseFloat(face.style.top) : undefined
  }
  expect(heightOf('Monday, November 16: Sad')).toBe(30)
  expect(heightOf('Tuesday, November 17: No entry')).toBeUndefined()
  expect(heightOf('Wednesday, November 18: Very Happy')).toBe(90)
  expect(heightOf('Thursday, November 19: Neutral')).toBe(50)
  const line = screen.getByRole('figure').querySelector('polyline')
  const points = (line?.getAttribute('points') ?? '').split(' ')
  expect(points.map((point) => Number(point.split(',')[1]))).toEqual([70, 10, 50])
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
