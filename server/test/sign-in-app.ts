import { randomBytes } from 'node:crypto'
import { beforeEach } from 'vitest'
import { sessions, users } from '@shared/schema'
import { createOidc } from '../senders/identity-provider/identity-provider'
import { createIdentityProvider } from '../local/identity-provider'
import { createLog } from '../log'
import { type Answer, createBrowser } from './browser'
import { serve } from './serve'
import { createTestApp } from './test-app'

export const appUrl = 'https://lisa.test'
export const callback = `${appUrl}/api/callback`
export const ana = { email: 'Ana@Example.com', firstName: 'Ana', lastName: 'Lima' }

/**
 * Nothing of this is faked: the server, the development identity provider and their talk over HTTP are the real ones.
 * The app goes by an address that does not resolve, behind a proxy that ends TLS.
 */
export async function createSignInApp(settings: Record<string, string> = {}) {
  const server = await serve()
  const client = { clientId: 'lisa', clientSecret: randomBytes(32).toString('base64url') }
  const createProvider = () =>
    createIdentityProvider({
      issuer: `${appUrl}/dev-idp`,
      ...client,
      redirectUri: callback,
      postLogoutRedirectUri: `${appUrl}/`,
      backchannelLogoutUri: `${appUrl}/api/backchannel-logout`,
      internalOrigin: server.origin,
    })
  let provider = await createProvider()
  const log = createLog('silent')
  const { app, ctx, db, outbox } = await createTestApp({
    settings: { APP_URL: appUrl, TRUST_PROXY: '1', ...settings },
    log,
    identityProvider: (req, res, next) => provider(req, res, next),
    oidc: createOidc({
      issuerUrl: `${appUrl}/dev-idp`,
      ...client,
      scopes: 'openid email profile',
      redirectUri: callback,
      log,
      internalOrigin: server.origin,
    }),
  })
  server.handle(app)

  const newBrowser = () =>
    createBrowser(appUrl, { via: server.origin, headers: { 'x-forwarded-proto': 'https' } })
  const browser = newBrowser()
  beforeEach(async () => {
    await db.delete(users)
    await db.delete(sessions)
    browser.cookies.clear()
  })

  const loginPage = async (path = '/api/login', headers = {}) =>
    browser.follow(await browser.get(path, headers))
  return {
    app,
    ctx,
    db,
    log,
    outbox,
    server,
    browser,
    newBrowser,
    /** Without the proxy. */
    newPlainBrowser: () => createBrowser(appUrl, { via: server.origin }),
    loginPage,
    /** The answer of the callback. */
    async signIn(person: Record<string, string> = ana, page?: Answer): Promise<Answer> {
      const form = page ?? (await loginPage())
      const { url } = await browser.follow(await browser.submit(form, person), callback)
      return browser.get(url)
    },
    me: async () => {
      const answer = await browser.get('/api/auth/user')
      return answer.status === 200 ? JSON.parse(answer.text) : answer.status
    },
    restartProvider: async () => void (provider = await createProvider()),
  }
}
