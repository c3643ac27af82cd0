import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { answer } from '@/test/fake-api'
import { freezeToday } from '@/test/journal-today'
import { day, figure, routes, texts, type Call } from '@/test/progress'
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

describe('the year as a door', () => {
  const open = async (year = '2026', more = {}) => {
    const app = renderApp(`/progress?year=${year}`, { ...routes, ...more })
    const picture = within(await figure(`Moods in ${year}`))
    return { ...app, picture, cell: (name: string) => picture.getByRole('link', { name }) }
  }
  const squareOf = (link: HTMLElement) => link.querySelector('rect')?.getAttribute('class')

  test('a written day leads to its words, a missed one to writing it, and one to come nowhere', async () => {
    const { picture, cell } = await open()
    expect(cell('Wednesday, November 18: Happy')).toHaveAttribute('href', '/journal?day=2026-11-18')
    expect(cell('Thursday, November 19: No entry')).toHaveAttribute('href', '/journal/new?date=2026-11-19')
    expect(cell('Friday, November 20: No entry')).toHaveAttribute('aria-current', 'date')
    expect(picture.queryByRole('link', { name: /^Saturday, November 21/ })).toBeNull()
    expect(picture.getByText('Saturday, November 21: Still to come')).toBeInTheDocument()
  })

  test('the letter of a month with entries leads to the journal of it', async () => {
    const { cell, picture } = await open()
    expect(cell('Read October 2026')).toHaveAttribute('href', '/journal?month=2026-10')
    expect(picture.queryByRole('link', { name: 'Read September 2026' })).toBeNull()
  })

  test('arrow keys move by day and by month, and neither out of the year nor beyond today', async () => {
    const { actor, cell } = await open()
    cell('Friday, November 20: No entry').focus()
    const expectAfter = async (keys: string, name: string) => {
      await actor.keyboard(keys)
      await waitFor(() => expect(cell(name)).toHaveFocus())
    }
    await expectAfter('{ArrowRight}', 'Friday, November 20: No entry')
    await expectAfter('{ArrowDown}', 'Friday, November 20: No entry')
    await expectAfter('{ArrowLeft}{ArrowLeft}', 'Wednesday, November 18: Happy')
    await expectAfter('{ArrowUp}', 'Sunday, October 18: No entry')
    await expectAfter('{End}', 'Saturday, October 31: Neutral')
    await expectAfter('{ArrowUp}', 'Wednesday, September 30: No entry')
    await expectAfter('{Home}{PageDown}', 'Thursday, October 1: No entry')
    await expectAfter('{ArrowUp}'.repeat(12), 'Thursday, January 1: No entry')
    await expectAfter('{ArrowLeft}', 'Thursday, January 1: No entry')
    const reached = screen.getAllByRole('link').filter((link) => link.dataset.day && link.tabIndex === 0)
    expect(reached).toHaveLength(1)
  })

  test('days before the first entry look like days to come, and can still be written', async () => {
    const { cell } = await open('2025')
    expect(squareOf(cell('Tuesday, November 18: No entry'))).toContain('to-come')
    expect(cell('Tuesday, November 18: No entry')).toHaveAttribute('href', '/journal/new?date=2025-11-18')
    expect(squareOf(cell('Friday, November 21: No entry'))).toBe('no-mood')
  })

  test('a year after the first one has no days before it', async () => {
    const { cell } = await open()
    expect(squareOf(cell('Thursday, January 1: No entry'))).toBe('no-mood')
  })

  test.each([
    ['nothing was written yet', []],
    ['the first entry came later', [{ month: '2026-10', entries: 1 }]],
  ])('all days are before the first entry where %s', async (_, months) => {
    const none = { 'GET /api/analytics/days': [], 'GET /api/journal-entries/months': months }
    const { cell } = await open('2025', none)
    expect(squareOf(cell('Wednesday, December 31: No entry'))).toContain('to-come')
  })

  test('the picture is there if the first entry cannot be found out', async () => {
    const { cell } = await open('2026', { 'GET /api/journal-entries/months': answer(500, {}) })
    expect(squareOf(cell('Thursday, January 1: No entry'))).toBe('no-mood')
  })

  test('a finger opens the month, in which days are large enough', async () => {
    // As newer browsers do.
    vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue(Promise.resolve() as never)
    const { actor, api, cell, picture } = await open()
    const square = cell('Saturday, October 31: Neutral')
    fireEvent.pointerDown(square, { pointerType: 'touch' })
    fireEvent.click(square)
    expect(window.location.pathname).toBe('/progress')
    const month = within(screen.getByRole('region', { name: 'October 2026' }))
    expect(month.getByRole('link', { name: 'Saturday, October 31: Neutral' })).toHaveAttribute(
      'href',
      '/journal?day=2026-10-31',
    )
    expect(month.getByRole('link', { name: 'Friday, October 30: No entry' })).toHaveAttribute(
      'href',
      '/journal/new?date=2026-10-30',
    )
    expect(month.getByRole('button', { name: 'Read October' })).toHaveAttribute(
      'href',
      '/journal?month=2026-10',
    )
    await actor.click(month.getByRole('button', { name: 'Next month' }))
    const november = within(screen.getByRole('region', { name: 'November 2026' }))
    expect(november.getByRole('button', { name: 'Next month' })).toHaveAttribute('aria-disabled', 'true')
    await actor.click(november.getByRole('button', { name: 'Close' }))
    expect(picture.queryByRole('region')).toBeNull()
    // As a screen reader does, without a pointer.
    api.on('GET /api/journal-entries/by-date/:date', answer(404, { message: 'Journal entry not found' }))
    fireEvent.click(square)
    expect(picture.queryByRole('region')).toBeNull()
    expect(window.location.pathname).toBe('/journal')
  })

  test('a share lists the days of its mood, each of which leads to its words', async () => {
    const { actor } = await open()
    await actor.click(screen.getByRole('button', { name: 'Happy in 2026: 2 days' }))
    const list = () => within(screen.getByRole('region', { name: /^(Happy|Sad) in \d{4}$/ }))
    expect(screen.getByRole('heading', { name: 'Happy in 2026' })).toHaveFocus()
    expect(
      list()
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual(['/journal?day=2026-11-18', '/journal?day=2026-11-01'])
    expect(day('Sunday, November 1')).toHaveTextContent('Nov 1')
    // The one of the year before, of the same part as its share.
    await actor.click(screen.getByRole('button', { name: 'Sad in 2025: 2 days' }))
    expect(list().getAllByRole('link')).toHaveLength(2)
    const inTable = screen.getByRole('button', { name: 'Happy' })
    expect(inTable).toHaveAttribute('aria-pressed', 'false')
    await actor.click(inTable)
    expect(inTable).toHaveAttribute('aria-pressed', 'true')
    expect(list().getAllByRole('link')).toHaveLength(2)
    await actor.click(inTable)
    expect(screen.queryByRole('region', { name: 'Happy in 2026' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Very Sad' })).toBeDisabled()
  })

  const reading = {
    'GET /api/journal-entries/by-date/:date': answer(404, { message: 'Journal entry not found' }),
  }
  const touch = (link: HTMLElement) => {
    fireEvent.pointerDown(link, { pointerType: 'touch' })
    fireEvent.click(link)
  }

  test('the way back from a day is to the list of its mood', async () => {
    const { actor } = await open('2026', reading)
    await actor.click(screen.getByRole('button', { name: 'Happy in 2026: 2 days' }))
    await actor.click(screen.getByRole('link', { name: 'Sunday, November 1' }))
    await screen.findByRole('heading', { name: 'November 1, 2026' })
    await actor.click(screen.getByRole('button', { name: 'Close' }))
    await screen.findByRole('region', { name: 'Happy in 2026' })
    await waitFor(() => expect(day('Sunday, November 1')).toHaveFocus())
  })

  test('the way back from a day is to the month that a finger has opened', async () => {
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView')
    const { actor, cell } = await open('2026', reading)
    touch(cell('Saturday, October 31: Neutral'))
    const month = () => within(screen.getByRole('region', { name: 'October 2026' }))
    const read = () => month().getByRole('link', { name: 'Saturday, October 31: Neutral' })
    scroll.mockClear()
    await actor.click(read())
    await screen.findByRole('heading', { name: 'October 31, 2026' })
    await actor.click(screen.getByRole('button', { name: 'Close' }))
    await screen.findByRole('region', { name: 'October 2026' })
    await waitFor(() => expect(read()).toHaveFocus())
    expect(scroll).not.toHaveBeenCalled()
    await actor.click(screen.getByRole('button', { name: 'Previous year' }))
    await figure('Moods in 2025')
    expect(screen.queryByRole('region', { name: /^October/ })).toBeNull()
  })
})
