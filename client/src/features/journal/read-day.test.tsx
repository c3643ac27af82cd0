import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { storeRow, waitingSaves } from '@/test/device'
import { anEntry } from '@/test/entries'
import { keep, nothingKept } from '@/test/entries-on-device'
import { answer, offline } from '@/test/fake-api'
import { nothing, todayPath } from '@/test/home'
import { journalServer } from '@/test/journal-server'
import { openToday, newUserEachTest, waits } from '@/test/journal-offline'
import { byDate, create, freezeToday, missing, today } from '@/test/journal-today'
import { keysAreThere, renderApp } from '@/test/render-app'

freezeToday()
nothingKept()
newUserEachTest()

const journal = 'GET /api/journal-entries'
const days = 'GET /api/analytics/days'
const months = 'GET /api/journal-entries/months'
const remove = 'DELETE /api/journal-entries/:id'

const entries = [
  anEntry({ entryDate: '2026-02-01', wins: 'Skates' }),
  anEntry({ entryDate: '2025-11-21', mood: 'happy', wins: 'Fog and sun' }),
  anEntry({ entryDate: '2025-11-19', wins: 'Rain' }),
  anEntry({ entryDate: '2022-05-05', wins: 'May' }),
]
const [, entry = anEntry()] = entries
type Call = { query: Record<string, string>; params: Record<string, string> }
const routes = {
  [journal]: entries,
  [todayPath]: { ...nothing, onThisDay: [entry] },
  [byDate]: ({ params }: Call) => entries.find(({ entryDate }) => entryDate === params.date) ?? missing,
  [days]: ({ query: { from = '', to = '' } }: Call) =>
    entries
      .filter(({ entryDate }) => from <= entryDate && entryDate <= to)
      .map(({ entryDate: date, mood, id }) => ({ date, mood, id }))
      .toReversed(),
  [months]: ['2026-02', '2025-11', '2022-05'].map((month) => ({ month, entries: 1 })),
  'GET /api/analytics/weekly-count': { weeklyCount: 0 },
  'GET /api/analytics/streak': { streak: 0 },
  'GET /api/journal-entries/:id': entry,
}
const address = () => window.location.pathname + window.location.search
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const next = () => screen.findByRole('link', { name: 'Next day' })
const previous = () => screen.findByRole('link', { name: 'Previous day' })

describe('a day', () => {
  test('is read whole, as Markdown, with its mood and the way to its form', async () => {
    const texts = {
      dailyEvents: 'Ice on the *lake*.\n\n- skates\n- tea',
      gratitude1: '**Mia**',
      wins: '# Run\n5 km',
    }
    renderApp('/journal?day=2026-02-01', {
      ...routes,
      [byDate]: anEntry({ ...entries[0], ...texts, mood: 'happy', moodChosen: true }),
    })
    expect(await screen.findByText('lake')).toHaveProperty('tagName', 'EM')
    expect(screen.getAllByRole('heading').map(({ tagName, textContent }) => [tagName, textContent])).toEqual([
      ['H1', 'February 1, 2026'],
      ['H2', 'Gratitude'],
      ['H2', 'Wins'],
      ['H3', 'Run'],
    ])
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'skates',
      'tea',
      'Mia',
    ])
    expect(screen.getByText('Sunday')).toHaveAttribute('dateTime', '2026-02-01')
    expect(screen.getByText('9 months ago')).toBeVisible()
    expect(screen.getByRole('img', { name: 'Happy' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Edit February 1, 2026' })).toHaveAttribute(
      'href',
      `/journal/edit/${entries[0]?.id}`,
    )
    expect(screen.queryByRole('searchbox')).toBeNull()
    expect(document.title).toContain('February 1, 2026')
  })

  test('leads to the nearest days with an entry, also of other years, and asks for the days of a year once', async () => {
    const { actor, api } = renderApp('/journal?day=2025-11-19', routes)
    expect(await next()).toHaveAttribute('href', '/journal?day=2025-11-21')
    expect(await previous()).toHaveAttribute('href', '/journal?day=2022-05-05')
    const { length } = window.history
    await actor.click(await next())
    expect(await heading('November 21, 2025')).toHaveFocus()
    expect(await screen.findByText('Fog and sun')).toBeVisible()
    expect(await previous()).toHaveAttribute('href', '/journal?day=2025-11-19')
    await waitFor(async () => expect(await next()).toHaveAttribute('href', '/journal?day=2026-02-01'))
    expect(api.callsOf(days).map(({ query }) => query.from)).toEqual([
      '2025-01-01',
      '2022-01-01',
      '2026-01-01',
    ])
    expect(api.callsOf(journal)).toEqual([])
    await actor.click(await next())
    expect(await screen.findByText('Skates')).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Next day' })).toBeNull()
    // Back leads to where one came from, not through all of the days.
    expect(window.history.length).toBe(length)
  })

  test('is turned with the arrow keys, which the calendar of another screen keeps', async () => {
    const { actor } = renderApp('/journal?day=2025-11-19', routes)
    await next()
    await keysAreThere()
    await actor.keyboard('{ArrowRight}')
    expect(await heading('November 21, 2025')).toHaveFocus()
    await previous()
    await actor.keyboard('{ArrowLeft}')
    expect(await heading('November 19, 2025')).toHaveFocus()
    await next()
    await actor.keyboard('{Shift>}{ArrowRight}{/Shift}{Control>}{ArrowRight}{/Control}')
    expect(address()).toBe('/journal?day=2025-11-19')
  })

  test.each(['2026-02-30', '2026-2-1', 'today', ''])('%j is none: the list is shown', async (day) => {
    renderApp(`/journal?day=${day}`, routes)
    expect(await screen.findByRole('searchbox')).toBeVisible()
    expect(await heading('Journal')).toBeVisible()
  })

  test('that could not be loaded says so, and can be tried again', async () => {
    const { actor, api } = renderApp('/journal?day=2025-11-21', { ...routes, [byDate]: answer(500, {}) })
    expect(await screen.findByText("We couldn't load this day")).toBeVisible()
    api.on(byDate, entry)
    await actor.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Fog and sun')).toBeVisible()
  })
})

describe('a day without an entry', () => {
  test('says so, and is written from there', async () => {
    const written = anEntry({ entryDate: '2025-11-20', wins: 'Snow' })
    const { actor, api } = renderApp('/journal?day=2025-11-20', { ...routes, [create]: answer(201, written) })
    expect(await screen.findByText('Nothing written on Thursday, November 20, 2025')).toBeVisible()
    expect(await previous()).toHaveAttribute('href', '/journal?day=2025-11-19')
    expect(await next()).toHaveAttribute('href', '/journal?day=2025-11-21')
    await actor.click(screen.getByRole('link', { name: 'Write this day' }))
    const save = await screen.findByRole('button', { name: 'Save Entry' })
    expect(address()).toBe('/journal/new?date=2025-11-20')
    api.on(byDate, written)
    await actor.click(save)
    expect(await screen.findByText('Snow')).toBeVisible()
    expect(address()).toBe('/journal?day=2025-11-20')
    expect(screen.queryByText(/^Nothing written/)).toBeNull()
  })

  test('of this year is named without it', async () => {
    renderApp('/journal?day=2026-11-20', routes)
    expect(await screen.findByText('Nothing written on Friday, November 20')).toBeVisible()
  })
})

describe.each([
  ['a search', '/journal?q=fog', 'November 21, 2025'],
  ['a month', '/journal?month=2025-11', 'November 21, 2025'],
  ['the newest entries', '/journal', 'November 21, 2025'],
  ['a calendar', '/progress?month=2025-11', 'Friday, November 21: Happy'],
  ['On this day', '/', 'Fog and sun'],
])('a day that was opened from %s', (_, from, name) => {
  test('has the focus on its heading, and leads back there also after turning to another day', async () => {
    const { actor } = renderApp(from, routes)
    await actor.click(await screen.findByRole('link', { name }))
    expect(await heading('November 21, 2025')).toHaveFocus()
    expect(address()).toBe('/journal?day=2025-11-21')
    await actor.click(await previous())
    expect(await screen.findByText('Rain')).toBeVisible()
    await actor.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.getByRole('link', { name })).toHaveFocus())
    expect(address()).toBe(from)
  })
})

test('a day that was opened by its address leads to its month', async () => {
  renderApp('/journal?day=2025-11-21', routes)
  expect(await screen.findByRole('button', { name: 'Close' })).toHaveAttribute(
    'href',
    '/journal?month=2025-11',
  )
})

test('the words that were saved in the form are read at once, and the way back is as before', async () => {
  const { actor, api } = renderApp('/journal?q=fog', routes)
  await actor.click(await screen.findByRole('link', { name: 'November 21, 2025' }))
  await actor.click(await screen.findByRole('button', { name: 'Edit November 21, 2025' }))
  const field = await screen.findByLabelText('What are your wins today?')
  await actor.type(field, ', then rain')
  const saved = { ...entry, wins: 'Fog and sun, then rain', updatedAt: '2026-11-21T12:00:00.000Z' }
  api.on('PUT /api/journal-entries/:id', saved)
  api.on(byDate, saved)
  await actor.click(screen.getByRole('button', { name: 'Update Entry' }))
  expect(await screen.findByText('Fog and sun, then rain')).toBeVisible()
  expect(address()).toBe('/journal?day=2025-11-21')
  await actor.click(within(screen.getByRole('article')).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(address()).toBe('/journal?q=fog'))
})

test('an entry that was deleted in the list is not read any more', async () => {
  vi.stubGlobal('confirm', () => true)
  const { actor, api } = renderApp('/journal?day=2025-11-21', { ...routes, [remove]: answer(204) })
  await screen.findByText('Fog and sun')
  await actor.click(screen.getByRole('button', { name: 'Close' }))
  api.on(byDate, missing)
  await actor.click(await screen.findByRole('button', { name: 'Delete November 21, 2025' }))
  await screen.findByText('Journal entry deleted successfully')
  act(() => window.history.back())
  expect(await screen.findByText('Nothing written on Friday, November 21, 2025')).toBeVisible()
  expect(screen.queryByText('Fog and sun')).toBeNull()
})

describe('without a connection', () => {
  const cut = { [byDate]: offline, [days]: offline, [months]: offline, [journal]: offline }

  test('what this device keeps is read and turned, and said to be kept', async () => {
    await keep(...entries)
    renderApp('/journal?day=2025-11-21', cut)
    expect(await screen.findByText('Fog and sun')).toBeVisible()
    expect(screen.getByText(/^As kept on this device on /)).toBeVisible()
    expect(await previous()).toHaveAttribute('href', '/journal?day=2025-11-19')
    expect(await next()).toHaveAttribute('href', '/journal?day=2026-02-01')
  })

  test('a day that is not among it is not said to be unwritten', async () => {
    await keep(entry)
    renderApp('/journal?day=2025-11-20', cut)
    expect(await screen.findByText("We couldn't load this day")).toBeVisible()
    expect(screen.queryByText(/^Nothing written/)).toBeNull()
  })

  test('what the list has loaded is read from it', async () => {
    const { actor, api } = renderApp('/journal', routes)
    const link = await screen.findByRole('link', { name: 'November 21, 2025' })
    for (const route of Object.keys(cut)) api.on(route, offline)
    await actor.click(link)
    await heading('November 21, 2025')
    expect(await screen.findByText('Fog and sun')).toBeVisible()
    expect(screen.queryByText("We couldn't load this day")).toBeNull()
  })

  test('what Home shows of earlier years is read from there', async () => {
    const { actor, api } = renderApp('/', routes)
    const link = await screen.findByRole('link', { name: 'Fog and sun' })
    for (const route of Object.keys(cut)) api.on(route, offline)
    await actor.click(link)
    await heading('November 21, 2025')
    expect(await screen.findByText('Fog and sun')).toBeVisible()
    expect(screen.queryByText("We couldn't load this day")).toBeNull()
  })

  test('a day that was read before the connection was lost opens in its form', async () => {
    const { actor, api } = renderApp('/journal?day=2025-11-21', routes)
    const edit = await screen.findByRole('button', { name: 'Edit November 21, 2025' })
    for (const route of [...Object.keys(cut), 'GET /api/journal-entries/:id']) api.on(route, offline)
    await actor.click(edit)
    expect(await screen.findByLabelText('What are your wins today?')).toHaveValue('Fog and sun')
  })

  test('a day that two windows began is read with the words of both', async () => {
    const server = journalServer()
    const first = openToday(server)
    await first.saveOffline('ran')
    first.unmount()
    const [save] = await waitingSaves()
    const key = crypto.randomUUID()
    const other = { ...save, key, id: key, values: { ...save?.values, wins: 'sang' } }
    await storeRow({ key: [first.user.id, `outbox:journal:${key}`], value: other })
    first.queryClient.clear()
    renderApp(`/journal?day=${today}`, { ...server.routes, ...cut }, first.user)
    expect(await screen.findByText('ran')).toBeVisible()
    expect(await screen.findByText('sang')).toBeVisible()
    expect(screen.getAllByText('Waiting to send')).toHaveLength(2)
  })

  test('an entry that waits to be sent is read with what it will be', async () => {
    const server = journalServer()
    const first = openToday(server)
    await first.saveOffline('ran')
    first.unmount()
    renderApp(`/journal?day=${today}`, { ...server.routes, ...cut }, first.user)
    expect(await screen.findByText('ran')).toBeVisible()
    expect(await waits()).toBeVisible()
    expect(screen.getByRole('button', { name: /^Edit November 21/ })).toHaveAttribute(
      'href',
      `/journal/new?date=${today}`,
    )
  })

  test('and a day that waits to be sent is one of those before and after', async () => {
    const server = journalServer()
    const first = openToday(server)
    await first.saveOffline('ran')
    first.unmount()
    renderApp('/journal?day=2026-02-01', { ...server.routes, ...routes }, first.user)
    expect(await next()).toHaveAttribute('href', `/journal?day=${today}`)
    expect(await previous()).toHaveAttribute('href', '/journal?day=2025-11-21')
  })
})
