import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto'
import express, { type ErrorRequestHandler, type RequestHandler, type Response, Router } from 'express'
import type { AccountClaims, Configuration, JWK, KoaContextWithOIDC } from 'oidc-provider'
import { z } from 'zod'
import { boundedText } from '@shared/text-input'
import { htmlFor, type HtmlPage, sendPage } from '../html/html-page'
import { withoutWarnings } from '../without-warnings'
import { signInPage, refusedPage, signingOutPage } from './identity-provider-pages'

export type IdentityProviderSettings = {
  issuer: string
  clientId: string
  clientSecret: string
  redirectUri: string
  postLogoutRedirectUri: string
  backchannelLogoutUri: string
  /** Where the server itself reaches that address. */
  internalOrigin: string
}

const name = z.string().trim().pipe(boundedText(100)).catch('')
const signInForm = z.object({
  email: z.string().trim().toLowerCase().max(254).pipe(z.email()),
  firstName: name,
  lastName: name,
})
type Account = z.infer<typeof signInForm>

const hour = 60 * 60

/**
 * A real OpenID Connect provider for development, without passwords. Accounts are kept in memory only, but the same email
 * address always gives the same subject.
 */
export async function createIdentityProvider(settings: IdentityProviderSettings): Promise<RequestHandler> {
  const { issuer, clientId, postLogoutRedirectUri } = settings
  const accounts = new Map<string, Account>()
  const { provider, SessionNotFound } = await withoutWarnings(async () => {
    const { Provider, errors } = await import('oidc-provider')
    return {
      provider: new Provider(issuer, configuration(settings, accounts)),
      SessionNotFound: errors.SessionNotFound,
    }
  })
  provider.proxy = true

  const router = Router()
  router.use(forwardedFromIssuer(issuer))
  // Ignores `id_token_hint`: after a restart it would be signed with a key that no longer exists.
  router.get('/session/end', (req, _res, next) => {
    req.url = `/session/end?${new URLSearchParams({ client_id: clientId, post_logout_redirect_uri: postLogoutRedirectUri })}`
    next()
  })
  router.get('/interaction/:uid', async (req, res) => {
    await provider.interactionDetails(req, res)
    send(res, 200, signInPage({ email: '', firstName: '', lastName: '' }))
  })
  router.post('/interaction/:uid', express.urlencoded({ extended: false }), async (req, res) => {
    await provider.interactionDetails(req, res)
    if (req.body?.cancel) return provider.interactionFinished(req, res, { error: 'access_denied' })
    const parsed = signInForm.safeParse(req.body)
    if (!parsed.success) {
      const { email = '', firstName = '', lastName = '' } = req.body ?? {}
      const message = 'Please enter an email address, for example ana@example.com.'
      return send(
        res,
        400,
        signInPage(
          { email: String(email), firstName: String(firstName), lastName: String(lastName) },
          message,
        ),
      )
    }
    const accountId = `dev-${createHash('sha256').update(parsed.data.email).digest('hex').slice(0, 32)}`
    accounts.set(accountId, parsed.data)
    await provider.interactionFinished(req, res, { login: { accountId } })
  })
  router.use(provider.callback())
  const failurePage: ErrorRequestHandler = (error, _req, res, next) => {
    if (!(error instanceof SessionNotFound)) return next(error)
    send(res, 400, refusedPage('It has expired or was already used. Please start again.'))
  }
  return router.use(failurePage)
}

function configuration(settings: IdentityProviderSettings, accounts: Map<string, Account>): Configuration {
  const { issuer, clientId, clientSecret, redirectUri, postLogoutRedirectUri } = settings
  const { backchannelLogoutUri, internalOrigin } = settings
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const path = new URL(issuer).pathname
  return {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        post_logout_redirect_uris: [postLogoutRedirectUri],
        backchannel_logout_uri: backchannelLogoutUri,
        backchannel_logout_session_required: true,
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [{ ...(privateKey.export({ format: 'jwk' }) as JWK), alg: 'ES256', use: 'sig' }] },
    cookies: {
      keys: [randomBytes(32).toString('base64url')],
      // Cookies ignore ports: another app on this machine that uses the package would overwrite the default names.
      names: { session: 'lisa.idp', interaction: 'lisa.idp.interaction', resume: 'lisa.idp.resume' },
      long: { httpOnly: true, sameSite: 'lax', path },
    },
    claims: { email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: {
      backchannelLogout: { enabled: true },
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: true, logoutSource: (ctx, form) => show(ctx, signingOutPage(form)) },
    },
    // It sends only logout tokens. Its own dispatcher is left out, because it refuses loopback addresses.
    fetch: (_url, { headers, body, signal } = {}) =>
      fetch(internalOrigin + new URL(backchannelLogoutUri).pathname, {
        method: 'POST',
        headers,
        body,
        signal,
      }),
    interactions: { url: (_ctx, { uid }) => `${issuer}/interaction/${uid}` },
    findAccount: (_ctx, accountId) => {
      const account = accounts.get(accountId)
      return account && { accountId, claims: () => claimsOf(accountId, account) }
    },
    loadExistingGrant,
    renderError: (ctx, { error, error_description }) =>
      show(ctx, refusedPage(`The development identity provider says: ${error_description ?? error}.`)),
    ttl: {
      AccessToken: hour,
      AuthorizationCode: 60,
      Grant: 14 * 24 * hour,
      IdToken: hour,
      Interaction: hour,
      Session: 14 * 24 * hour,
    },
  }
}

function claimsOf(sub: string, { email, firstName, lastName }: Account): AccountClaims {
  return {
    sub,
    email,
    email_verified: true,
    ...(firstName && { given_name: firstName }),
    ...(lastName && { family_name: lastName }),
  }
}

/** Grants the requested scope without asking for consent. */
async function loadExistingGrant({ oidc }: KoaContextWithOIDC) {
  const grant = new oidc.provider.Grant({
    clientId: oidc.client?.clientId,
    accountId: oidc.session?.accountId,
  })
  grant.addOIDCScope(String(oidc.params?.scope))
  await grant.save()
  return grant
}

/** The provider builds its URLs from the request: make them those of the issuer. */
function forwardedFromIssuer(issuer: string): RequestHandler {
  const { host, protocol } = new URL(issuer)
  return (req, _res, next) => {
    Object.assign(req.headers, { 'x-forwarded-host': host, 'x-forwarded-proto': protocol.slice(0, -1) })
    next()
  }
}

function show(ctx: KoaContextWithOIDC, page: HtmlPage) {
  ctx.set(page.headers)
  ctx.type = 'html'
  ctx.body = htmlFor(ctx.req, page)
}

function send(res: Response, status: number, page: HtmlPage) {
  sendPage(res.set('Cache-Control', 'no-store'), status, page)
}
