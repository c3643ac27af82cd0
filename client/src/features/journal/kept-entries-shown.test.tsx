import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { connection } from '@/lib/api/connection'
import { keptCopies } from '@/lib/device/kept-copies'
import { announce } from '@/lib/api/page-user'
import { watchConnection } from '@/lib/api/watch-connection'
import { ben, nothingKept, keep, kept, list, tea, walk } from '@/test/entries-on-device'
import { answer, offline } from '@/test/fake-api'
import { ana, renderApp } from '@/test/render-app'

nothingKept()

const months = 'GET /api/journal-entries/months'
const one = 'GET /api/journal-entries/:id'
const byDate = 'GET /api/journal-entries/by-date/:date'
const update = 'PUT /api/journal-entries/:id'
const keptLine = /^As kept on this device on /

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
    api.on(months, [])
    connection.found('ok')
    await waitFor(() => expect(api.callsOf(list)).toHaveLength(2))
    await act(() => new Promise((resolve) => setTimeout(resolve, 150)))
    expect(screen.getByText('Tea with Ben')).toBeVisible()
    expect(screen.queryByText("We couldn't load your journal")).toBeNull()
    end([walk, tea])
    expect(await screen.findByText('Walked home')).toBeVisible()
    expect(screen.queryByText(keptLine)).toBeNull()
    await waitFor(async () => expect(await kept()).toEqual([walk, tea]))
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
  const { api, queryClient } = renderApp('/journal', { [list]: answer(401, { message: 'Unauthorized' }) })
  expect(await screen.findByText('Unauthorized')).toBeVisible()
  await waitFor(() => expect(goTo).toHaveBeenCalledWith('/api/login'))
  api.on(list, offline)
  act(() => void queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' }))
  await waitFor(() => expect(api.callsOf(list)).toHaveLength(2))
  expect(await screen.findByText("We couldn't load your journal")).toBeVisible()
  expect(screen.queryByText('Tea with Ben')).toBeNull()
  expect(await keptCopies(ana.id).read()).toBeNull()
  announce(ana.id)
  expect((await keptCopies(ana.id).read())?.entries).toEqual([tea])
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
    await waitFor(async () => expect(await kept()).toEqual([walk, saved]))
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
