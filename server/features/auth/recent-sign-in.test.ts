import { expect, test } from 'vitest'
import { createProviderApp } from '../../test/provider-app'

const { provider, appUrl, browser, begin, signIn, clock } = await createProviderApp()

const ana = { sub: 'sub-1', email: 'ana@example.com' }
const minutesAgo = (minutes: number) => Math.floor(clock.now.getTime() / 1_000) - minutes * 60
const inMinutes = (minutes: number) => (clock.now = new Date(clock.now.getTime() + minutes * 60_000))
const send = async (method: string, path: string, body?: object) => {
  const headers = { 'content-type': 'application/json', origin: appUrl }
  return (await browser.send(method, path, { body: body && JSON.stringify(body), headers })).status
}
const addPassword = () => send('POST', '/api/auth/add-password', { password: 'a long password' })
const signInAnew = async () => browser.get(await begin('/api/login?prompt=login'))

test('a sign-in for which the provider asked nothing is as old as the one there', async () => {
  provider.claims = { ...ana, auth_time: minutesAgo(16) }
  await signIn()
  expect(await addPassword()).toBe(403)
  provider.claims = { ...ana, auth_time: minutesAgo(14) }
  await signIn()
  expect(await addPassword()).toBe(201)
})

test('opening the sign-in address is no recent sign-in where the provider does not say when it asked', async () => {
  provider.claims = ana
  await signIn()
  expect(await addPassword()).toBe(403)
  // Nor is an answer to one sign-in that is followed by another one.
  await browser.get('/api/login?prompt=login')
  await signIn()
  expect(await addPassword()).toBe(403)
})

test.each([
  ['the provider was to ask and does not say when it did', '/api/login?prompt=login', {}],
  ["the provider's clock is ahead", '/api/login', { auth_time: minutesAgo(-60) }],
])('a sign-in counts from its own time when %s', async (_, path, claims) => {
  provider.claims = { ...ana, ...claims }
  await browser.get(await begin(path))
  inMinutes(14)
  expect(await addPassword()).toBe(201)
  inMinutes(2)
  expect(await addPassword()).toBe(403)
})

test('what was asked of the provider cannot be changed on the way back', async () => {
  provider.claims = ana
  await browser.get(`${await begin()}&prompt=login`)
  expect(await addPassword()).toBe(403)
})

test('a provider that does not say when it asked, and has said so before, was not told to ask', async () => {
  provider.claims = { ...ana, auth_time: minutesAgo(16) }
  await signIn()
  provider.claims = ana
  await signInAnew()
  expect(await addPassword()).toBe(403)
})

/** How a sign-in that begins at `path` asks the provider. */
async function asked(path: string) {
  const { headers } = await browser.get(path)
  const { searchParams } = new URL(headers.get('location') ?? '')
  return [searchParams.get('prompt'), searchParams.get('max_age')]
}

test('the provider has to say at every sign-in when it asked the user, and to ask for a new one', async () => {
  expect(await asked('/api/login?prompt=login')).toEqual(['login', '900'])
  expect(await asked('/api/login')).toEqual([null, String(90 * 24 * 60 * 60)])
})

test('a browser that was signed out from another one has to sign in anew at the provider too', async () => {
  provider.claims = ana
  await signIn()
  expect(await send('DELETE', '/api/account/sessions')).toBe(204)
  expect(await asked('/api/login')).toEqual(['login', '900'])
  await signInAnew()
  expect(await asked('/api/login')).toEqual([null, String(90 * 24 * 60 * 60)])
})

test('an export and a new phone number ask for a recent sign-in too', async () => {
  provider.claims = { ...ana, auth_time: minutesAgo(16) }
  await signIn()
  const confirm = () => send('PUT', '/api/phone-confirmation', { code: '123456' })
  expect([await send('GET', '/api/export'), await confirm()]).toEqual([403, 403])
  provider.claims = { ...ana, auth_time: minutesAgo(0) }
  await signIn()
  // There is no code.
  expect([await send('GET', '/api/export'), await confirm()]).toEqual([200, 400])
})
