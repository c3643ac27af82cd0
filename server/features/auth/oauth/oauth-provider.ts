import { createHash, generateKeyPairSync } from 'node:crypto'
import type { Request, Response } from 'express'
import type { Adapter, AdapterPayload, Configuration, JWK, KoaContextWithOIDC } from 'oidc-provider'
import { dayMs } from '@shared/instants'
import { grantDays, idleDays } from '@shared/oauth'
import { type Scope, scopes } from '@shared/scopes'
import type { AppContext } from '../../../context'
import { htmlFor, type HtmlPage, noticePage } from '../../../html/html-page'
import { keysFor } from '../../../secrets'
import { withoutWarnings } from '../../../without-warnings'
import { recordEvent } from '../account-events-repository'
import { allowedUris, applicationType, isClientId } from './clients'
import { consentPath, issuerOf, oauthPath, resourceOf, routes } from './metadata'
import { endGrant, grantsOf, oauthRecordsOf } from '../oauth-records-repository'

const day = 24 * 60 * 60

/** What a client asks for on behalf of somebody who is to say yes or no. */
export type Asked = { uid: string; clientId: string; name: string; redirectUri: string; scopes: Scope[] }
export type OAuthProvider = Awaited<ReturnType<typeof createOAuthProvider>>

/**
 * The OAuth server. Of `oidc-provider` it has authorization codes, tokens and their rotation; clients, metadata and the page
 * that asks are Lisa's own, and there are no id tokens. Loaded when it is first needed.
 */
export async function createOAuthProvider(ctx: AppContext) {
  const { Provider, errors } = await withoutWarnings(() => import('oidc-provider'))
  const { log } = ctx
  const provider = new Provider(issuerOf(ctx.env.appUrl), {
    ...configuration(ctx),
    adapter: (model) => adapterOf(ctx, model, () => new errors.InvalidGrant('already used')),
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
      revocation: {
        enabled: true,
        allowedPolicy: (_koa, client, token) => token.clientId === client.clientId,
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => resourceOf(ctx.env.appUrl),
        getResourceServerInfo: (_koa, resource) => {
          if (resource !== resourceOf(ctx.env.appUrl)) throw new errors.InvalidTarget()
          return { scope: scopes.join(' '), audience: resource, accessTokenFormat: 'opaque' }
        },
      },
    },
  })
  // The addresses in answers are made from the request: see `handle`.
  provider.proxy = true
  const faults = new WeakMap<object, unknown>()
  provider.on('server_error', ({ req }, error) => void faults.set(req, error))
  Object.assign(provider, {
    onerror: (error: unknown) => log.error({ err: error }, 'The OAuth server failed'),
  })
  provider.use(async (koa, next) => {
    await next()
    withoutSessionCookie(koa.res)
    // Clients in a browser need no other answer of these.
    if (koa.path !== routes.token) koa.remove('Access-Control-Allow-Origin')
    // Express answers, as it does for every other path: the database may be away.
    if (faults.has(koa.req)) koa.respond = false
  })
  const answer = provider.callback()
  /** Makes the request seem to come by the issuer's address, for links in answers and for Secure cookies. */
  const { host, protocol } = new URL(ctx.env.appUrl)
  const forwarded = { 'x-forwarded-host': host, 'x-forwarded-proto': protocol.slice(0, -1) }
  /** Resolves to false if another answer came first. */
  const finish = async (...answer: Parameters<typeof provider.interactionFinished>): Promise<boolean> => {
    try {
      await provider.interactionFinished(...answer)
      return true
    } catch (error) {
      if (error instanceof errors.SessionNotFound) return false
      throw error
    }
  }
  return {
    /** Answers a request within {@link oauthPath}, or throws. */
    async handle(req: Request, res: Response): Promise<void> {
      Object.assign(req.headers, forwarded)
      await answer(req, res)
      if (faults.has(req)) throw faults.get(req)
    },
    /** What is asked under `uid` in this browser; undefined if that has ended or was begun in another one. */
    async asked(req: Request, res: Response, uid: string): Promise<Asked | undefined> {
      Object.assign(req.headers, forwarded)
      const interaction = await provider.interactionDetails(req, res).catch((error: unknown) => {
        if (!(error instanceof errors.SessionNotFound)) throw error
      })
      if (interaction?.uid !== uid) return undefined
      const { client_id: clientId, redirect_uri: redirectUri, scope } = interaction.params
      const client = await provider.Client.find(String(clientId))
      return (
        client && {
          uid,
          clientId: client.clientId,
          name: client.clientName ?? client.clientId,
          redirectUri: String(redirectUri),
          scopes: scopes.filter((each) => String(scope).split(' ').includes(each)),
        }
      )
    },
    /** Redirects to the client with a code, after `done` if the grant is new. Resolves to false if another answer came first. */
    async allow(
      req: Request,
      res: Response,
      { uid, clientId, name, scopes: asked }: Asked,
      { userId, chosen, done }: { userId: string; chosen: Scope[]; done: () => Promise<unknown> },
    ): Promise<boolean> {
      // The id comes from the request, so a second press makes no second grant.
      const grantId = createHash('sha256').update(`grant ${uid} ${userId}`).digest('base64url')
      const now = ctx.now()
      const expiresAt = new Date(now.getTime() + grantDays * dayMs)
      const grant = new provider.Grant({ accountId: userId, clientId })
      grant.jti = grantId
      const resource = resourceOf(ctx.env.appUrl)
      grant.addResourceScope(resource, chosen)
      const left = asked.filter((scope) => !chosen.includes(scope))
      if (left.length) grant.rejectResourceScope(resource, left)
      // Saved first, without effect until its row exists: if this fails, the earlier grant still works.
      await grant.save()
      const isNew = await grantsOf(ctx.db, userId).allow(
        { grantId, clientId, name, scopes: chosen, expiresAt },
        now,
      )
      if (isNew) await done()
      return finish(req, res, { login: { accountId: userId }, consent: { grantId } })
    },
    refuse: (req: Request, res: Response) => finish(req, res, { error: 'access_denied' }),
  }
}

const sessionCookie = 'lisa.oauth.session'

function configuration({ env, secrets }: Pick<AppContext, 'env' | 'secrets'>): Configuration {
  const { authorization, revocation, token } = routes
  const { privateKey } = generateKeyPairSync('ed25519')
  return {
    // The package requires a key; nothing is signed with it.
    jwks: { keys: [{ ...(privateKey.export({ format: 'jwk' }) as JWK), alg: 'EdDSA', use: 'sig' }] },
    clientDefaults: { id_token_signed_response_alg: 'EdDSA', token_endpoint_auth_method: 'none' },
    clientAuthMethods: ['none'],
    responseTypes: ['code'],
    cookies: {
      keys: keysFor(secrets, 'oauth cookies'),
      names: {
        session: sessionCookie,
        interaction: 'lisa.oauth.interaction',
        resume: 'lisa.oauth.resume',
      },
      long: { httpOnly: true, sameSite: 'lax', path: oauthPath, signed: true },
      short: { httpOnly: true, sameSite: 'lax', signed: true },
    },
    routes: { authorization, revocation, token },
    pkce: { required: () => true },
    interactions: { url: (_koa, { uid }) => consentPath(uid) },
    findAccount: (_koa, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    clientBasedCORS: (_koa, origin, client) =>
      (client.redirectUris ?? []).some((uri) => URL.parse(uri)?.origin === origin),
    // Lisa's own session says who is there, at each request to be let in.
    expiresWithSession: () => false,
    issueRefreshToken: () => true,
    rotateRefreshToken: true,
    // A client that gives back an access token may go on with the others.
    revokeGrantPolicy: ({ oidc }) => !oidc.entities.AccessToken,
    renderError: (koa, { error, error_description: description }) =>
      show(koa, refusedPage(description ?? error, env.appUrl)),
    ttl: {
      AccessToken: 60 * 60,
      AuthorizationCode: 60,
      Grant: grantDays * day,
      Interaction: 30 * 60,
      RefreshToken: idleDays * day,
      Session: day,
    },
  }
}

const refusedPage = (why: string, appUrl: string) =>
  noticePage({
    heading: "This request can't be answered",
    text: `A program asked to be let into Lisa, and its request was refused: ${why}. Please go back to it and try again.`,
    action: 'Open Lisa',
    href: appUrl,
    back: false,
  })

/** There is no session beside Lisa's own, so its cookie would say nothing. */
function withoutSessionCookie(res: KoaContextWithOIDC['res']) {
  const cookies = [res.getHeader('set-cookie') ?? []].flat().map(String)
  const kept = cookies.filter((line) => !line.startsWith(sessionCookie))
  if (kept.length < cookies.length) res.setHeader('set-cookie', kept)
}

function adapterOf(ctx: AppContext, model: string, alreadyUsed: () => Error): Adapter {
  const { db, env, now } = ctx
  const records = oauthRecordsOf(db, model)
  const end = async (grantId: string) => {
    const ended = await endGrant(db, grantId)
    if (ended) await recordEvent(ctx, undefined, 'token-withdrawn', ended)
  }
  const nothing = async () => undefined
  if (model === 'Session')
    return {
      upsert: nothing,
      find: nothing,
      findByUid: nothing,
      findByUserCode: nothing,
      consume: nothing,
      destroy: nothing,
      revokeByGrantId: nothing,
    }
  return {
    upsert: (id, payload, expiresIn) =>
      records.upsert(id, payload, {
        userId: payload.accountId ?? payload.result?.login?.accountId,
        grantId: model === 'Grant' ? id : payload.grantId,
        expiresAt: expiresIn ? new Date(now().getTime() + expiresIn * 1000) : undefined,
      }),
    find: async (id) => {
      if (model === 'Client' && !isClientId(id)) return undefined
      const found = await records.find(id, now())
      if (!found) return undefined
      const payload = found.payload as AdapterPayload
      // A host may have been taken out of the list since.
      if (model === 'Client') {
        const uris = allowedUris(payload.redirect_uris ?? [], env.oauthClientHosts)
        return uris.length
          ? { ...payload, redirect_uris: uris, application_type: applicationType(uris) }
          : undefined
      }
      return { ...payload, jti: id, ...(found.isUsed && { consumed: true }) }
    },
    findByUid: nothing,
    findByUserCode: nothing,
    consume: async (id) => {
      if (!(await records.consume(id, now()))) throw alreadyUsed()
    },
    destroy: (id) => (model === 'Grant' ? end(id) : records.destroy(id)),
    // The grant is ended as a whole.
    revokeByGrantId: nothing,
  }
}

function show(koa: KoaContextWithOIDC, page: HtmlPage) {
  koa.set(page.headers)
  koa.type = 'html'
  koa.body = htmlFor(koa.req, page)
}
