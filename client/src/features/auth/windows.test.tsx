import type { QueryClient } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { announce, announced, expired, signedOut } from '@/lib/api/page-user'
import { signInAgain } from '@/lib/api/auth-errors'
import { toast } from '@/lib/screen/toast'
import { anEntry } from '@/test/entries'
import { answer, offline } from '@/test/fake-api'
import { create, drafts, field, openEmpty } from '@/test/journal-today'
import { ana, renderApp } from '@/test/render-app'
import { leaveReturnedScreen } from './windows'

const landing = { name: 'Build meaningful habits' }
const ownDraft = 'lisa:draft:ana:journal:2026-11-21:abc'
const userCall = 'GET /api/auth/user'
const reload = vi.fn<() => void>()
const replace = vi.fn<() => void>()

beforeEach(() => {
  reload.mockReset()
  replace.mockReset()
  vi.spyOn(window.location, 'reload').mockImplementation(reload)
  vi.spyOn(window.location, 'replace').mockImplementation(replace)
})

/** What another window says; null is what clearing the storage says. */
function hear(state: string | null) {
  if (state === null) localStorage.clear()
  else announce(state)
  act(
    () =>
      void window.dispatchEvent(new StorageEvent('storage', { key: state === null ? null : 'lisa:user' })),
  )
}

const comeBack = () =>
  act(() => {
    window.dispatchEvent(Object.assign(new Event('pagehide'), { persisted: true }))
    expect(visibility()).toBe('hidden')
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  })
const keysOf = (client: QueryClient) =>
  client
    .getQueryCache()
    .getAll()
    .map(({ queryKey }) => queryKey)
const visibility = () => document.documentElement.style.visibility

test('a page announces for whom it was loaded', async () => {
  renderApp()
  await waitFor(() => expect(announced()).toBe(ana.id))
})

test.each([
  ['after a sign-out', null, signedOut],
  ['after a session has expired', ana.id, expired],
])('a page of nobody announces %s', async (_, before, after) => {
  if (before) announce(before)
  renderApp('/', {}, null)
  await screen.findByRole('heading', landing)
  expect(announced()).toBe(after)
})

describe("somebody's page", () => {
  test('becomes the landing page with a sign-out elsewhere, and keeps no word', async () => {
    const { actor, queryClient } = await openEmpty()
    await actor.type(field('What are your wins today?'), 'Private')
    expect(drafts()).toHaveLength(1)
    hear(signedOut)
    expect(await screen.findByRole('heading', landing)).toBeVisible()
    expect(window.location.pathname).toBe('/')
    expect(drafts()).toEqual([])
    expect(keysOf(queryClient)).toEqual([['user']])
    window.dispatchEvent(new Event('pagehide'))
    expect(drafts()).toEqual([])
  })

  test('keeps nothing that is asked for at the moment of a sign-out elsewhere', async () => {
    const { queryClient } = renderApp('/journal', { 'GET /api/journal-entries': [anEntry({ wins: 'Ran' })] })
    await screen.findByText('Ran')
    act(() => {
      hear(signedOut)
      window.history.replaceState(null, '', '/journal?q=oak')
      window.dispatchEvent(new PopStateEvent('popstate'))
    })
    expect(keysOf(queryClient).length).toBeGreaterThan(1)
    await screen.findByRole('heading', landing)
    expect(keysOf(queryClient)).toEqual([['user']])
  })

  test.each([
    ['saved', answer(201, anEntry()), 'Journal entry saved successfully'],
    ['refused', answer(500, {}), 'Failed to save journal entry'],
  ])('stays the landing page when words are %s after a sign-out elsewhere', async (_, result, told) => {
    let end = (_answer: Response) => {}
    const { actor } = await openEmpty({ [create]: () => new Promise((resolve) => (end = resolve)) })
    await actor.type(field('What are your wins today?'), 'Private')
    await actor.click(screen.getByRole('button', { name: 'Save Entry' }))
    act(() => void toast({ title: 'Told before' }))
    hear(signedOut)
    await screen.findByRole('heading', landing)
    end(result)
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
    for (const text of [told, 'Told before']) expect(screen.queryByText(text)).toBeNull()
    expect(window.location.pathname).toBe('/')
    expect(screen.getByRole('heading', landing)).toBeVisible()
  })

  test('shows the landing page on Back, too, after a sign-out elsewhere', async () => {
    await openEmpty()
    hear(signedOut)
    await screen.findByRole('heading', landing)
    act(() => {
      window.history.replaceState(null, '', '/goals')
      window.dispatchEvent(new PopStateEvent('popstate'))
    })
    expect(window.location.pathname).toBe('/')
    expect(await screen.findByRole('heading', landing)).toBeVisible()
    expect(screen.queryByText('404 Page Not Found')).toBeNull()
  })

  test('is not broken by what the outbox tells at the moment of a sign-out elsewhere', async () => {
    const { queryClient } = await openEmpty()
    queryClient.setQueryData(['outbox'], [])
    hear(signedOut)
    expect(await screen.findByRole('heading', landing)).toBeVisible()
  })

  test('does not send a user who has signed out to sign-in', async () => {
    const goTo = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
    renderApp()
    await screen.findByRole('button', { name: 'Account, AL' })
    vi.useFakeTimers()
    signInAgain()
    hear(signedOut)
    vi.advanceTimersByTime(1000)
    expect(goTo).not.toHaveBeenCalled()
  })

  test.each(['storage', 'visibilitychange'])(
    'is loaded anew for another person, told by %s',
    async (event) => {
      await openEmpty()
      announce('ben')
      const target = event === 'storage' ? window : document
      target.dispatchEvent(
        event === 'storage' ? new StorageEvent(event, { key: 'lisa:user' }) : new Event(event),
      )
      expect(reload).toHaveBeenCalledOnce()
      expect(visibility()).toBe('hidden')
    },
  )

  test.each([
    ['the same person signs in again', ana.id],
    ['their session has expired', expired],
  ])('stays as it is when %s', async (_, state) => {
    localStorage.setItem(ownDraft, '{}')
    const { api } = await openEmpty()
    hear(state)
    expect(reload).not.toHaveBeenCalled()
    expect(api.callsOf(userCall)).toHaveLength(1)
    expect(drafts()).toEqual([ownDraft])
  })

  test('asks the server once storage has been cleared', async () => {
    const { api } = await openEmpty()
    hear(null)
    expect(visibility()).toBe('hidden')
    await waitFor(() => expect(visibility()).toBe(''))
    expect(api.callsOf(userCall)).toHaveLength(2)
    expect(announced()).toBe(ana.id)
  })
})

test('a page of nobody is loaded anew when somebody signs in', async () => {
  renderApp('/', {}, null)
  await screen.findByRole('heading', landing)
  hear('ben')
  expect(reload).toHaveBeenCalledOnce()
})

test.each([
  ['/journal?q=fog', 'back_forward', '/'],
  ['/nowhere', 'back_forward', '/nowhere'],
  ['/journal/new', 'navigate', '/journal/new'],
  ['/journal/new', 'reload', '/journal/new'],
])('a page of nobody at %s (%s) goes on at %s', (path, type, expected) => {
  window.history.replaceState(null, '', path)
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as unknown as PerformanceEntry])
  leaveReturnedScreen()
  expect(window.location.pathname).toBe(expected)
})

describe('a page that comes back from memory', () => {
  test('is shown as it was once the server has named the same person', async () => {
    const { actor, api } = await openEmpty()
    await actor.type(field('What are your wins today?'), 'Half a word')
    comeBack()
    expect(visibility()).toBe('hidden')
    await waitFor(() => expect(visibility()).toBe(''))
    expect(field('What are your wins today?')).toHaveValue('Half a word')
    expect(api.callsOf(userCall)).toHaveLength(2)
  })

  test('goes to the first page when it is no longer that person', async () => {
    const { api } = await openEmpty()
    api.on(userCall, answer(401, { message: 'Unauthorized' }))
    comeBack()
    await waitFor(() => expect(replace).toHaveBeenCalledWith('/'))
    expect(screen.queryByLabelText('What are your wins today?')).toBeNull()
    await new Promise((resolve) => setTimeout(resolve))
    expect(visibility()).toBe('hidden')
  })

  const never = () => new Promise(() => {})
  test.each([
    ['does not answer', 3000, [never, never]],
    ['fails, and then does not answer', 0, [offline, never]],
  ])('is shown without its words when the server %s', async (_, wait, answers) => {
    const { actor, api } = await openEmpty()
    await actor.type(field('What are your wins today?'), 'Private')
    api.on(userCall, () => answers.shift()?.())
    vi.useFakeTimers()
    comeBack()
    await act(() => vi.advanceTimersByTimeAsync(wait + 100))
    expect(visibility()).toBe('')
    expect(screen.getByText('Loading…')).toBeInTheDocument()
    expect(screen.queryByLabelText('What are your wins today?')).toBeNull()
    expect(drafts()).toHaveLength(1)
  })

  test('says so and offers Retry when the server cannot be asked', async () => {
    const { actor, api } = await openEmpty()
    api.on(userCall, offline)
    // Polled meanwhile: the page must not find by itself that the server is back.
    api.on('GET /api/analytics/monthly-goals', offline)
    comeBack()
    expect(await screen.findByText("We couldn't reach your account")).toBeVisible()
    expect(screen.queryByLabelText('What are your wins today?')).toBeNull()
    api.on(userCall, ana)
    await actor.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByLabelText('What are your wins today?')).toBeVisible()
  })
})
