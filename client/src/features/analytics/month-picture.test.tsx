import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { freezeToday } from '@/test/journal-today'
import { day, figure, routes, texts } from '@/test/progress'
import { renderApp } from '@/test/render-app'

freezeToday('2026-11-20')

test('a day of the calendar leads to reading it, or to a new one; days to come lead nowhere', async () => {
  renderApp('/progress?month=2026-11', routes)
  const calendar = within(await figure('Moods in November 2026'))
  await calendar.findByRole('link', { name: 'Wednesday, November 18: Happy' })
  expect(calendar.getAllByRole('link')).toHaveLength(20)
  expect(day('Wednesday, November 18: Happy')).toHaveAttribute('href', '/journal?day=2026-11-18')
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
  expect(link).toHaveAttribute('href', '/journal?day=2026-11-24')
  expect(link).toHaveAttribute('tabindex', '0')
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
