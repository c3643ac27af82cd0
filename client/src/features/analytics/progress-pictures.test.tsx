import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { answer } from '@/test/fake-api'
import { freezeToday } from '@/test/journal-today'
import { day, figure, routes, texts, type Call } from '@/test/progress'
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

describe('a day whose mood nobody chose', () => {
  const days = [
    { date: '2026-11-16', mood: 'sad', id: 'a' },
    { date: '2026-11-17', mood: null, id: 'b' },
    { date: '2026-11-18', mood: 'happy', id: 'c' },
  ]
  const open = (search: string) =>
    renderApp(`/progress${search}`, {
      ...routes,
      'GET /api/analytics/days': ({ query: { from = '', to = '' } }: Call) =>
        days.filter(({ date }) => date >= from && date <= to),
    })
  const faceOf = (name: string) => day(name).querySelector('svg path')

  test('is written in the week, without a face and beside the line', async () => {
    open('')
    const week = await figure('Moods this week')
    await within(week).findByRole('link', { name: 'Tuesday, November 17: Written' })
    expect(faceOf('Tuesday, November 17: Written')).toBeNull()
    expect(faceOf('Wednesday, November 18: Happy')).not.toBeNull()
    expect(week.querySelector('polyline')?.getAttribute('points')?.split(' ')).toHaveLength(2)
  })

  test('is written in the month, also in its table, and beside the line', async () => {
    open('?month=2026-11')
    const month = await figure('Moods in November 2026')
    await within(month).findByRole('link', { name: 'Tuesday, November 17: Written' })
    expect(faceOf('Tuesday, November 17: Written')).toBeNull()
    expect(month.querySelectorAll('circle[r="4"]')).toHaveLength(2)
    expect(within(month).getAllByRole('row').map(texts)).toContainEqual(['Tuesday, November 17', 'Written'])
  })

  test('counts in the year as an entry, and in no share', async () => {
    open('?year=2026')
    await figure('Moods in 2026')
    const rows = within(screen.getByRole('table', { name: '2026' }))
      .getAllByRole('row')
      .map(texts)
    expect(rows).toContainEqual(['Entries', '3'])
    expect(rows).toContainEqual(['Happy', '50%'])
    expect(rows).toContainEqual(['Neutral', '0%'])
  })
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
