import { act, screen, waitFor } from '@testing-library/react'
import { QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { connection } from '@/lib/api/connection'
import { announce, announced, expired, pageUser } from '@/lib/api/page-user'
import { createQueryClient } from '@/lib/api/query-client'
import { watchConnection } from '@/lib/api/watch-connection'
import { emptyDevice, storedRows, waitingSaves } from '@/test/device'
import { answer, away, fakeApi, offline, refused } from '@/test/fake-api'
import { answerConfirm } from '@/test/goals'
import { ana, renderApp } from '@/test/render-app'
import { currentUser } from './use-user'

const user = 'GET /api/auth/user'
const greeting = () => screen.findByRole('heading', { name: /, Ana$/ })
const landing = () => screen.findByRole('heading', { name: 'Build meaningful habits' })

emptyDevice()
beforeEach(() => connection.found('ok'))

const keptUsers = async () =>
  (await storedRows()).map(({ value }) => value).filter((value) => Object(value).timezone)

/** An earlier visit with this browser, signed in. */
async function visited() {
  const { unmount } = renderApp()
  await greeting()
  await waitFor(async () => expect(await keptUsers()).toHaveLength(1))
  unmount()
  // The next render is that of a newly opened page.
  delete pageUser.id
}

test('only the id, the name and the timezone of the user are kept', async () => {
  await visited()
  expect(await keptUsers()).toEqual([{ id: ana.id, firstName: 'Ana', lastName: 'Lima', timezone: 'UTC' }])
})

test('without a network the user of the last visit is known, and is read again once the network is back', async () => {
  await visited()
  const { api } = renderApp('/goals/new', { [user]: offline })
  expect(await screen.findByLabelText('Goal Title')).toBeVisible()
  api.on(user, { ...ana, lastName: 'Silva' })
  act(() => connection.found('ok'))
  expect(await screen.findByRole('button', { name: 'Account, AS' })).toBeVisible()
})

test('the user of the last visit is known too while the server is busy with other pages of theirs', async () => {
  await visited()
  renderApp('/goals/new', { [user]: refused(429, 1) })
  expect(await screen.findByLabelText('Goal Title')).toBeVisible()
})

test('who is signed in is asked once, also while the server is away and when it is back', async () => {
  vi.useFakeTimers()
  const api = fakeApi({ [user]: away, 'GET /api/analytics/monthly-goals': { monthlyGoals: 0 } })
  const client = createQueryClient()
  onTestFinished(watchConnection(client))
  // This device is not asked whom it remembers.
  pageUser.id = null
  const observer = new QueryObserver(client, currentUser)
  onTestFinished(observer.subscribe(() => {}))
  await vi.advanceTimersByTimeAsync(600_000)
  expect([observer.getCurrentResult().status, connection.now()]).toEqual(['error', 'ok'])
  expect(api.callsOf(user)).toHaveLength(1)
})

test.each([
  ['a server that says that nobody is signed in', answer(401, { message: 'Unauthorized' }), ana.id],
  ['a browser that was signed out', offline, ''],
  ['a session that a page has found expired', offline, expired],
])('%s is believed', async (_, route, said) => {
  await visited()
  announce(said)
  renderApp('/', { [user]: route })
  expect(await landing()).toBeVisible()
})

test('a session that has expired meanwhile leads to sign-in', async () => {
  const goTo = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  await visited()
  const { api } = renderApp('/goals/new', { [user]: offline })
  await screen.findByLabelText('Goal Title')
  api.on(user, answer(401, { message: 'Unauthorized' }))
  act(() => connection.found('ok'))
  await waitFor(() => expect(goTo).toHaveBeenCalledWith('/api/login'))
})

test('a sign-out warns of what would be lost, removes nothing if cancelled, and else everything', async () => {
  const goTo = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  const { actor } = renderApp('/goals/new', { 'POST /api/goals': offline })
  for (const name of ['Run', 'Swim']) {
    await actor.clear(await screen.findByLabelText('Goal Title'))
    await actor.type(await screen.findByLabelText('Goal Title'), name)
    await actor.click(screen.getByRole('button', { name: 'Create Goal' }))
    await screen.findByText('Waiting to send')
  }
  async function signOut(yes: boolean) {
    const confirm = answerConfirm(yes)
    await actor.click(screen.getByRole('button', { name: 'Account, AL' }))
    await actor.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
    await waitFor(() =>
      expect(confirm).toHaveBeenCalledWith(
        "1 change hasn't been sent yet, and would be lost. Sign out anyway?",
      ),
    )
  }
  await signOut(false)
  expect(await waitingSaves()).toHaveLength(1)
  expect(announced()).toBe(ana.id)
  await signOut(true)
  await waitFor(() => expect(goTo).toHaveBeenCalledWith('/api/logout'))
  expect(await storedRows()).toEqual([])
})
