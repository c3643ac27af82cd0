import { expect, test } from 'vitest'
import { createProviderApp } from '../../test/provider-app'

const { provider, appUrl, browser, signIn, clock } = await createProviderApp()

const ana = { sub: 'sub-1', email: 'ana@example.com' }
const minutesAgo = (minutes: number) => Math.floor(clock.now.getTime() / 1_000) - minutes * 60
const addPassword = async () => {
  const body = JSON.stringify({ password: 'a long password' })
  const headers = { 'content-type': 'application/json', origin: appUrl }
  return (await browser.send('POST', '/api/auth/add-password', { body, headers })).status
}

test('a sign-in for which the provider asked nothing is as old as the one there', async () => {
  provider.claims = { ...ana, auth_time: minutesAgo(16) }
  await signIn()
  expect(await addPassword()).toBe(403)
  provider.claims = { ...ana, auth_time: minutesAgo(14) }
  await signIn()
  expect(await addPassword()).toBe(201)
})

test.each([
  ['the provider says nothing of its time', {}],
  ["the provider's clock is ahead", { auth_time: minutesAgo(-60) }],
])('a sign-in counts from its own time when %s', async (_, claims) => {
  provider.claims = { ...ana, ...claims }
  await signIn()
  clock.now = new Date(clock.now.getTime() + 14 * 60_000)
  expect(await addPassword()).toBe(201)
  clock.now = new Date(clock.now.getTime() + 2 * 60_000)
  expect(await addPassword()).toBe(403)
})

test('whoever has to sign in anew is asked by the provider, which is to say when', async () => {
  const { headers } = await browser.get('/api/login?prompt=login')
  const { searchParams } = new URL(headers.get('location') ?? '')
  expect([searchParams.get('prompt'), searchParams.get('max_age')]).toEqual(['login', '900'])
})
