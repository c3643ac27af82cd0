import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { announced, signedOut } from '@/lib/api/page-user'
import { answer, offline, type Routes } from '@/test/fake-api'
import { drafts } from '@/test/journal-today'
import { ana, renderApp } from '@/test/render-app'
import { openSettings } from '@/test/settings'

const route = 'DELETE /api/account'
const goTo = vi.fn<(address: string | URL) => void>()
beforeEach(() => {
  goTo.mockReset()
  vi.spyOn(window.location, 'assign').mockImplementation(goTo)
})
afterEach(() => {
  document.cookie = 'lisa.account-deleted=; path=/; max-age=0'
})

const button = (name = 'Delete account') => screen.findByRole('button', { name })

async function open(result?: Routes[string], user = ana) {
  const app = openSettings({}, { [route]: result }, user)
  await app.actor.click(await button())
  return app
}

test('it asks for the email address, which is sent as it was typed', async () => {
  const { actor, api } = await open()
  expect(screen.getByRole('heading', { name: 'Delete account' })).toHaveFocus()
  expect(await button()).toBeDisabled()
  expect(screen.getByLabelText('Email')).toHaveAccessibleDescription(`To confirm, type ${ana.email}`)
  await actor.type(screen.getByLabelText('Email'), 'Ana@Example.com')
  await actor.click(await button())
  await waitFor(() =>
    expect(api.callsOf(route).map(({ body }) => body)).toEqual([{ email: 'Ana@Example.com' }]),
  )
})

test('once it is done nothing is left in the browser, and its other windows hear of it', async () => {
  localStorage.setItem('lisa:draft:ana:journal:2026-11-21:abc', '{"values":{"wins":"Private"}}')
  const { actor } = await open()
  await actor.type(screen.getByLabelText('Email'), 'ana@example.com')
  await actor.click(await button())
  await waitFor(() => expect(goTo).toHaveBeenCalledWith('/api/logout'))
  expect(drafts()).toEqual([])
  expect(announced()).toBe(signedOut)
  expect(await button()).toBeDisabled()
})

test('the landing page then says that it is done, until somebody begins anew', async () => {
  document.cookie = 'lisa.account-deleted=yes; path=/'
  const { actor } = renderApp('/', {}, null)
  expect(await screen.findByText('Your account was deleted')).toBeVisible()
  await actor.click(await button('Get Started'))
  expect(goTo).toHaveBeenCalledWith('/api/login')
  expect(document.cookie).not.toContain('lisa.account-deleted=yes')
})

test('without an email address a few words confirm it', async () => {
  const { actor, api } = await open(undefined, { ...ana, email: null })
  await actor.type(screen.getByLabelText('Type “delete my account”'), 'delete my account{Enter}')
  await waitFor(() =>
    expect(api.callsOf(route).map(({ body }) => body)).toEqual([{ email: 'delete my account' }]),
  )
})

test('another address is told beside the field, until it is changed', async () => {
  const message = "This isn't the email address of your account."
  const { actor } = await open(answer(400, { message, errors: [{ path: 'email', message }] }))
  await actor.type(screen.getByLabelText('Email'), 'ben@example.com{Enter}')
  expect(await screen.findByText(message)).toBeVisible()
  expect(screen.getByLabelText('Email')).toBeInvalid()
  expect(screen.queryByRole('alert')).toBeNull()
  await actor.type(screen.getByLabelText('Email'), 'x')
  expect(screen.queryByText(message)).toBeNull()
  expect(goTo).not.toHaveBeenCalled()
})

test('when the sign-in is too long ago, the form says so and leads to another one and back', async () => {
  const { actor } = await open(
    answer(403, { message: 'Please sign in again to do this.', signInAgain: true }),
  )
  await actor.type(screen.getByLabelText('Email'), 'ana@example.com{Enter}')
  expect(await screen.findByRole('alert')).toHaveTextContent('Please sign in again first')
  expect(screen.getByRole('link', { name: 'Sign in again' })).toHaveAttribute(
    'href',
    '/api/login?returnTo=/settings&prompt=login',
  )
})

test.each([
  [
    'a reminder that is being sent',
    answer(503, { message: 'A reminder is being sent.' }),
    'A reminder is being sent.',
  ],
  ['no connection', offline, "We can't reach Lisa. Check your connection and try again."],
])('%s is told, and the account is kept', async (_, result, sentence) => {
  const { actor } = await open(result)
  await actor.type(screen.getByLabelText('Email'), 'ana@example.com{Enter}')
  expect(await screen.findByRole('alert')).toHaveTextContent('Your account was not deleted')
  expect(screen.getByText(sentence)).toBeVisible()
  expect(await button()).toBeEnabled()
  expect(goTo).not.toHaveBeenCalled()
})

test('Keep it closes the form, and gives the focus back to its place', async () => {
  const { actor } = await open()
  await actor.type(screen.getByLabelText('Email'), 'ana')
  await actor.click(await button('Keep it'))
  expect(screen.queryByLabelText('Email')).toBeNull()
  expect(screen.getByRole('heading', { name: 'Delete account' })).toHaveFocus()
})

test('it offers to export first, and waits for an export that is still loading', async () => {
  const { actor, api } = await open()
  api.on('GET /api/export', () => new Promise(() => {}))
  await actor.type(screen.getByLabelText('Email'), 'ana@example.com')
  await actor.click(await button('Export first'))
  expect(await screen.findByText(/Your export is still loading/)).toBeVisible()
  expect(await button()).toBeDisabled()
})
