import { randomUUID } from 'node:crypto'
import express from 'express'
import type { JWK } from 'jose'
import { serve } from './serve'

/** An identity provider that signs everyone in at once, as whoever the test says, and misbehaves as it says. */
export async function createFakeProvider() {
  const server = await serve()
  const { origin, stop, restart } = server
  const fake = {
    origin,
    stop,
    restart,
    clientId: 'lisa',
    claims: { sub: 'sub-1' } as Record<string, unknown>,
    userInfo: {} as Record<string, unknown>,
    /** What the browser brings back instead of a code. */
    refusal: undefined as string | undefined,
    secretIn: 'header' as 'header' | 'body' | 'nothing',
    /** The answer to a client that does not show its secret where it should. */
    clientRefusal: { status: 401, body: '{"error":"invalid_client"}', challenge: true },
    tokenRequests: 0,
    authorization: undefined as string | undefined,
    userInfoRequests: 0,
    tokenAnswer: undefined as { status: number; body: unknown } | undefined,
    nonce: undefined as string | undefined,
    hangs: false,
    discoveries: 0,
    /** The signing algorithms that it lists; none unless the test sets some. */
    algorithms: undefined as string[] | undefined,
    keys: [] as JWK[],
    keyRequests: 0,
  }
  const nonces = new Map<string, string>()

  const app = express()
  app.use((_req, _res, next) => (fake.hangs ? undefined : next()))
  app.get('/.well-known/openid-configuration', (_req, res) => {
    fake.discoveries++
    res.json({
      issuer: origin,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
      userinfo_endpoint: `${origin}/userinfo`,
      end_session_endpoint: `${origin}/end`,
      jwks_uri: `${origin}/jwks`,
      response_types_supported: ['code'],
      id_token_signing_alg_values_supported: fake.algorithms,
    })
  })
  app.get('/jwks', (_req, res) => {
    fake.keyRequests++
    res.json({ keys: fake.keys })
  })
  app.get('/authorize', (req, res) => {
    const { redirect_uri, state, nonce } = req.query as Record<string, string>
    const code = randomUUID()
    nonces.set(code, nonce ?? '')
    const answer: Record<string, string> = fake.refusal ? { error: fake.refusal } : { code }
    res.redirect(`${redirect_uri}?${new URLSearchParams({ ...answer, state: state ?? '' })}`)
  })
  app.post('/token', express.urlencoded(), (req, res) => {
    fake.tokenRequests++
    fake.authorization = req.get('authorization')
    if (fake.tokenAnswer) return res.status(fake.tokenAnswer.status).json(fake.tokenAnswer.body)
    if (fake.secretIn !== (req.body.client_secret ? 'body' : 'header')) {
      const { status, body, challenge } = fake.clientRefusal
      if (challenge) res.set('WWW-Authenticate', 'Basic realm="fake"')
      return res
        .status(status)
        .type(body.startsWith('{') ? 'json' : 'html')
        .send(body)
    }
    const nonce = fake.nonce ?? nonces.get(req.body.code)
    if (!nonces.delete(req.body.code)) return res.status(400).json({ error: 'invalid_grant' })
    const now = Math.floor(Date.now() / 1000)
    const idToken = unsigned({
      iss: origin,
      aud: fake.clientId,
      iat: now,
      exp: now + 60,
      nonce,
      ...fake.claims,
    })
    return res.json({ access_token: 'access', token_type: 'Bearer', id_token: idToken })
  })
  app.get('/userinfo', (_req, res) => {
    fake.userInfoRequests++
    res.json({ sub: fake.claims.sub, ...fake.userInfo })
  })
  server.handle(app)
  return fake
}

// Straight from the provider to the server, an ID token needs no signature that can be checked (OpenID Connect Core 3.1.3.7).
function unsigned(claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return [part({ alg: 'RS256' }), part(claims), 'c2lnbmF0dXJl'].join('.')
}
