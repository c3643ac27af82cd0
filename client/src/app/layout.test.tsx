import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { connection } from '@/lib/api/connection'
import { toast } from '@/lib/screen/toast'
import { away, hanging, offline } from '@/test/fake-api'
import { drafts } from '@/test/journal-today'
import { ana, renderApp } from '@/test/render-app'
import { initialsOf } from './initials'

beforeEach(() => {
  sessionStorage.clear()
})

test.each([
  ['Ana', 'Lima', 'AL'],
  ['ana', null, 'A'],
  [null, 'Lima', 'L'],
  ['  ', '', 'U'],
  [null, null, 'U'],
  ['🌱 Ana', 'Éluard', '🌱É'],
])('the initials of %s %s are %s', (firstName, lastName, initials) => {
  expect(initialsOf({ firstName, lastName })).toBe(initials)
})

test('the profile image takes the place of the initials', async () => {
  const { container } = renderApp('/', {}, { ...ana, profileImageUrl: 'https://example.com/ana.jpg' })
  await screen.findByRole('button', { name: 'Account, AL' })
  expect(container.querySelector('header img')).toHaveAttribute('src', 'https://example.com/ana.jpg')
})

test('the menu opens with the first click and leads to the settings', async () => {
  const { actor } = renderApp('/', {
    'GET /api/reminder-settings': () => new Promise(() => {}),
    'GET /api/account/sessions': [],
    'GET /api/account/events': [],
    'GET /api/reminder-deliveries/latest': () => new Promise(() => {}),
    'GET /api/phone-confirmation': { confirmed: false },
    'GET /api/push-key': () => new Promise(() => {}),
    'GET /api/push-devices': [],
  })
  await actor.click(await screen.findByRole('button', { name: 'Account, AL' }))
  await actor.click(await screen.findByRole('menuitem', { name: 'Settings' }))
  await waitFor(() => expect(window.location.pathname).toBe('/settings'))
})

test('signing out leaves no draft behind', async () => {
  const goTo = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  localStorage.setItem('lisa:draft:ana:entry:2026-11-21:abc', '{}')
  const { actor } = renderApp()
  await actor.click(await screen.findByRole('button', { name: 'Account, AL' }))
  await actor.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
  await waitFor(() => expect(goTo).toHaveBeenCalledWith('/api/logout'))
  expect(drafts()).toEqual([])
})

test.each([
  ['without a connection', offline],
  ['while Lisa is away', away],
  ...[200, 403, 404, 500, 511].map((status): [string, () => unknown] => [
    `behind a network's sign-in page (${status})`,
    () => new Response('<h1>Welcome</h1>', { status }),
  ]),
  ["behind a network's JSON", () => new Response('{"login":"/"}')],
  ['when nothing comes back', () => new Response('')],
])('%s the user stays signed in and is told', async (_, route) => {
  const goTo = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  localStorage.setItem('lisa:draft:ana:entry:2026-11-21:abc', '{}')
  const { actor, api } = renderApp()
  await actor.click(await screen.findByRole('button', { name: 'Account, AL' }))
  api.on('GET /api/analytics/monthly-goals', route)
  await actor.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
  expect(await screen.findByText('Signing out needs a connection. You are still signed in.')).toBeVisible()
  expect(goTo).not.toHaveBeenCalled()
  expect(drafts()).toHaveLength(1)
})

test('a link, the menu and the Back button close the toast', async () => {
  const { actor } = renderApp('/nowhere', {
    'GET /api/reminder-settings': () => new Promise(() => {}),
    'GET /api/reminder-deliveries/latest': () => new Promise(() => {}),
    'GET /api/phone-confirmation': () => new Promise(() => {}),
    'GET /api/push-key': () => new Promise(() => {}),
    'GET /api/push-devices': [],
  })
  const say = async () => {
    act(() => void toast({ title: 'Success' }))
    expect(await screen.findByText('Success')).toBeVisible()
  }
  const expectSilence = () => waitFor(() => expect(screen.queryByText('Success')).toBeNull())
  await screen.findByRole('heading', { level: 1 })
  await say()
  await actor.click(screen.getByRole('link', { name: 'Home' }))
  await expectSilence()
  await say()
  act(() => history.back())
  await expectSilence()
  await say()
  await actor.click(await screen.findByRole('button', { name: 'Account, AL' }))
  await actor.click(await screen.findByRole('menuitem', { name: 'Settings' }))
  await expectSilence()
})

test('the first thing in the page skips to the content', async () => {
  const { actor } = renderApp('/nowhere')
  await screen.findByRole('heading', { level: 1 })
  await actor.tab()
  expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveFocus()
  expect(screen.getByRole('main')).toHaveAttribute('id', 'content')
})

test.each([
  ['/', 'Home'],
  ['/goals/nowhere', 'Goals'],
  ['/journal/nowhere', 'Journal'],
  ['/progress/nowhere', 'Progress'],
])('at %s the active tab is %s', async (path, tab) => {
  renderApp(path)
  await screen.findByRole('heading', { level: 1 })
  expect(screen.getAllByRole('link', { current: 'page' }).map((link) => link.textContent)).toEqual([tab])
})

test.each(['/goalsandmore', '/nowhere'])('at %s no tab is active', async (path) => {
  renderApp(path)
  await screen.findByRole('heading', { level: 1 })
  expect(screen.queryByRole('link', { current: 'page' })).not.toBeInTheDocument()
})

test('going to another screen moves the focus to its heading and names the document; arriving does not', async () => {
  const { actor } = renderApp('/nowhere')
  const heading = await screen.findByRole('heading', { level: 1 })
  expect(heading).not.toHaveFocus()
  expect(document.title).toBe('404 Page Not Found · Lisa')
  await actor.click(screen.getByRole('link', { name: 'Home' }))
  expect(await screen.findByRole('heading', { name: /^Good / })).toHaveFocus()
  expect(document.title).toBe('Lisa')
})

test('without a connection the watch of the saves begins later, when there is one', async () => {
  const watchSaves = vi.fn<() => void>()
  const load = vi.fn<() => object>().mockImplementationOnce(() => {
    throw new Error('Failed to fetch dynamically imported module')
  })
  load.mockImplementation(() => ({ watchSaves }))
  vi.doMock('./waiting-saves', load)
  onTestFinished(() => vi.doUnmock('./waiting-saves'))
  const { queryClient } = renderApp('/goals/new', { 'GET /api/analytics/monthly-goals': hanging })
  await waitFor(() => expect(load).toHaveBeenCalledOnce())
  // Any answer would find a connection again.
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  await act(async () => connection.found('offline'))
  expect(watchSaves).not.toHaveBeenCalled()
  act(() => connection.found('ok'))
  await waitFor(() => expect(watchSaves).toHaveBeenCalledOnce())
})
