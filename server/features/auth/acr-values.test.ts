import { expect, test } from 'vitest'
import { location } from '../../test/browser'
import { createProviderApp, expectPage } from '../../test/provider-app'

const { provider, warn, browser, begin, signIn, isSignedIn } = await createProviderApp({
  OIDC_ACR_VALUES: 'mfa urn:example:gold',
})
const ana = { sub: 'sub-1', email: 'ana@example.com' }

test('the provider is asked for one of OIDC_ACR_VALUES at every sign-in', async () => {
  for (const path of ['/api/login', '/api/login?prompt=login']) {
    const url = new URL(location(await browser.get(path)) ?? '')
    expect(url.searchParams.get('acr_values')).toBe('mfa urn:example:gold')
  }
})

test.each(['mfa', 'urn:example:gold'])('a sign-in that meets %s is taken', async (acr) => {
  provider.claims = { ...ana, acr }
  await signIn()
  expect(await isSignedIn()).toBe(true)
})

test.each([
  ['says nothing about it, because somebody took it out of the address', undefined],
  ['says another one', 'pwd'],
  ['says all of them in one', 'mfa urn:example:gold'],
  ['says something odd', ['mfa']],
])('a sign-in is refused when the provider %s', async (_, acr) => {
  provider.claims = { ...ana, acr }
  const again = '/api/login?returnTo=%2Fgoals&amp;prompt=login'
  expectPage(
    await browser.get(await begin('/api/login?returnTo=/goals')),
    403,
    'A stronger sign-in is needed',
    again,
  )
  expect(await isSignedIn()).toBe(false)
  expect(warn.mock.lastCall?.join()).toContain('OIDC_ACR_VALUES')
})

test('sign-ins that are too weak do not keep out others of the same network', async () => {
  provider.claims = { ...ana, acr: 'pwd' }
  for (let n = 0; n < 31; n++) expect((await signIn()).status).toBe(403)
  provider.claims = { ...ana, acr: 'mfa' }
  await signIn()
  expect(await isSignedIn()).toBe(true)
})

test('a provider that cannot meet it says so, and gets the same page', async () => {
  provider.refusal = 'unmet_authentication_requirements'
  const again = '/api/login?returnTo=%2F&amp;prompt=login'
  expectPage(await signIn(), 403, 'A stronger sign-in is needed', again)
})
