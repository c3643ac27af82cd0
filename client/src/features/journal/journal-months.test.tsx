import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { addDays } from '@shared/dates'
import { anEntry } from '@/test/entries'
import { renderApp } from '@/test/render-app'
import { byMonth, dayAfter, isMonth } from './months'

const list = 'GET /api/journal-entries'
const months = 'GET /api/journal-entries/months'

const entries = Array.from({ length: 45 }, (_, i) => anEntry({ entryDate: addDays('2026-11-21', -i * 5) }))
const page = ({ query }: { query: Record<string, string> }) =>
  entries.filter(({ entryDate }) => !query.before || entryDate < query.before).slice(0, Number(query.limit))
const routes = {
  [list]: page,
  [months]: byMonth(entries).map(([month, ofMonth]) => ({ month, entries: ofMonth.length })),
}

const headings = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
const jump = () => screen.findByRole('button', { name: 'Jump to month' })
const years = () => screen.findByRole('dialog', { name: 'Jump to month' })
const monthButton = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name}: `) })
const address = () => window.location.pathname + window.location.search

beforeEach(() => {
  const neverSees = class {
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', neverSees)
})

test('each month has one heading, also when its entries come in two batches', async () => {
  const { actor } = renderApp('/journal', routes)
  await actor.click(await screen.findByRole('button', { name: 'Show older entries' }))
  await waitFor(() => expect(screen.getAllByRole('time')).toHaveLength(45))
  expect(headings()).toEqual([
    'November 2026',
    'October 2026',
    'September 2026',
    'August 2026',
    'July 2026',
    'June 2026',
    'May 2026',
    'April 2026',
  ])
})

describe('a jump', () => {
  test('goes to any month that has entries, without loading those between', async () => {
    const scrollTo = vi.spyOn(window, 'scrollTo').mockReturnValue()
    const { actor, api } = renderApp('/journal', routes)
    const { length } = window.history
    scrollTo.mockClear()
    await actor.click(await jump())
    await actor.click(monthButton('Jun 2026'))
    await waitFor(() => expect(headings()[0]).toBe('June 2026'))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(address()).toBe('/journal?month=2026-06')
    expect(window.history.length).toBe(length)
    expect(scrollTo).toHaveBeenCalledWith(0, 0)
    expect(api.callsOf(list).map(({ query }) => query)).toEqual([
      { limit: '30' },
      { limit: '30', before: '2026-07-01' },
    ])
  })

  test('offers the years with the entries of each month, by keyboard too, and none of a month without', async () => {
    const { actor } = renderApp('/journal', {
      [list]: page,
      [months]: [
        { month: '2026-11', entries: 5 },
        { month: '2026-02', entries: 1 },
        { month: '2024-02', entries: 29 },
      ],
    })
    await actor.click(await jump())
    const dialog = within(await years())
    expect(dialog.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      '2026',
      '2024',
    ])
    expect(dialog.getAllByRole('button', { name: / 2026: / })).toHaveLength(12)
    expect(screen.getByRole('button', { name: 'Nov 2026: 5 entries' })).toHaveFocus()
    expect(screen.getByRole('button', { name: 'Feb 2026: 1 entry' })).toBeEnabled()
    expect(screen.getByRole('button', { name: 'Mar 2026: no entries' })).toBeDisabled()
    await actor.keyboard('{ArrowLeft}')
    expect(monthButton('Feb 2026')).toHaveFocus()
    await actor.keyboard('{ArrowLeft}')
    expect(monthButton('Feb 2026')).toHaveFocus()
    await actor.keyboard('{ArrowDown}')
    expect(monthButton('Feb 2024')).toHaveFocus()
    await actor.keyboard('{ArrowUp}{ArrowRight}')
    expect(monthButton('Nov 2026')).toHaveFocus()
    await actor.keyboard('{ArrowDown}')
    expect(monthButton('Feb 2024')).toHaveFocus()
    await actor.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe('/journal?month=2024-02'))
  })

  test('leads on to newer months, and back to the newest entries', async () => {
    const { actor } = renderApp('/journal?month=2026-06', routes)
    await actor.click(await screen.findByRole('button', { name: 'July 2026' }))
    await waitFor(() => expect(headings()[0]).toBe('July 2026'))
    await actor.click(await jump())
    await years()
    expect(monthButton('Jul 2026')).toHaveFocus()
    expect(monthButton('Jul 2026')).toHaveAttribute('aria-current', 'true')
    await actor.click(screen.getByRole('button', { name: 'Close' }))

    await actor.click(screen.getByRole('button', { name: 'Newest entries' }))
    await waitFor(() => expect(headings()[0]).toBe('November 2026'))
    expect(address()).toBe('/journal')
    expect(screen.queryByRole('button', { name: 'Newest entries' })).toBeNull()
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
  })

  test('to before the first entry says so', async () => {
    renderApp('/journal?month=1999-12', routes)
    expect(await screen.findByText('No entries in December 1999 or earlier')).toBeVisible()
    expect(await screen.findByRole('button', { name: 'April 2026' })).toBeVisible()
  })

  test('to no month at all shows the newest', async () => {
    const { api } = renderApp('/journal?month=2025-13', routes)
    await jump()
    expect(api.callsOf(list)).toMatchObject([{ query: { limit: '30' } }])
  })

  test('is not offered within a single month', async () => {
    const entry = anEntry()
    renderApp('/journal', { [list]: [entry], [months]: [{ month: '2026-11', entries: 1 }] })
    await screen.findByRole('time')
    expect(screen.queryByRole('button', { name: 'Jump to month' })).toBeNull()
  })
})

test('months are known by their names and ends', () => {
  expect(['2026-11', '2026-13', '2026-1', ''].map(isMonth)).toEqual([true, false, false, false])
  expect(['2026-11', '2026-12', '2024-02'].map(dayAfter)).toEqual(['2026-12-01', '2027-01-01', '2024-03-01'])
})
