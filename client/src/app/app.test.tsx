import { act, render, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { toast } from '@/lib/screen/toast'
import { currentUser } from '@/features/auth/use-user'
import { createQueryClient } from '@/lib/api/query-client'
import { answer, fakeApi, offline } from '@/test/fake-api'
import { ana, renderApp } from '@/test/render-app'
import { App } from './app'
import { lazyScreen } from './lazy-screen'
import { Screen } from './screen'

test('a signed-out visitor sees the landing page, and begins at the sign-in', async () => {
  const goTo = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  const { actor } = renderApp('/', {}, null)
  expect(await screen.findByRole('heading', { name: 'Build meaningful habits' })).toBeVisible()
  // True on every day.
  const example = screen.getByRole('img', { name: /^A journal entry/ })
  const weekday = /(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day/
  expect(example).not.toHaveTextContent(weekday)
  expect(example).not.toHaveAccessibleName(weekday)
  await actor.click(screen.getByRole('button', { name: 'Get Started' }))
  expect(goTo).toHaveBeenCalledWith('/api/login')
})

test('a spinner shows until it is known who is signed in', async () => {
  renderApp('/', { 'GET /api/auth/user': () => new Promise(() => {}) })
  expect(await screen.findByRole('status')).toHaveTextContent('Loading')
})

test.each([
  ['the server is down', () => answer(500, { message: 'Internal Server Error' })],
  ['the connection is lost', offline],
  ['the answer is no user', () => answer(403, { message: 'No' })],
])('when %s it shows the landing page, says so, and asks again on request only', async (_, failure) => {
  const { actor, api } = renderApp('/goals', { 'GET /api/auth/user': failure, 'GET /api/goals': [] })
  expect(await screen.findByRole('heading', { name: 'Build meaningful habits' })).toBeVisible()
  expect(screen.getByRole('alert')).toHaveTextContent("We couldn't reach your account")
  expect(api.callsOf('GET /api/auth/user')).toHaveLength(1)
  api.on('GET /api/auth/user', ana)
  await actor.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('heading', { name: 'Goals' })).toBeVisible()
})

test('a failure that came before anything was shown is not asked again unseen', async () => {
  const api = fakeApi({ 'GET /api/auth/user': offline })
  const queryClient = createQueryClient()
  await queryClient.prefetchQuery(currentUser)
  render(<App queryClient={queryClient} />)
  expect(await screen.findByText("We couldn't reach your account")).toBeVisible()
  expect(api.calls).toHaveLength(1)
})

test.each([
  ['signed in', ana],
  ['signed out', null],
])('any other path shows the not-found page, %s', async (_, user) => {
  renderApp('/nowhere', {}, user)
  expect(await screen.findByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
  expect(screen.getByText('Did you forget to add the page to the router?')).toBeVisible()
})

test.each(['/', '/nowhere', '/voice'])(
  'the first thing in %s skips to the content for the signed-out too',
  async (path) => {
    const { actor } = renderApp(path, {}, null)
    await screen.findByRole('heading', { level: 1 })
    await actor.tab()
    const link = screen.getByRole('link', { name: 'Skip to content' })
    expect(link).toHaveFocus()
    expect(link).toHaveAttribute('href', '#content')
    expect(screen.getByRole('main')).toHaveAttribute('id', 'content')
  },
)

test('whoever is signed out finds only the first path, and can sign in to see another', async () => {
  const goTo = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  const { actor } = renderApp('/journal/new', {}, null)
  await screen.findByRole('heading', { name: '404 Page Not Found' })
  await actor.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(goTo).toHaveBeenCalledWith('/api/login?returnTo=%2Fjournal%2Fnew')
})

test('somebody who is signed out, and came to a screen by the link of a mail, is led on to the sign-in', async () => {
  const goTo = vi.spyOn(window.location, 'replace').mockImplementation(() => {})
  renderApp('/journal/new?link', {}, null)
  await waitFor(() => expect(goTo).toHaveBeenCalledWith('/api/login?returnTo=%2Fjournal%2Fnew'))
  expect(screen.queryByRole('heading')).toBeNull()
})

test('a session that is lost while the page opens shows its toast before it leaves, and no Retry that cannot help', async () => {
  const sentence = 'You are logged out. Logging in again...'
  const shownAtLeaving: boolean[] = []
  vi.spyOn(window.location, 'assign').mockImplementation(
    () => void shownAtLeaving.push(screen.queryByText(sentence) !== null),
  )
  renderApp('/goals', { 'GET /api/goals': answer(401, { message: 'Unauthorized' }) })
  const failure = await screen.findByRole('alert')
  expect(failure).toHaveTextContent("We couldn't load your goals")
  expect(failure).toHaveTextContent('You are logged out. Sign in to go on.')
  expect(failure).not.toHaveTextContent('Unauthorized')
  expect(within(failure).getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/api/login')
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
  await waitFor(() => expect(shownAtLeaving).toEqual([true]))
})

test('a screen whose code does not arrive gives another try instead of a white page', async () => {
  const { Page } = lazyScreen(() =>
    Promise.reject(new TypeError('Failed to fetch dynamically imported module')),
  )
  render(
    <Screen>
      <Page />
    </Screen>,
  )
  expect(await screen.findByRole('alert')).toHaveTextContent("This page didn't load")
  expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible()
  vi.spyOn(console, 'error').mockClear() // React reports what it has caught
})

test('a toast shows its words, and is announced once', async () => {
  renderApp()
  act(() => void toast({ title: 'Success', description: 'Goal created successfully' }))
  const region = await screen.findByRole('region', { name: 'Notifications (F8)' })
  expect(await within(region).findByText('Success')).toBeVisible()
  const announced = (status: HTMLElement) => status.textContent.includes('Goal created successfully')
  await waitFor(() => expect(screen.getAllByRole('status').filter(announced)).toHaveLength(1))
})
