import { type Request, type RequestHandler, type Response, Router } from 'express'
import { defaultBodyLimit, type Endpoint } from '@shared/endpoint'
import { clientInput, oauthEndpoints } from '@shared/oauth'
import { scopes } from '@shared/scopes'
import { storable } from '@shared/text'
import type { AppContext } from '../../../context'
import { AppError, NotFoundError } from '../../../http/errors'
import { onlyRead } from '../../../http/other-method'
import { readJson } from '../../../http/request-body'
import { takeOfNetwork } from '../guards'
import { lookUpFor } from '../look-up'
import { addClient } from '../oauth-records-repository'
import type { SessionUser } from '../sessions'
import { allowedUris, clientMetadata, newClientId } from './clients'
import { consentRoutes } from './consent-routes'
import { defaultScopes, isOAuthOn, metadata, oauthPath, routes } from './metadata'
import { createOAuthProvider } from './oauth-provider'

/** The parameters that are passed on. Others belong to OpenID Connect, or to ways of answering that Lisa does not have. */
const authorizationParameters = [
  'client_id',
  'redirect_uri',
  'response_type',
  'state',
  'code_challenge',
  'code_challenge_method',
  'resource',
]

/** The OAuth server for assistants: open, since it is asked by programs that nobody has let in yet. */
export function oauthRoutes(ctx: AppContext, sessionUser: SessionUser): Router {
  const { db, env, now } = ctx
  const { endpoints } = oauthEndpoints
  const router = Router()

  const switchedOff: RequestHandler = () => {
    throw new NotFoundError()
  }
  const isOn = isOAuthOn(env)
  for (const { paths, document } of metadata(env.appUrl)) {
    const send: RequestHandler = (_req, res) => void res.json(document)
    router
      .route(paths)
      .all(isOn ? forEveryOrigin : switchedOff)
      .get(send)
      .all(onlyRead)
  }
  // Elsewhere a client looks for servers of other kinds, and must not take the page of the app for an answer.
  router.use('/.well-known', switchedOff)
  if (!isOn) return router.use(oauthPath, switchedOff)

  let loading: ReturnType<typeof createOAuthProvider> | undefined
  const provider = () => (loading ??= createOAuthProvider(ctx))

  /** Counts a request by its network, where the endpoint has a limit, and does not let one network keep others out. */
  const limited =
    ({ networkLimits }: Endpoint, work: (req: Request, res: Response) => Promise<void>): RequestHandler =>
    (req, res) =>
      lookUpFor(req, async () => {
        if (networkLimits) await takeOfNetwork(ctx, req, networkLimits)
        await work(req, res)
      })
  const answer = async (req: Request, res: Response) => (await provider()).handle(req, res)

  const inner = Router()
  inner.use((req, res, next) => {
    // An assistant may open this in a window of its own, and wait until that comes back to it.
    res.set({ 'Cache-Control': 'no-store', 'Cross-Origin-Opener-Policy': 'unsafe-none' })
    // Otherwise Express answers OPTIONS with the allowed methods.
    next(req.method === 'OPTIONS' && !isPreflight(req) ? 'router' : undefined)
  })
  inner
    .route(routes.registration)
    .all(forEveryOrigin)
    .post(
      limited(endpoints['POST /api/oauth/register'], async (req, res) => {
        const { bodyLimit = defaultBodyLimit, objectsInBody } = endpoints['POST /api/oauth/register']
        const refuse = (error: string, description: string) =>
          void res.status(400).json({ error, error_description: description })
        const invalid = (description: string) => refuse('invalid_client_metadata', description)
        const body = await readJson(req, bodyLimit, objectsInBody).catch((error: unknown) => {
          if (!(error instanceof AppError) || error.status !== 400) throw error
          invalid(error.message)
        })
        if (!body) return
        const { data, error } = clientInput.safeParse(body)
        if (!data)
          return invalid(error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '))
        const uris = allowedUris(data.redirect_uris, env.oauthClientHosts)
        if (!uris.length)
          return refuse(
            'invalid_redirect_uri',
            'This server sends answers to https addresses of the hosts in OAUTH_CLIENT_HOSTS, and to http://localhost or http://127.0.0.1',
          )
        const client = clientMetadata(newClientId(), { ...data, redirect_uris: uris }, now())
        await addClient(db, client, now())
        res.status(201).json(client)
      }),
    )
  inner.get(
    routes.authorization,
    limited(endpoints['GET /api/oauth/authorize'], async (req, res) => {
      const { searchParams } = new URL(req.url, env.appUrl)
      const asked = searchParams.getAll('scope').join(' ').split(' ')
      const known = scopes.filter((scope) => asked.includes(scope))
      const parameters = new URLSearchParams([
        ...[...searchParams]
          .filter(([name]) => authorizationParameters.includes(name))
          .map(([name, value]) => [name, storable(value)]),
        ['scope', (known.length ? known : defaultScopes).join(' ')],
      ])
      req.url = `${routes.authorization}?${parameters}`
      await answer(req, res)
    }),
  )
  inner.get(`${routes.authorization}/:uid`, limited(endpoints['GET /api/oauth/authorize/:uid'], answer))
  inner
    .route(routes.token)
    .post(limited(endpoints['POST /api/oauth/token'], answer))
    .options(limited(endpoints['POST /api/oauth/token'], answer))
  inner.post(routes.revocation, limited(endpoints['POST /api/oauth/revoke'], answer))
  inner.use(routes.consent, consentRoutes(ctx, sessionUser, provider))
  return router.use(oauthPath, inner)
}

const isPreflight = (req: Request) =>
  req.method === 'OPTIONS' && req.headers['access-control-request-method'] !== undefined

/** Clients in a browser register, and read the documents, with headers of their own (`MCP-Protocol-Version`). */
const forEveryOrigin: RequestHandler = (req, res, next) => {
  res.set({ 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': '*' })
  if (isPreflight(req)) return void res.status(204).end()
  next()
}
