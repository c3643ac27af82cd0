import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { answer, type Routes } from '@/test/fake-api'
import { answerConfirm } from '@/test/goals'
import { ana } from '@/test/render-app'
import { openSettings as openSettingsOf } from '@/test/settings'

const openSettings = (routes: Routes = {}, user = ana) => openSettingsOf({}, routes, user)

const password = () => screen.findByLabelText('API Password')
const add = () => screen.getByRole('button', { name: 'Add Password' })

test('the button waits for a password', async () => {
  const { actor } = openSettings()
  expect(await password()).toHaveAttribute('autocomplete', 'new-password')
  expect(await password()).toHaveAttribute('type', 'password')
  expect(add()).toBeDisabled()
  await actor.click(await password())
  await actor.paste('x')
  expect(add()).toBeEnabled()
  await actor.clear(await password())
  expect(add()).toBeDisabled()
})

test.each([
  ['12345', 'Password must be at least 6 characters long'],
  ['ü'.repeat(37), 'Password must be at most 72 bytes long'],
])('the password %s is refused without a call', async (text, message) => {
  const { actor, api } = openSettings()
  await actor.click(await password())
  await actor.paste(text)
  await actor.click(add())
  expect(await screen.findByText('Invalid Password')).toBeVisible()
  expect(screen.getAllByText(message)).toHaveLength(2)
  expect(await password()).toBeInvalid()
  expect(api.callsOf('POST /api/auth/add-password')).toEqual([])
})

test('a password that the server refuses says why, beside the field and once', async () => {
  const message = 'This is one of the most common passwords. Please choose another one.'
  const refusal = answer(400, { message, errors: [{ path: 'password', message }] })
  const { actor } = openSettings({ 'POST /api/auth/add-password': refusal })
  await actor.type(await password(), '123456')
  await actor.click(add())
  expect(await screen.findByText('Invalid Password')).toBeVisible()
  expect(screen.getAllByText(message)).toHaveLength(2)
  expect(screen.queryByText(/^Failed to add password/)).toBeNull()
  expect(await password()).toBeInvalid()
})

test('an added password is told, and the endpoints take the place of the form', async () => {
  let user = ana
  const { actor, api } = openSettings({
    'GET /api/auth/user': () => user,
    'POST /api/auth/add-password': () => {
      user = { ...ana, password: true }
      return answer(201, {})
    },
  })
  await actor.type(await password(), '123456')
  await actor.click(add())
  expect(await screen.findByText('Password Added')).toBeVisible()
  expect(screen.getByText('You can now use JWT authentication for API access')).toBeVisible()
  expect(await screen.findByText('API access is enabled')).toBeVisible()
  expect(screen.queryByLabelText('API Password')).toBeNull()
  expect(api.callsOf('POST /api/auth/add-password').map(({ body }) => body)).toEqual([{ password: '123456' }])
  expect(api.callsOf('GET /api/auth/user')).toHaveLength(2)
  expect(JSON.stringify(localStorage)).not.toContain('123456')
})

test('while it is being added the button is disabled and shows that it is busy', async () => {
  const { actor } = openSettings({ 'POST /api/auth/add-password': () => new Promise(() => {}) })
  await actor.type(await password(), '123456')
  await actor.click(add())
  await waitFor(() => expect(add()).toHaveAttribute('aria-busy', 'true'))
  expect(add()).toBeDisabled()
  expect(screen.queryByText('Password Added')).toBeNull()
})

test('a failure is told, and the form stays', async () => {
  const { actor } = openSettings({ 'POST /api/auth/add-password': answer(500, {}) })
  await actor.type(await password(), '123456')
  await actor.click(add())
  expect(await screen.findByText('Failed to add password. You may already have one set.')).toBeVisible()
  expect(screen.getByText('Error')).toBeVisible()
  await waitFor(() => expect(add()).toBeEnabled())
})

test.each(['Add Password', 'Remove password'])('%s without a session leads to sign-in', async (name) => {
  const goTo = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  const replace = vi.spyOn(window.location, 'replace').mockImplementation(() => {})
  answerConfirm(true)
  const unauthorized = answer(401, { message: 'Unauthorized' })
  const { actor, api } = openSettings(
    { 'POST /api/auth/add-password': unauthorized, 'DELETE /api/auth/password': unauthorized },
    { ...ana, password: name === 'Remove password' },
  )
  const button = await screen.findByRole('button', { name })
  if (name === 'Add Password') await actor.type(await password(), '123456')
  api.on('GET /api/auth/user', unauthorized)
  await actor.click(button)
  expect(await screen.findByText('You are logged out. Logging in again...')).toBeVisible()
  await waitFor(() => expect(goTo).toHaveBeenCalledWith('/api/login'))
  expect(replace).not.toHaveBeenCalled()
})

test('a password that was set elsewhere is found out about', async () => {
  let user = ana
  const { actor } = openSettings({
    'GET /api/auth/user': () => user,
    'POST /api/auth/add-password': () => {
      user = { ...ana, password: true }
      return answer(409, { message: 'A password is already set' })
    },
  })
  await actor.type(await password(), '123456')
  await actor.click(add())
  expect(await screen.findByText('Failed to add password. You may already have one set.')).toBeVisible()
  expect(await screen.findByText('API access is enabled')).toBeVisible()
})

test('someone with a password sees what it opens', async () => {
  openSettings({}, { ...ana, password: true })
  expect(await screen.findByText('API access is enabled')).toBeVisible()
  for (const endpoint of [
    'POST /api/auth/login',
    'GET /api/jwt/user',
    'GET and POST /api/jwt/goals',
    'GET and POST /api/jwt/journal-entries',
    'Authorization: Bearer {token}',
  ])
    expect(screen.getByText(endpoint)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Add Password' })).toBeNull()
})

describe('removing the password', () => {
  const remove = () => screen.findByRole('button', { name: 'Remove password' })

  function openWithPassword(removal: Routes[string]) {
    let user = { ...ana, password: true }
    return openSettings({
      'GET /api/auth/user': () => user,
      'DELETE /api/auth/password': async () => {
        user = ana
        return removal
      },
    })
  }

  test('is asked about, told, and brings back the form', async () => {
    const confirm = answerConfirm(true)
    const { actor, api } = openWithPassword(answer(204))
    await actor.click(await remove())
    expect(confirm).toHaveBeenCalledWith(
      'Remove the API password? All tokens created with it will stop working.',
    )
    expect(await screen.findByText('Password Removed')).toBeVisible()
    expect(await password()).toBeVisible()
    expect(screen.queryByText('API access is enabled')).toBeNull()
    expect(screen.getByRole('region', { name: 'API Access' })).toContainElement(
      document.activeElement as HTMLElement,
    )
    await waitFor(() => expect(api.callsOf('GET /api/account/events')).toHaveLength(2))
  })

  test('does not happen without a yes', async () => {
    answerConfirm(false)
    const { actor, api } = openWithPassword(answer(204))
    await actor.click(await remove())
    expect(api.callsOf('DELETE /api/auth/password')).toEqual([])
  })

  test('that fails is told', async () => {
    answerConfirm(true)
    const { actor } = openSettings(
      { 'DELETE /api/auth/password': answer(500, {}) },
      { ...ana, password: true },
    )
    await actor.click(await remove())
    expect(await screen.findByText('Failed to remove password')).toBeVisible()
    expect(await remove()).toBeEnabled()
  })
})

test('when the sign-in is too long ago, the page says so and leads to another one and back', async () => {
  const { actor } = openSettings({
    'POST /api/auth/add-password': answer(403, {
      message: 'Please sign in again to do this.',
      signInAgain: true,
    }),
  })
  await actor.type(await password(), '123456')
  await actor.click(add())
  expect(await screen.findByRole('alert')).toHaveTextContent('Please sign in again first')
  expect(screen.getByRole('link', { name: 'Sign in again' })).toHaveAttribute(
    'href',
    '/api/login?returnTo=/settings&prompt=login',
  )
  expect(screen.queryByText('Failed to add password. You may already have one set.')).toBeNull()
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('123456')
})
