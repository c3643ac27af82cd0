import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { connection } from '@/lib/api/connection'
import { watchConnection } from '@/lib/api/watch-connection'
import { anEntry } from '@/test/entries'
import { ben, keep, kept, nothingKept } from '@/test/entries-on-device'
import { answer, offline } from '@/test/fake-api'
import { nothing, todayPath } from '@/test/home'
import { freezeToday, today } from '@/test/journal-today'
import { ana, renderApp } from '@/test/render-app'

freezeToday()
nothingKept()

const ran = anEntry({ entryDate: today, mood: 'happy', wins: 'Ran' })
const sang = anEntry({ entryDate: '2026-11-15', mood: 'sad', wins: 'Sang' })
const before = anEntry({ entryDate: '2026-11-14', wins: 'Slept' })
const aYearAgo = anEntry({ entryDate: '2025-11-21', wins: 'Moved house' })

// Looked up each time: the card of the loading day is another element.
const card = () => within(screen.getByRole('region', { name: 'Today' }))
const keptLine = 'As kept on this device on Nov 21, 12:00'

const alsoRead = 'GET /api/analytics/monthly-goals'
const openHome = (person = ana, failure: unknown = offline) =>
  renderApp('/', { [todayPath]: failure, [alsoRead]: failure }, person)

describe('without a connection', () => {
  test('Home shows the day, the week and earlier years as they are kept on this device', async () => {
    const slept = anEntry({ entryDate: '2026-11-20', wins: 'Slept' })
    await keep(ran, slept, sang, before, aYearAgo)
    openHome()
    expect(await screen.findByText(keptLine)).toHaveRole('status')
    expect(card().getByRole('link', { name: 'Ran' })).toHaveAttribute('href', `/journal?day=${today}`)
    const days = within(card().getByRole('list', { name: 'Last seven days' }))
    expect(days.getAllByRole('img').map((dot) => dot.getAttribute('aria-label'))).toEqual([
      'Sad',
      ...Array.from({ length: 4 }, () => 'No entry'),
      'Written',
      'Happy',
    ])
    expect(screen.getByRole('heading', { name: 'On this day, 2025' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Moved house' })).toBeVisible()
    expect(card().queryByRole('link', { name: 'Write' })).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('a day without an entry among them can be written', async () => {
    await keep(sang)
    openHome()
    expect(await screen.findByText(keptLine)).toBeVisible()
    expect(card().getByRole('link', { name: 'Write' })).toBeVisible()
  })

  test('what the server says takes their place once it can be reached', async () => {
    await keep(ran)
    const { api, queryClient } = openHome()
    onTestFinished(watchConnection(queryClient))
    await screen.findByText(keptLine)
    let end = (_view: unknown) => {}
    api.on(alsoRead, { monthlyGoals: 0 })
    api.on(todayPath, () => new Promise((resolve) => (end = resolve)))
    act(() => connection.found('ok'))
    await waitFor(() => expect(api.callsOf(todayPath)).toHaveLength(2))
    expect(card().getByRole('link', { name: 'Ran' })).toBeVisible()
    end({ ...nothing, entry: { ...ran, wins: 'Ran far' } })
    expect(await screen.findByRole('link', { name: 'Ran far' })).toBeVisible()
    expect(screen.queryByText(keptLine)).toBeNull()
  })

  test.each([
    ['where nothing is kept', ana, []],
    ['to somebody else', ben, [ran]],
  ])('the card says that it could not load the day %s', async (_, person, entries) => {
    if (entries.length) await keep(...entries)
    openHome(person)
    expect(await screen.findByRole('alert')).toHaveTextContent("We couldn't load your day.")
    expect(screen.queryByText('Ran')).toBeNull()
  })
})

test('a day that Home has read is kept, with the time of the other entries', async () => {
  await keep(sang)
  vi.setSystemTime('2026-11-21T18:00:00')
  const view = { ...nothing, entry: ran }
  const first = renderApp('/', { [todayPath]: view })
  expect(await screen.findByRole('link', { name: 'Ran' })).toBeVisible()
  await waitFor(async () => expect(await kept()).toEqual([ran, sang]))
  first.unmount()
  openHome()
  expect(await screen.findByText(keptLine)).toBeVisible()
  expect(card().getByRole('link', { name: 'Ran' })).toBeVisible()
  expect(card().queryByRole('link', { name: 'Write' })).toBeNull()
})

test('an error of the server is told, and nothing kept is shown in its place', async () => {
  await keep(ran)
  openHome(ana, () => answer(500, {}))
  expect(await screen.findByRole('alert')).toHaveTextContent("We couldn't load your day.")
  expect(screen.queryByText('Ran')).toBeNull()
})
