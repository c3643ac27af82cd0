import { expect, test } from 'vitest'
import { location } from '../../test/browser'
import { createProviderApp, expectPage } from '../../test/provider-app'

const { appUrl, provider, warn, connectTo, browser, signIn, isSignedIn } = await createProviderApp()

test('signing out passes on who leaves and where to', async () => {
  await signIn()
  const url = new URL(location(await browser.get('/api/logout')) ?? '')
  expect(url.origin + url.pathname).toBe(`${provider.origin}/end`)
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    post_logout_redirect_uri: `${appUrl}/`,
    id_token_hint: expect.stringContaining('.'),
  })
})

test('the authorization request carries what protects the answer', async () => {
  const url = new URL(location(await browser.get('/api/login')) ?? '')
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    response_type: 'code',
    scope: 'openid email profile',
    redirect_uri: `${appUrl}/api/callback`,
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
  })
})

test.each([
  [400, { error: 'invalid_request', error_description: 'about ana@example.com' }],
  [500, 'oops'],
  [200, { access_token: 'a', token_type: 'Bearer' }],
])('a token answer %i %j ends in a page, and the log tells no secret', async (status, body) => {
  provider.tokenAnswer = { status, body }
  const answer = await signIn()
  expect([400, 503]).toContain(answer.status)
  expect(answer.text).toContain('href="/api/login?returnTo=%2F"')
  expect(JSON.stringify(warn.mock.calls)).not.toMatch(/ana@example|code=|ey[JK]/)
})

test('the secret is sent the way the provider takes it', async () => {
  provider.secretIn = 'body'
  expect(location(await signIn())).toBe('/')
  expect(location(await signIn())).toBe('/')
  expect(provider.tokenRequests).toBe(3)
})

test.each([
  [403, '{"error":"unauthorized_client"}'],
  [400, '{"error":"invalid_request"}'],
  [401, '<p>Unauthorized</p>'],
  [403, '<p>Forbidden</p>'],
])('a secret in the header that is refused with %i %s is sent in the body', async (status, body) => {
  Object.assign(provider, { secretIn: 'body', clientRefusal: { status, body, challenge: false } })
  expect(location(await signIn())).toBe('/')
  expect(await isSignedIn()).toBe(true)
  expect(provider.tokenRequests).toBe(2)
})

test.each([
  ['lisa-basic', 'a-secret_of.mine', 'lisa-basic:a-secret_of.mine'],
  ['lisa', 'a secret & more: ü%', 'lisa:a+secret+%26+more%3A+%C3%BC%25'],
])('the ID %s and the secret %s go into the header as %s', async (id, secret, header) => {
  connectTo(provider.origin, id, secret)
  expect(location(await signIn())).toBe('/')
  expect(provider.authorization).toBe(`Basic ${btoa(header)}`)
})

test('a wrong client secret is told as a fault of the settings', async () => {
  provider.secretIn = 'nothing'
  expectPage(await signIn(), 503, 'Sign-in is not set up correctly', '/api/login?returnTo=%2F')
  expect(warn.mock.calls).toEqual([
    [
      expect.anything(),
      'Sign-in failed: the identity provider refused the client. Check OIDC_CLIENT_ID and OIDC_CLIENT_SECRET',
    ],
  ])
  expect(provider.tokenRequests).toBe(2)
})

test.each([
  [400, { error: 'invalid_grant' }],
  [500, { error: 'server_error' }],
])('a token answer %i %j is not asked for again', async (status, body) => {
  provider.tokenAnswer = { status, body }
  await signIn()
  expect(provider.tokenRequests).toBe(1)
})
