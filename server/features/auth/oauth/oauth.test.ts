import {
  auth,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthTokens,
} from '@modelcontextprotocol/client'
import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import request from 'supertest'
import { beforeEach, expect, test, vi } from 'vitest'
import { dayMs } from '@shared/instants'
import { grantDays } from '@shared/oauth'
import { accessTokens, oauthRecords, users } from '@shared/schema'
import { createApp } from '../../../app'
import { forgetExpired } from '../../../forget-expired'
import { type Answer, location } from '../../../test/browser'
import { ana, appUrl, createSignInApp } from '../../../test/sign-in-app'
import { endGrant } from '../oauth-records-repository'

const { app, ctx, db, browser, newBrowser, outbox, server, signIn } = await createSignInApp({
  OAUTH_CLIENT_HOSTS: 'claude.test',
})
// Each request meets the other one of two instances over the same database.
const instances = [app, createApp(ctx)] as const
let requests = 0
server.handle((req, res) => instances[requests++ % 2 ? 1 : 0](req, res))

const redirectUri = 'https://claude.test/callback'
const issuer = `${appUrl}/api/oauth`
const resource = `${appUrl}/api/mcp`

beforeEach(async () => {
  await db.delete(oauthRecords)
  await db.execute(sql`delete from rate_limits`)
})

const fetchFn = (url: string | URL, init: RequestInit = {}) =>
  fetch(String(url).replace(appUrl, server.origin), {
    ...init,
    headers: { ...Object.fromEntries(new Headers(init.headers)), 'x-forwarded-proto': 'https' },
  })

const post = (path: string, body: Record<string, string> | object, asForm = true) =>
  fetchFn(issuer + path, {
    method: 'POST',
    body: asForm ? new URLSearchParams(body as Record<string, string>) : JSON.stringify(body),
    headers: { 'content-type': asForm ? 'application/x-www-form-urlencoded' : 'application/json' },
  })

/** The SDK's client, as a foreign party. */
function createClient(metadata: { name?: string; redirectUri?: string; scope?: string } = {}) {
  const kept: {
    client?: { client_id: string }
    tokens?: StoredOAuthTokens
    verifier?: string
    url?: URL
    discovery?: OAuthDiscoveryState
  } = {}
  const redirectUrl = metadata.redirectUri ?? redirectUri
  const provider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: {
      client_name: metadata.name ?? 'Claude',
      redirect_uris: [redirectUrl],
    },
    clientInformation: () => kept.client,
    saveClientInformation: (client) => void (kept.client = client),
    tokens: () => kept.tokens,
    saveTokens: (tokens) => void (kept.tokens = tokens),
    redirectToAuthorization: (url) => void (kept.url = url),
    saveCodeVerifier: (verifier) => void (kept.verifier = verifier),
    codeVerifier: () => kept.verifier ?? '',
    saveDiscoveryState: (state) => void (kept.discovery = state),
    discoveryState: () => kept.discovery,
  }
  const run = (code?: { authorizationCode: string; iss?: string }) =>
    auth(provider, { serverUrl: resource, fetchFn, ...code })
  return { kept, run }
}
type Client = ReturnType<typeof createClient>

/** The page that asks, after signing in where the browser is not. */
async function consentPageOf(client: Client): Promise<Answer> {
  await client.run()
  const page = await browser.follow(await browser.get(String(client.kept.url)))
  if (!page.url.includes('/dev-idp/')) return page
  return browser.follow(await browser.submit(page, ana))
}

const hidden = (page: Answer) => /name="user" value="([^"]*)"/.exec(page.text)?.[1] ?? ''
const ticked = (page: Answer) =>
  [...page.text.matchAll(/value="(\S+)" checked/g)].map(([, scope = '']) => scope)

/** Presses a button of that page, and says where the browser is sent in the end. */
async function press(
  page: Answer,
  button: 'allow' | 'cancel' = 'allow',
  chosen = ticked(page),
  user = hidden(page),
) {
  const fields = [['user', user], ['answer', button], ...chosen.map((scope) => ['scope', scope])]
  const headers = { origin: appUrl }
  const answer = await browser.send('POST', page.url, { body: new URLSearchParams(fields), headers })
  return browser.follow(answer, redirectUri)
}

/** The tokens of a client that ana has let in. */
async function letIn(client = createClient(), chosen?: string[]) {
  const page = await consentPageOf(client)
  const { searchParams } = new URL((await press(page, 'allow', chosen)).url)
  const authorizationCode = searchParams.get('code') ?? ''
  await client.run({ authorizationCode, iss: searchParams.get('iss') ?? undefined })
  return { client, tokens: tokensOf(client), authorizationCode }
}

const tokensOf = ({ kept }: Client) => kept.tokens as StoredOAuthTokens & { refresh_token: string }
const idOf = ({ kept }: Client) => kept.client?.client_id ?? ''
const refresh = (client: Client, refreshToken: string, more = {}) =>
  post('/token', {
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
    client_id: idOf(client),
    ...more,
  })

/** The status of a call with an access token. */
const call = async (token: string, path = '/api/jwt/goals', method = 'GET') =>
  (await fetchFn(appUrl + path, { method, headers: { authorization: `Bearer ${token}` } })).status

/** Asks for a code with this changed. */
async function authorize(client: Client, changed: Record<string, string>) {
  await client.run()
  const url = new URL(client.kept.url ?? '')
  for (const [name, value] of Object.entries(changed)) url.searchParams.set(name, value)
  return browser.get(url.href)
}

test('an assistant finds its way, is let in, and refreshes its tokens', async () => {
  const spies = (['log', 'info', 'warn', 'error'] as const).map((method) => vi.spyOn(console, method))
  const { client, tokens } = await letIn()
  expect(tokens).toMatchObject({
    token_type: 'Bearer',
    expires_in: 3600,
    scope: 'goals:read journal:read propose',
  })
  expect(tokens).not.toHaveProperty('id_token')
  expect(await call(tokens.access_token)).toBe(200)
  expect(await call(tokens.access_token, '/api/goals')).toBe(401)
  const tools = await fetchFn(resource, {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    headers: {
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${tokens.access_token}`,
      'content-type': 'application/json',
    },
  })
  expect(await tools.text()).toContain('note_progress')
  await client.run()
  const next = tokensOf(client)
  expect(next.access_token).not.toBe(tokens.access_token)
  expect(next.refresh_token).not.toBe(tokens.refresh_token)
  expect(await call(next.access_token)).toBe(200)
  // No secret is stored, and nothing is left of the sign-in at the OAuth server.
  const stored = JSON.stringify(await db.select().from(oauthRecords))
  for (const secret of [next.access_token, next.refresh_token]) {
    expect(stored).not.toContain(secret)
    expect(stored).toContain(createHash('sha256').update(secret).digest('hex'))
  }
  expect(browser.cookie('lisa.oauth.session')).toBeUndefined()
  for (const spy of spies) expect(spy).not.toHaveBeenCalled()
})

test('the page shows who asks, and the user leaves out what they like', async () => {
  const client = createClient({ name: '<b>Claude”</b>\u202e\u3164' })
  await consentPageOf(client)
  const page = await browser.follow(
    await authorize(client, { scope: 'openid offline_access journal:read goals:write propose' }),
  )
  expect(page.text).toContain('“<bdi class="name">&lt;b&gt;Claude’&lt;/b&gt;</bdi>”')
  expect(page.text).toMatch(/<b[^>]*>claude\.test<[^]*ana@example\.com/)
  // What writes without asking has to be chosen.
  expect(page.text).toContain('value="goals:write">')
  expect(ticked(page)).toEqual(['journal:read', 'propose'])
  expect(page.headers.get('content-security-policy')).toContain("form-action 'self' https:;")
  expect((await press(page, 'allow', [])).text).toContain('Choose what it may do')
  const { searchParams } = new URL((await press(page, 'allow', ['propose', 'journal:write'])).url)
  await client.run({ authorizationCode: searchParams.get('code') ?? '', iss: issuer })
  expect(tokensOf(client).scope).toBe('propose')
  expect(await call(tokensOf(client).access_token)).toBe(403)
  expect(await db.select().from(accessTokens)).toMatchObject([
    { name: '<b>Claude’</b> (claude.test)', scopes: ['propose'], tokenHash: null },
  ])
  const events = await browser.get('/api/account/events')
  expect(JSON.parse(events.text)).toMatchObject([{ kind: 'token-made' }, { kind: 'sign-in' }])
  await vi.waitFor(async () =>
    expect((await outbox.list()).map((message) => message)).toContainEqual(
      expect.objectContaining({
        subject: 'An assistant was let into your account',
        text: expect.stringContaining('“<b>Claude’</b> (claude.test)” was let in'),
      }),
    ),
  )
})

test('a program on the device is listed with that place, in at most 60 characters and without brackets in its name', async () => {
  const client = createClient({ redirectUri: 'http://127.0.0.1:33418/', name: `(${'💛'.repeat(58)})` })
  const page = await consentPageOf(client)
  expect(page.text).toContain(`(${'💛'.repeat(58)})</bdi>`)
  const fields = { user: hidden(page), answer: 'allow', scope: 'propose' }
  await browser.send('POST', page.url, { body: new URLSearchParams(fields), headers: { origin: appUrl } })
  expect(await db.select().from(accessTokens)).toMatchObject([
    { name: `${'💛'.repeat(41)} (on this computer)` },
  ])
})

test('Cancel tells the client, and gives it nothing', async () => {
  const answer = await press(await consentPageOf(createClient()), 'cancel')
  expect(new URL(answer.url).searchParams.get('error')).toBe('access_denied')
  expect(await db.select().from(accessTokens)).toEqual([])
})

test('a client that names no scope is asked for reading and proposing', async () => {
  const client = createClient()
  await consentPageOf(client)
  const page = await browser.follow(await authorize(client, { scope: 'openid email' }))
  expect(ticked(page)).toEqual(['goals:read', 'journal:read', 'propose'])
})

test('the one who pressed is the one whom the page named, in the browser that was asked', async () => {
  const client = createClient()
  const page = await consentPageOf(client)
  const crossSite = { body: 'answer=allow&scope=propose', headers: { origin: 'https://evil.test' } }
  expect((await browser.send('POST', page.url, crossSite)).status).toBe(403)
  const other = newBrowser()
  expect((await other.get(page.url)).text).toContain('This request has expired')
  // Somebody else has signed in meanwhile.
  expect((await press(page, 'allow', ticked(page), crypto.randomUUID())).url).toBe(page.url)
  expect(await db.select().from(accessTokens)).toEqual([])
  await db.execute(sql`update sessions set sess = (sess::jsonb || '{"authenticatedAt": 0}')::json`)
  expect((await press(page)).text).toContain('Please sign in again')
})

test.each([
  ['another redirect', { redirect_uri: 'https://claude.test/other' }],
  ['an unknown client', { client_id: 'nobody' }],
  ['a client with a name that cannot be stored', { client_id: '\0' }],
])('%s leads nowhere', async (_, changed) => {
  const answer = await authorize(createClient(), changed)
  expect([answer.status, location(answer)]).toEqual([400, null])
  expect(answer.text).toContain('Please go back to it')
})

test.each([
  ['another resource', { resource: 'https://other.test/mcp' }, 'invalid_target'],
  ['plain PKCE', { code_challenge_method: 'plain', state: '\0' }, 'invalid_request'],
  ['an id token', { response_type: 'id_token' }, 'unsupported_response_type'],
])('%s is refused at the client', async (_, changed, error) => {
  const answer = await authorize(createClient(), changed)
  expect(location(answer)).toMatch(new RegExp(`^${redirectUri}[?#]error=${error}&`))
})

test('a code opens nothing without its verifier, its redirect and its client, and works once', async () => {
  const client = createClient()
  const page = await consentPageOf(client)
  const code = new URL((await press(page)).url).searchParams.get('code') ?? ''
  const verifier = client.kept.verifier ?? ''
  const exchange = async (changed = {}) => {
    const answer = await post('/token', {
      grant_type: 'authorization_code',
      code,
      code_verifier: verifier,
      redirect_uri: redirectUri,
      client_id: idOf(client),
      ...changed,
    })
    return (await answer.json()) as { error?: string; access_token: string }
  }
  expect(await exchange({ code_verifier: 'x'.repeat(43) })).toMatchObject({ error: 'invalid_grant' })
  expect(await exchange({ redirect_uri: 'https://claude.test/other' })).toMatchObject({
    error: 'invalid_grant',
  })
  const twice = await Promise.all([exchange(), exchange()])
  const tokens = twice.find(({ error }) => !error)
  expect(twice.filter(({ error }) => error === 'invalid_grant')).toHaveLength(1)
  expect(await exchange()).toMatchObject({ error: 'invalid_grant' })
  expect(await call(tokens?.access_token ?? '')).toBe(401)
})

test('a refresh token works for a minute after its use, for less and for its resource; later it ends the grant', async () => {
  const { client, tokens } = await letIn()
  const failed = async (answer: Promise<Response>) =>
    ((await (await answer).json()) as { error: string }).error
  const wrong = { resource: 'https://other.test/mcp' }
  expect(await failed(refresh(client, tokens.access_token))).toBe('invalid_grant')
  const less = await refresh(client, tokens.refresh_token, { scope: 'goals:read', resource })
  const next = (await less.json()) as StoredOAuthTokens & { refresh_token: string }
  expect(next.scope).toBe('goals:read')
  expect(await call(next.access_token)).toBe(200)
  expect(await call(next.access_token, '/api/jwt/journal-entries')).toBe(403)
  expect(await failed(refresh(client, next.refresh_token, wrong))).toBe('invalid_target')
  // The first answer may have been lost.
  const again = await Promise.all([tokens, tokens].map((sent) => refresh(client, sent.refresh_token)))
  expect(again.map(({ status }) => status)).toEqual([200, 200])
  await db.execute(sql`update oauth_records set consumed_at = consumed_at - interval '1 minute'`)
  expect(await failed(refresh(client, tokens.refresh_token))).toBe('invalid_grant')
  expect(await call(next.access_token)).toBe(401)
  expect(await failed(refresh(client, next.refresh_token))).toBe('invalid_grant')
  expect(await db.select().from(accessTokens)).toEqual([])
  const events = await browser.get('/api/account/events')
  expect(JSON.parse(events.text)[0]).toMatchObject({ kind: 'token-withdrawn' })
})

test.each([
  [
    'withdrawn',
    async () => {
      const [{ id, name }] = JSON.parse((await browser.get('/api/tokens')).text)
      expect(name).toBe('Claude (claude.test)')
      await browser.send('DELETE', `/api/tokens/${id}`, { headers: { origin: appUrl } })
    },
  ],
  ['ended', () => db.update(accessTokens).set({ expiresAt: new Date() })],
  [
    'ended by the function',
    async () => {
      const [{ grantId } = { grantId: null }] = await db.select().from(accessTokens)
      expect(await endGrant(db, grantId ?? '')).toBeDefined()
    },
  ],
  ['of a deleted account', () => db.delete(users)],
])('a grant that is %s opens nothing at the next request', async (_, end) => {
  const { client, tokens } = await letIn()
  await end()
  expect(await call(tokens.access_token)).toBe(401)
  expect((await refresh(client, tokens.refresh_token)).status).toBe(400)
  await forgetExpired(ctx)
  expect(await db.select({ model: oauthRecords.model }).from(oauthRecords)).toEqual([{ model: 'Client' }])
})

test('a client gives back an access token, or with a refresh token all; and nobody else does', async () => {
  const { client, tokens } = await letIn()
  const other = createClient()
  await other.run()
  await post('/revoke', { token: tokens.refresh_token, client_id: idOf(other) })
  expect(await call(tokens.access_token)).toBe(200)
  await post('/revoke', { token: tokens.access_token, client_id: idOf(client) })
  expect(await call(tokens.access_token)).toBe(401)
  await client.run()
  expect(await call(tokensOf(client).access_token)).toBe(200)
  const last = await post('/revoke', { token: tokensOf(client).refresh_token, client_id: idOf(client) })
  expect(last.status).toBe(200)
  expect(await call(tokensOf(client).access_token)).toBe(401)
})

test('the same client allowed again replaces its row, and there are 20 with the tokens', async () => {
  const { client, tokens } = await letIn()
  delete client.kept.tokens
  await letIn(client, ['goals:read'])
  expect(await call(tokens.access_token)).toBe(401)
  const rows = await db.select().from(accessTokens)
  expect(rows).toMatchObject([{ scopes: ['goals:read'] }])
  const [{ userId } = { userId: '' }] = rows
  const named = (_: unknown, n: number) => ({
    userId,
    name: 'Script',
    scopes: ['goals:read' as const],
    tokenHash: `${n}`,
    expiresAt: new Date(Date.now() + 60_000),
  })
  await db.insert(accessTokens).values(Array.from({ length: 19 }, named))
  expect((await press(await consentPageOf(createClient()))).text).toContain('There are too many tokens')
  expect(await db.$count(accessTokens)).toBe(20)
})

test('letting in an assistant counts as making a token that day', async () => {
  await letIn()
  const page = await consentPageOf(createClient())
  await db.execute(sql`update rate_limits set count = 100`)
  const refused = await press(page)
  expect([refused.status, refused.text]).toEqual([429, expect.stringContaining('20 tokens a day')])
  expect(await db.$count(accessTokens)).toBe(1)
})

test('what was allowed before ends only when the new grant is whole', async () => {
  const { client, tokens } = await letIn()
  delete client.kept.tokens
  const page = await consentPageOf(client)
  await db.execute(sql`alter table oauth_records add constraint no_grant check (model <> 'Grant') not valid`)
  expect((await press(page)).status).toBe(500)
  await db.execute(sql`alter table oauth_records drop constraint no_grant`)
  expect(await call(tokens.access_token)).toBe(200)
})

test('Allow pressed twice is one grant, and says so where the first was answered meanwhile', async () => {
  const page = await consentPageOf(createClient())
  const fields = [
    ['user', hidden(page)],
    ['answer', 'allow'],
    ['scope', 'propose'],
  ]
  const body = new URLSearchParams(fields)
  const once = await browser.send('POST', page.url, { body, headers: { origin: appUrl } })
  const rows = await db.select().from(accessTokens)
  await db.execute(
    sql`create rule answered as on update to access_tokens do also delete from oauth_records where model = 'Interaction'`,
  )
  const twice = await press(page)
  await db.execute(sql`drop rule answered on access_tokens`)
  expect(once.status).toBe(303)
  expect(twice.text).toContain('This request has expired')
  const ids = ({ grantId }: { grantId: string | null }) => grantId
  expect((await db.select().from(accessTokens)).map(ids)).toEqual(rows.map(ids))
  const events = await browser.get('/api/account/events')
  expect(JSON.parse(events.text)).toMatchObject([{ kind: 'token-made' }, { kind: 'sign-in' }])
})

test.each([
  ['a foreign host', 'https://evil.test/callback'],
  ['a host without https', 'http://claude.test/callback'],
  ['a scheme of its own', 'claude://callback'],
  ['a name before the host', 'https://claude.test@evil.test/'],
  ['a backslash', 'https://evil.test\\@claude.test/'],
  ['a fragment', 'https://claude.test/#callback'],
  ['a scheme without slashes', 'https:claude.test/callback'],
])('a client with %s is not registered', async (_, uri) => {
  const answer = await post('/register', { redirect_uris: [uri] }, false)
  expect([answer.status, await answer.json()]).toMatchObject([400, { error: 'invalid_redirect_uri' }])
  expect(await db.$count(oauthRecords)).toBe(0)
})

test('of a client that names several addresses the allowed ones are kept, with any port on the device', async () => {
  const client = createClient({ redirectUri: 'http://127.0.0.1/', name: '\u3164' })
  const uris = [redirectUri, 'http://127.0.0.1/']
  const answer = await post('/register', { redirect_uris: ['https://vscode.test/', ...uris] }, false)
  client.kept.client = (await answer.json()) as { client_id: string }
  expect(client.kept.client).toMatchObject({ redirect_uris: uris, client_name: 'claude.test' })
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  expect((await fetchFn(`${issuer}/register`, { method: 'OPTIONS' })).status).toBe(204)
  for (const redirect_uri of [redirectUri, 'http://127.0.0.1:40000/']) {
    const page = await authorize(client, { redirect_uri })
    expect(location(page)).toContain('/api/oauth/consent/')
  }
})

test('a window that an assistant opened stays connected with it, through the sign-in too', async () => {
  const client = createClient()
  const signInAnswer = await signIn()
  const answers = [await browser.get('/api/login'), signInAnswer, await authorize(client, {})]
  answers.push(await consentPageOf(client))
  for (const { headers } of answers) expect(headers.get('cross-origin-opener-policy')).toBe('unsafe-none')
})

test.each(['oauth-authorization-server', 'openid-configuration'])(
  'there is no %s of the whole site',
  async (document) => {
    const withPage = createApp(ctx, [(_req, res) => void res.send('the page')])
    await request(withPage).get(`/.well-known/${document}`).expect(404)
  },
)

test('a program on the device may use any port, and a client that nobody lets in is deleted after a day', async () => {
  const client = createClient({ redirectUri: 'http://127.0.0.1:33418/', name: '💛'.repeat(61) })
  await client.run()
  expect(client.kept.client).toMatchObject({ token_endpoint_auth_method: 'none' })
  const answer = await authorize(client, { redirect_uri: 'http://127.0.0.1:40000/', state: '\0' })
  expect(location(answer)).toContain('/api/oauth/consent/')
  const { client: used } = await letIn()
  const inDays = (days: number) => ({ ...ctx, now: () => new Date(Date.now() + days * dayMs) })
  await forgetExpired(inDays(1))
  const clients = db
    .select({ id: oauthRecords.id })
    .from(oauthRecords)
    .where(eq(oauthRecords.model, 'Client'))
  expect(await clients).toEqual([{ id: idOf(used) }])
  await forgetExpired(inDays(grantDays + 30))
  expect(await db.$count(oauthRecords)).toBe(0)
})

test('one network registers 30 clients an hour', async () => {
  const register = () => post('/register', { redirect_uris: [redirectUri] }, false)
  const answers = await Promise.all(Array.from({ length: 31 }, register))
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(1)
})

test.each([{ tokensOn: false }, { mcpOn: false }])('with %o it is not there', async (off) => {
  const { tokens } = await letIn()
  const without = createApp({ ...ctx, env: { ...ctx.env, ...off } })
  const paths = [
    '/.well-known/oauth-authorization-server/api/oauth',
    '/.well-known/oauth-protected-resource/api/mcp',
    '/api/oauth/authorize',
    '/api/oauth/other',
  ]
  for (const path of paths) await request(without).get(path).expect(404)
  await request(without)
    .post('/api/oauth/register')
    .send({ redirect_uris: [redirectUri] })
    .expect(404)
  await request(without)
    .get('/api/jwt/goals')
    .set('Authorization', `Bearer ${tokens.access_token}`)
    .expect(401)
})
