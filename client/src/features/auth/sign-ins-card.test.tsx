import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { type AccountEventKind, accountEventKinds, type AccountEventView } from '@shared/account-events'
import { answer } from '@/test/fake-api'
import { answerConfirm } from '@/test/goals'
import { button, openSettings } from '@/test/settings'
import { eventLine } from './event-line'

let made = 0
const anEvent = (overrides: Partial<AccountEventView> = {}): AccountEventView => ({
  id: `${++made}`,
  kind: 'sign-in',
  at: '2026-11-21T08:30:00.000Z',
  detail: 'Firefox on Linux',
  tokenName: null,
  newNetwork: false,
  ...overrides,
})

const activity = async () => within(await screen.findByRole('list', { name: 'Recent activity' }))

test('recent activity is told in sentences, with the time and a network that is new', async () => {
  openSettings(
    {},
    {
      'GET /api/account/events': [
        anEvent({ kind: 'token-refused', detail: null, newNetwork: true }),
        anEvent({ at: '2026-09-03T21:05:00.000Z' }),
      ],
    },
  )
  const rows = (await activity()).getAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual([
    'Someone tried a wrong API passwordNov 21, 08:30, from a new network',
    'Signed in on Firefox on LinuxSep 3, 21:05',
  ])
})

test('every kind of event has a sentence of its own', () => {
  const lines = accountEventKinds.map((kind) => eventLine({ kind, detail: null, tokenName: null }))
  expect(new Set(lines).size).toBe(accountEventKinds.length)
  const lineOf = (kind: AccountEventKind) => eventLine({ kind, detail: 'curl', tokenName: 'Backup' })
  expect((['token-wrote', 'token-elsewhere', 'export'] as const).map(lineOf)).toEqual([
    'The token “Backup” changed your goals or your journal from curl',
    'The token “Backup” was used from a new network from curl',
    'Your data was exported with the token “Backup”',
  ])
})

test('five events are shown until all are asked for', async () => {
  const events = Array.from({ length: 12 }, () => anEvent())
  const { actor } = openSettings({}, { 'GET /api/account/events': events })
  expect((await activity()).getAllByRole('listitem')).toHaveLength(5)
  await actor.click(screen.getByRole('button', { name: 'Show all 12', expanded: false }))
  expect((await activity()).getAllByRole('listitem')).toHaveLength(12)
  await actor.click(screen.getByRole('button', { name: 'Show fewer', expanded: true }))
  expect((await activity()).getAllByRole('listitem')).toHaveLength(5)
})

test('before anything has happened the card says what will be there', async () => {
  openSettings()
  expect(await screen.findByText(/^Nothing yet\. Sign-ins and account changes/)).toBeVisible()
})

test('while it loads there is a skeleton; when it fails it can be loaded again', async () => {
  let fail = () => {}
  const failed = new Promise((resolve) => (fail = () => resolve(answer(500, {}))))
  const { actor, api } = openSettings({}, { 'GET /api/account/events': () => failed })
  const card = within(await screen.findByRole('region', { name: 'Sign-ins' }))
  await waitFor(() => expect(card.getAllByText('Loading…')).toHaveLength(1))
  fail()
  expect(await card.findByText("We couldn't load your recent activity")).toBeVisible()
  api.on('GET /api/account/events', [anEvent()])
  await actor.click(card.getByRole('button', { name: 'Retry' }))
  expect((await activity()).getAllByRole('listitem')).toHaveLength(1)
})

const sessions = [
  {
    id: 'a',
    current: true,
    createdAt: '2026-11-20T08:30:00.000Z',
    lastSeenAt: '2026-11-21T09:00:00.000Z',
    browser: 'Firefox on Linux',
  },
  {
    id: 'b',
    current: false,
    createdAt: '2026-11-02T20:15:00.000Z',
    lastSeenAt: '2026-11-19T07:00:00.000Z',
    browser: null,
  },
]

test('the places where one is signed in are listed, this device marked', async () => {
  openSettings({}, { 'GET /api/account/sessions': sessions })
  const list = within(await screen.findByRole('list', { name: "Where you're signed in" }))
  expect(list.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
    'Firefox on LinuxSigned in Nov 20, 08:30This device',
    'Unknown browserSigned in Nov 2, 20:15, last used Thu, Nov 19Sign out',
  ])
})

const signOutOther = () => screen.findByRole('button', { name: /^Sign out Unknown browser, signed in/ })

test('another browser is signed out after a question, leaves the list, and the focus stays in it', async () => {
  const { actor, api } = openSettings({}, { 'GET /api/account/sessions': sessions })
  answerConfirm(false)
  await actor.click(await signOutOther())
  expect(api.callsOf('DELETE /api/account/sessions/b')).toEqual([])
  api.on('DELETE /api/account/sessions/b', () => {
    api.on('GET /api/account/sessions', sessions.slice(0, 1))
    return answer(204)
  })
  answerConfirm(true)
  await actor.click(await signOutOther())
  expect(await screen.findByText('That browser is signed out')).toBeVisible()
  const list = screen.getByRole('list', { name: "Where you're signed in" })
  expect(within(list).getAllByRole('listitem')).toHaveLength(1)
  expect(list).toHaveFocus()
})

test('a failure to sign out another browser is told, and it stays in the list', async () => {
  answerConfirm(true)
  const { actor } = openSettings(
    {},
    { 'GET /api/account/sessions': sessions, 'DELETE /api/account/sessions/b': answer(500, {}) },
  )
  await actor.click(await signOutOther())
  expect(await screen.findByText('Failed to sign out that browser')).toBeVisible()
  expect(await signOutOther()).toBeEnabled()
})

test('a browser whose session has ended in the meantime only leaves the list', async () => {
  answerConfirm(true)
  const { actor, api } = openSettings({}, { 'GET /api/account/sessions': sessions })
  api.on('DELETE /api/account/sessions/b', () => {
    api.on('GET /api/account/sessions', sessions.slice(0, 1))
    return answer(404, { message: 'Session not found' })
  })
  await actor.click(await signOutOther())
  await waitFor(() => expect(screen.queryByText('Unknown browser')).toBeNull())
  expect(screen.queryByText(/Failed to/)).toBeNull()
})

test('places that cannot be loaded can be loaded again, and one can sign out everywhere without them', async () => {
  const { actor, api } = openSettings({}, { 'GET /api/account/sessions': answer(500, {}) })
  expect(await screen.findByText("We couldn't load your sign-ins")).toBeVisible()
  expect(button('Sign out everywhere')).toBeEnabled()
  api.on('GET /api/account/sessions', sessions)
  await actor.click(button('Retry'))
  const card = within(screen.getByRole('region', { name: 'Sign-ins' }))
  expect(await card.findByText('This device')).toBeVisible()
})

test('signing out everywhere is asked about, ends all sessions and leaves nothing in this browser', async () => {
  const goTo = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  localStorage.setItem('lisa:draft:x', '{}')
  const { actor, api } = openSettings({}, { 'DELETE /api/account/sessions': answer(204) })
  answerConfirm(false)
  await actor.click(await screen.findByRole('button', { name: 'Sign out everywhere' }))
  expect(api.callsOf('DELETE /api/account/sessions')).toEqual([])
  answerConfirm(true)
  await actor.click(button('Sign out everywhere'))
  await waitFor(() => expect(goTo).toHaveBeenCalledWith('/api/logout'))
  expect(api.callsOf('DELETE /api/account/sessions')).toHaveLength(1)
  expect({ ...localStorage }).toEqual({ 'lisa:user': '' })
})

test('a failure to sign out everywhere is told, and one stays signed in', async () => {
  const goTo = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  answerConfirm(true)
  const { actor } = openSettings({}, { 'DELETE /api/account/sessions': answer(500, {}) })
  await actor.click(await screen.findByRole('button', { name: 'Sign out everywhere' }))
  expect(await screen.findByText('Failed to sign out everywhere')).toBeVisible()
  expect(goTo).not.toHaveBeenCalled()
})
