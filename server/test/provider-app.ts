import { beforeEach, expect, vi } from 'vitest'
import { rateLimits, users } from '@shared/schema'
import { oidcSettings } from '../senders/identity-provider/settings'
import { createOidc } from '../senders/identity-provider/identity-provider'
import { createLog } from '../log'
import { type Answer, createBrowser } from './browser'
import { createFakeProvider } from './fake-provider'
import { serve } from './serve'
import { createTestApp } from './test-app'

const appUrl = 'http://lisa.test'

/** An app whose identity provider does as the test says, and a browser in front of it. */
export async function createProviderApp(settings: Record<string, string> = {}) {
  const [provider, server] = [await createFakeProvider(), await serve()]
  const log = createLog('silent')
  const warn = vi.spyOn(log, 'warn')
  const clock = { now: new Date() }
  let oidc: ReturnType<typeof createOidc>
  const { app, ctx, db } = await createTestApp({
    settings: { APP_URL: appUrl, ...settings },
    now: () => clock.now,
    oidc: {
      newChecks: () => oidc.newChecks(),
      authorizationUrl: (...args) => oidc.authorizationUrl(...args),
      signedIn: (...args) => oidc.signedIn(...args),
      verifiedLogout: (...args) => oidc.verifiedLogout(...args),
      endSessionUrl: (hint) => oidc.endSessionUrl(hint),
    },
  })
  server.handle(app)
  const connectTo = (issuerUrl: string, clientId = 'lisa', clientSecret = 'a secret & more') => {
    provider.clientId = clientId
    oidc = createOidc({
      issuerUrl,
      clientId,
      clientSecret,
      ...oidcSettings(ctx.env),
      acrValues: ctx.env.oidcAcrValues,
      log,
    })
  }
  const newBrowser = () => createBrowser(appUrl, { via: server.origin })
  const browser = newBrowser()

  beforeEach(async () => {
    vi.useRealTimers()
    await db.delete(users)
    await db.delete(rateLimits)
    warn.mockClear()
    clock.now = new Date()
    browser.cookies.clear()
    Object.assign(provider, {
      claims: { sub: 'sub-1' },
      userInfo: {},
      refusal: undefined,
      secretIn: 'header',
      clientRefusal: { status: 401, body: '{"error":"invalid_client"}', challenge: true },
      tokenRequests: 0,
      userInfoRequests: 0,
      tokenAnswer: undefined,
      nonce: undefined,
      hangs: false,
      discoveries: 0,
      algorithms: undefined,
      keys: [],
      keyRequests: 0,
    })
    connectTo(provider.origin)
  })

  /** The address at which the provider sends the browser back. */
  const begin = async (path = '/api/login') =>
    (await browser.follow(await browser.get(path), `${appUrl}/api/callback`)).url
  return {
    app,
    appUrl,
    provider,
    warn,
    clock,
    ctx,
    db,
    connectTo,
    browser,
    newBrowser,
    begin,
    signIn: async () => browser.get(await begin()),
    isSignedIn: async () => (await browser.get('/api/auth/user')).status === 200,
  }
}

export function expectPage(answer: Answer, status: number, heading: string, link: string) {
  expect(answer.status).toBe(status)
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(answer.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; font-src 'self'; form-action/,
  )
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.text).toContain(`<h1>${heading}</h1>`)
  expect(answer.text).toContain(`href="${link}"`)
}

export function expectUnavailable(answer: Answer, link = '/api/login?returnTo=%2F') {
  expectPage(answer, 503, 'Sign-in is not available right now', link)
  expect(answer.headers.get('retry-after')).toBe('30')
}

export const expectExpired = (answer: Answer, link = '/api/login?returnTo=%2F') =>
  expectPage(answer, 400, 'This sign-in has expired', link)
