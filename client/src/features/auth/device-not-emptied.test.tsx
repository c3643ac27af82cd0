import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { announce, expired, signedOut } from '@/lib/api/page-user'
import { emptyDevice, frozenPage, storedRows, storeRow } from '@/test/device'
import { answer, offline } from '@/test/fake-api'
import { ana, renderApp } from '@/test/render-app'
import { deviceNotEmptied } from './landing-notices'

emptyDevice()
afterEach(() => deviceNotEmptied.forget())

const user = 'GET /api/auth/user'
const landing = () => screen.findByRole('heading', { name: 'Build meaningful habits' })
const store = () => storeRow({ key: [ana.id, 'waiting:entry:1'], value: 'Private' })

test('after a sign-out the landing page removes what was left, without a word where that works', async () => {
  announce(signedOut)
  deviceNotEmptied.show()
  await store()
  renderApp('/', {}, null)
  await landing()
  await waitFor(async () => expect(await storedRows()).toEqual([]))
  await waitFor(() => expect(deviceNotEmptied.isShown()).toBe(false))
  expect(screen.queryByText(/^This device/)).toBeNull()
})

test('it says so where that fails, and the removal can be tried again', async () => {
  announce(signedOut)
  deviceNotEmptied.show()
  await store()
  const other = await frozenPage()
  onTestFinished(async () => void (await other.resume()))
  const { actor } = renderApp('/', {}, null)
  expect(await screen.findByText('This device may still keep your words')).toBeVisible()
  await other.resume()
  await actor.click(screen.getByRole('button', { name: 'Try again' }))
  const removed = await screen.findByText('This device keeps nothing of yours now')
  expect(document.activeElement).toContainElement(removed)
  expect(await storedRows()).toEqual([])
  expect(deviceNotEmptied.isShown()).toBe(false)
})

test.each([
  ['is signed in, while the server fails', answer(500, {}), ana.id],
  ['is signed in, while the server cannot be reached', offline, ana.id],
  ['was signed in until the session expired', answer(401, { message: 'Unauthorized' }), expired],
])('it removes nothing of somebody who %s', async (_, route, said) => {
  announce(said)
  deviceNotEmptied.show()
  await store()
  renderApp('/', { [user]: route })
  await landing()
  await act(() => new Promise((resolve) => setTimeout(resolve, 200)))
  expect(await storedRows()).toHaveLength(1)
  expect(screen.queryByText(/^This device/)).toBeNull()
})
