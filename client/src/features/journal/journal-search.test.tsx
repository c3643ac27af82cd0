import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { anEntry } from '@/test/entries'
import { answer } from '@/test/fake-api'
import { renderApp } from '@/test/render-app'

const list = 'GET /api/journal-entries'
const entries = [
  anEntry({ entryDate: '2026-11-20', dailyEvents: 'Fog over the river, then more fog.' }),
  anEntry({ entryDate: '2026-10-02', gratitude2: 'A café in the FOG', wins: 'Ran.' }),
  anEntry({ entryDate: '2026-10-01', wins: 'Sun all day.' }),
]

/** As the server answers: all entries, or those with the word in them. */
function search({ query }: { query: Record<string, string> }) {
  if (!query.q) return entries
  const found = entries.filter((entry) => JSON.stringify(entry).toLowerCase().includes(query.q!))
  return new Response(JSON.stringify(found), { headers: { 'X-Total-Count': String(found.length) } })
}

const box = () => screen.findByRole<HTMLInputElement>('searchbox', { name: 'Search your journal' })
const cards = () => screen.getAllByRole('time').map(({ textContent }) => textContent)
const marks = (card: string) =>
  [...screen.getByRole('region', { name: new RegExp(card) }).querySelectorAll('mark')].map(
    ({ textContent }) => textContent,
  )
const address = () => window.location.pathname + window.location.search

beforeEach(() => {
  const neverSees = class {
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', neverSees)
})

test('what is typed is searched for, counted and marked in every field', async () => {
  const { actor, api } = renderApp('/journal', { [list]: search })
  const { length } = window.history
  await actor.click(await box())
  await actor.paste('fog')
  expect(await screen.findByText('2 entries found')).toHaveRole('status')
  expect(cards()).toEqual(['November 20, 2026', 'October 2, 2026'])
  expect(marks('November 20, 2026')).toEqual(['Fog', 'fog'])
  expect(marks('October 2, 2026')).toEqual(['FOG'])
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'November 2026',
    'October 2026',
  ])
  expect(address()).toBe('/journal?q=fog')
  expect(window.history.length).toBe(length)
  expect(api.callsOf(list).map(({ query }) => query)).toEqual([{ limit: '30' }, { limit: '30', q: 'fog' }])
})

test('one entry is one entry, and none says what to try', async () => {
  const { actor } = renderApp('/journal', { [list]: search })
  await actor.type(await box(), 'sun')
  expect(await screen.findByText('1 entry found')).toBeVisible()
  await actor.type(await box(), 'set')
  expect(await screen.findByText('No entries found')).toBeVisible()
  expect(screen.queryAllByRole('time')).toEqual([])
  await actor.click(screen.getByRole('button', { name: 'Show all entries' }))
  await waitFor(() => expect(cards()).toHaveLength(3))
  expect(await box()).toHaveValue('')
})

test('an accent that was typed or left out makes no difference to the marks', async () => {
  renderApp('/journal?q=cafe', { [list]: [entries[1]] })
  expect(await screen.findByText('café')).toHaveProperty('tagName', 'MARK')
})

test('an address with words shows what they find; Back from elsewhere returns to it', async () => {
  const { actor, api } = renderApp('/journal?q=c%2B%2B%20%26%20fog', {
    [list]: [entries[0]],
    'GET /api/goals': [],
  })
  expect(await box()).toHaveValue('c++ & fog')
  await screen.findByRole('time')
  await actor.click(screen.getByRole('link', { name: 'Goals' }))
  await screen.findByRole('heading', { level: 1, name: 'Goals' })
  window.history.back()
  expect(await box()).toHaveValue('c++ & fog')
  expect(await screen.findByRole('time')).toBeVisible()
  expect(api.callsOf(list).map(({ query }) => query)).toEqual([{ limit: '30', q: 'c++ & fog' }])
})

describe('clearing', () => {
  test('the button empties the box, which keeps the focus, and shows the list', async () => {
    const { actor } = renderApp('/journal?q=sun', { [list]: search })
    await screen.findByText('1 entry found')
    await actor.click(screen.getByRole('button', { name: 'Clear search' }))
    await waitFor(() => expect(cards()).toHaveLength(3))
    expect(await box()).toHaveFocus()
    expect(address()).toBe('/journal')
    expect(screen.queryByText('1 entry found')).toBeNull()
    expect(document.querySelector('mark')).toBeNull()
  })

  test('the tab of the journal does so too', async () => {
    const { actor } = renderApp('/journal?q=sun', { [list]: search })
    await screen.findByText('1 entry found')
    await actor.click(screen.getByRole('link', { name: 'Journal' }))
    await waitFor(() => expect(cards()).toHaveLength(3))
    expect(await box()).toHaveValue('')
  })
})

test('Enter searches at once', async () => {
  const { actor } = renderApp('/journal', { [list]: search })
  await actor.type(await box(), 'sun{Enter}')
  expect(await screen.findByText('1 entry found')).toBeVisible()
})

test('a search that fails says so and can be tried again', async () => {
  const { actor, api } = renderApp('/journal', { [list]: search })
  await screen.findAllByRole('time')
  api.on(list, answer(503, { message: 'Too many people are searching' }))
  await actor.type(await box(), 'sun')
  const failure = within(await screen.findByRole('alert'))
  expect(failure.getByText("We couldn't search your journal")).toBeVisible()
  expect(failure.getByText('Too many people are searching')).toBeVisible()
  api.on(list, search)
  await actor.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('1 entry found')).toBeVisible()
})

test('an empty journal has nothing to search', async () => {
  renderApp('/journal', { [list]: [] })
  await screen.findByText('Start Your Journey')
  expect(screen.queryByRole('searchbox')).toBeNull()
})

test.each(['Update Entry', 'Cancel'])('%s returns to where the search was', async (name) => {
  const [entry] = entries
  const scrollTo = vi.spyOn(window, 'scrollTo').mockReturnValue()
  // What happy-dom lacks: a key for each entry of the history.
  const currentEntry = { key: 'search' }
  vi.stubGlobal('navigation', { currentEntry })
  const { actor } = renderApp('/journal?q=fog', {
    [list]: search,
    'GET /api/journal-entries/:id': entry,
    'PUT /api/journal-entries/:id': entry,
  })
  await screen.findByText('2 entries found')
  vi.stubGlobal('scrollY', 640)
  window.dispatchEvent(new Event('scroll'))

  await actor.click(screen.getByRole('button', { name: 'Edit November 20, 2026' }))
  currentEntry.key = 'edit'
  const button = await screen.findByRole('button', { name })
  scrollTo.mockClear()
  currentEntry.key = 'search'
  await actor.click(button)
  expect(await screen.findByText('2 entries found')).toBeVisible()
  expect(address()).toBe('/journal?q=fog')
  expect(cards()).toEqual(['November 20, 2026', 'October 2, 2026'])
  expect(scrollTo.mock.calls).toEqual([[0, 640]])
  expect(screen.getByRole('button', { name: 'Edit November 20, 2026' })).toHaveFocus()
})
