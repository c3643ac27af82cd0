import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { freezeToday } from '@/test/journal-today'
import { figure, routes, texts, type Call } from '@/test/progress'
import { renderApp } from '@/test/render-app'

freezeToday('2026-11-20')

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

test('the square of a written day leads to reading it', async () => {
  renderApp('/progress?year=2026', routes)
  const squares = [...(await figure('Moods in 2026')).querySelectorAll('svg a')]
  expect(squares.map((square) => square.getAttribute('href'))).toEqual(
    ['2026-10-31', '2026-11-01', '2026-11-02', '2026-11-18'].map((day) => `/journal?day=${day}`),
  )
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
