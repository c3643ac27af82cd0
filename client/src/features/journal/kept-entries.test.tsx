import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { addDays } from '@shared/dates'
import { connection } from '@/lib/connection'
import { keptEntries } from '@/lib/kept-entries'
import { announce, expired, signedOut } from '@/lib/page-user'
import { watchConnection } from '@/lib/watch-connection'
import { anEntry } from '@/test/entries'
import { answer, offline, type Routes } from '@/test/fake-api'
import { fakeIndexedDb } from '@/test/fake-indexed-db'
import { answerConfirm } from '@/test/goals'
import { ana, renderApp } from '@/test/render-app'

const list = 'GET /api/journal-entries'
const months = 'GET /api/journal-entries/months'
const one = 'GET /api/journal-entries/:id'
const byDate = 'GET /api/journal-entries/by-date/:date'
const update = 'PUT /api/journal-entries/:id'
const userCall = 'GET /api/auth/user'
const ben = { ...ana, id: '0b0f8a52-6c1d-4f0e-9a55-0a3c1a5e7a02', firstName: 'Ben' }
const keptLine = /^As kept on this device on /
const walk = anEntry({ entryDate: '2026-01-05', wins: 'Walked home' })
const tea = anEntry({ entryDate: '2026-01-04', wins: 'Tea with Ben' })

let rows: Map<string, unknown>

beforeEach(() => {
  rows = fakeIndexedDb()
  vi.stubGlobal('IntersectionObserver', SeesNothing)
})

class SeesNothing {
  observe() {}
  disconnect() {}
}

const kept = () =>
  [...rows.values()].flatMap((value) => (value as { entries?: (typeof walk)[] }).entries ?? [])

/** Stores entries, as switching the setting on does. */
async function keep(...entries: (typeof walk)[]) {
  announce(ana.id)
  expect(await keptEntries(ana.id).start(entries)).toBe(true)
}

/** Opens the journal and waits for its request. */
async function openJournal(path: string, routes: Routes, user = ana) {
  const app = renderApp(path, routes, user)
  await waitFor(() => expect(app.api.callsOf(list)).toHaveLength(1))
  return app
}

test('no entries are kept unless the user has switched that on', async () => {
  renderApp('/journal', { [list]: [walk] })
  expect(await screen.findByText('Walked home')).toBeVisible()
  await keptEntries(ana.id).saved(tea)
  expect(kept()).toEqual([])
})

test('the first page of the journal is kept each time it is loaded', async () => {
  await keep(tea)
  renderApp('/journal', { [list]: [walk, tea] })
  await waitFor(() => expect(kept()).toEqual([walk, tea]))
})

test.each(['/journal?q=tea', '/journal?month=2025-12'])('the entries of %s are not kept', async (path) => {
  await keep(walk)
  await openJournal(path, { [list]: [tea] })
  expect(await screen.findByText(/with Ben/)).toBeVisible()
  expect(kept()).toEqual([walk])
})

test('at most thirty entries are kept, the newest first', async () => {
  const entries = Array.from({ length: 30 }, (_, i) => anEntry({ entryDate: addDays('2026-01-05', -i) }))
  await keep(...entries)
  const today = anEntry({ entryDate: '2026-01-06' })
  await keptEntries(ana.id).saved(today)
  expect(kept()).toEqual([today, ...entries.slice(0, 29)])
})

describe('without a connection', () => {
  test.each([
    ['cannot be reached', offline],
    ['is away', answer(503, { message: 'Lisa is not available right now.' })],
  ])('they are shown when the server %s, with the time of which they are', async (_, failure) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-05T21:30:00Z') })
    await keep(walk, tea)
    if (failure instanceof Response) failure.headers.set('Retry-After', '0')
    renderApp('/journal', { [list]: failure, [months]: failure })
    expect(await screen.findByText('As kept on this device on Jan 5, 21:30')).toHaveRole('status')
    expect(await screen.findByText('Walked home')).toBeVisible()
    expect(screen.getByText('Tea with Ben')).toBeVisible()
    expect(screen.queryByText("We couldn't load your journal")).toBeNull()
    expect(screen.queryByRole('button', { name: 'Show older entries' })).toBeNull()
  })

  test('the journal itself takes their place once it can be read again', async () => {
    await keep(tea)
    const { api, queryClient } = renderApp('/journal', { [list]: offline, [months]: offline })
    onTestFinished(watchConnection(queryClient))
    expect(await screen.findByText('Tea with Ben')).toBeVisible()
    let end = (_entries: unknown) => {}
    api.on(list, () => new Promise((resolve) => (end = resolve)))
    connection.found('ok')
    await waitFor(() => expect(api.callsOf(list)).toHaveLength(2))
    expect(screen.getByText('Tea with Ben')).toBeVisible()
    end([walk, tea])
    expect(await screen.findByText('Walked home')).toBeVisible()
    expect(screen.queryByText(keptLine)).toBeNull()
    await waitFor(() => expect(kept()).toEqual([walk, tea]))
  })

  test.each(['/journal?q=tea', '/journal?month=2025-12'])('they are not shown for %s', async (path) => {
    await keep(tea)
    renderApp(path, { [list]: offline, [months]: offline })
    expect(await screen.findByText(/^We couldn't (search|load) your journal$/)).toBeVisible()
    expect(screen.queryByText('Tea with Ben')).toBeNull()
  })

  test('a user who keeps none sees that the journal could not be loaded', async () => {
    renderApp('/journal', { [list]: offline, [months]: offline })
    expect(await screen.findByText("We couldn't load your journal")).toBeVisible()
  })

  test('somebody else sees nothing of them', async () => {
    await keep(tea)
    renderApp('/journal', { [list]: offline, [months]: offline }, ben)
    expect(await screen.findByText("We couldn't load your journal")).toBeVisible()
    expect(screen.queryByText('Tea with Ben')).toBeNull()
  })
})

test.each([
  ['an error of the server', 500],
  ['a refusal', 429],
])('%s is told, and nothing kept is shown in its place', async (_, status) => {
  await keep(tea)
  renderApp('/journal', { [list]: answer(status, { message: 'No' }) })
  expect(await screen.findByText("We couldn't load your journal")).toBeVisible()
  expect(screen.queryByText('Tea with Ben')).toBeNull()
})

test('after a 401 they are hidden until the same person is signed in again', async () => {
  const goTo = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  await keep(tea)
  const { api } = renderApp('/journal', { [list]: answer(401, { message: 'Unauthorized' }) })
  expect(await screen.findByText('Unauthorized')).toBeVisible()
  await waitFor(() => expect(goTo).toHaveBeenCalledWith('/api/login'))
  api.on(list, offline)
  fireEvent.click(await screen.findByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(api.callsOf(list)).toHaveLength(2))
  expect(await screen.findByText("We couldn't load your journal")).toBeVisible()
  expect(screen.queryByText('Tea with Ben')).toBeNull()
  expect(await keptEntries(ana.id).read()).toBeNull()
  announce(ana.id)
  expect((await keptEntries(ana.id).read())?.entries).toEqual([tea])
})

describe('they are removed', () => {
  test('with the entry that is deleted', async () => {
    answerConfirm(true)
    await keep(walk, tea)
    const { actor, api } = renderApp('/journal?q=tea', {
      [list]: [tea],
      'DELETE /api/journal-entries/:id': undefined,
    })
    await actor.click(await screen.findByRole('button', { name: 'Delete January 4, 2026' }))
    await waitFor(() => expect(api.callsOf('DELETE /api/journal-entries/:id')).toHaveLength(1))
    await waitFor(() => expect(kept()).toEqual([walk]))
  })

  test('when somebody else has signed in', async () => {
    await keep(tea)
    announce(expired)
    renderApp('/', {}, ben)
    await waitFor(() => expect(kept()).toEqual([]))
  })

  test('when they were left behind although this user is the one who was signed in last', async () => {
    await keep(tea)
    announce(ben.id)
    renderApp('/', {}, ben)
    await waitFor(() => expect(kept()).toEqual([]))
  })

  test('when the session was ended elsewhere', async () => {
    await keep(tea)
    const ended = answer(401, { message: 'Unauthorized' })
    ended.headers.set('X-Lisa-Session', 'ended')
    renderApp('/', { [userCall]: ended })
    await waitFor(() => expect(kept()).toEqual([]))
  })

  test('not when it has only expired', async () => {
    await keep(tea)
    renderApp('/', {}, null)
    await screen.findByRole('heading', { name: 'Build meaningful habits' })
    expect(kept()).toEqual([tea])
    expect(await keptEntries(ana.id).read()).toBeNull()
  })

  test('at a sign-out, and none that is read at that moment comes back', async () => {
    await keep(tea)
    renderApp('/journal', { [list]: [tea] })
    await screen.findByText('Tea with Ben')
    announce(signedOut)
    window.dispatchEvent(new StorageEvent('storage', { key: 'lisa:user' }))
    await waitFor(() => expect(kept()).toEqual([]))
    await keptEntries(ana.id).renew([walk])
    await keptEntries(ana.id).saved(walk)
    expect(await keptEntries(ana.id).start([walk])).toBe(false)
    expect(kept()).toEqual([])
  })
})

describe('an entry among them', () => {
  test('opens without a connection, and its save is guarded by the version that was kept', async () => {
    await keep(walk, tea)
    const saved = { ...tea, wins: 'Tea with Ben and cake', updatedAt: '2026-11-22T08:00:00.000Z' }
    const { actor, api } = renderApp(`/journal/edit/${tea.id}`, { [one]: offline, [list]: offline })
    const field = await screen.findByLabelText('What are your wins today?')
    expect(field).toHaveValue('Tea with Ben')
    api.on(update, saved)
    await actor.type(field, ' and cake')
    await actor.click(screen.getByRole('button', { name: 'Update Entry' }))
    await waitFor(() => expect(api.callsOf(update)).toHaveLength(1))
    expect(api.callsOf(update)[0]?.body).toMatchObject({ updatedAt: tea.updatedAt, wins: saved.wins })
    await waitFor(() => expect(kept()).toEqual([walk, saved]))
  })

  test("is the day's entry in the daily screen", async () => {
    await keep(tea)
    renderApp('/journal/new?date=2026-01-04', { [byDate]: offline })
    expect(await screen.findByLabelText('What are your wins today?')).toHaveValue('Tea with Ben')
    expect(screen.getByRole('button', { name: 'Update Entry' })).toBeEnabled()
  })

  test.each([
    ['that is not among them', offline],
    ['that failed otherwise', answer(500, { message: 'Internal Server Error' })],
  ])('is not shown for one %s', async (_, failure) => {
    await keep(failure === offline ? walk : tea)
    renderApp(`/journal/edit/${tea.id}`, { [one]: failure })
    expect(await screen.findByText("We couldn't load this journal entry")).toBeVisible()
  })
})
