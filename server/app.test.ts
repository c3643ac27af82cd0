import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import request from 'supertest'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { oauthEndpoints } from '@shared/oauth'
import { endpointsOf } from './test/endpoints'
import { createEntry, createUser } from './test/factories'
import { captureLog } from './test/log'
import { serve } from './test/serve'
import { recordStatements } from './test/statements'
import { createTestApp, sessionCookieOf, signIn, tokenOf, withToken } from './test/test-app'

const { app, ctx, db } = await createTestApp()
const ana = await createUser(db)
const asAna = await signIn(app, ana)
const origin = ctx.env.appUrl

const open = [
  'GET /api/login',
  'GET /api/write',
  'GET /api/open',
  'GET /api/callback',
  'GET /api/logout',
  'POST /api/auth/login',
  'POST /api/backchannel-logout',
  'GET /api/openapi.json',
  'GET /api/docs',
  'GET /api/calendar/:secret.ics',
  'GET /api/reminders/unsubscribe',
  'POST /api/reminders/unsubscribe',
  'POST /api/webhooks/twilio/sms',
  'POST /api/webhooks/twilio/status',
  'POST /api/webhooks/mail',
  ...Object.keys(oauthEndpoints.endpoints),
]

const endpoints = endpointsOf(app)
const guarded = endpoints.filter((endpoint) => !open.includes(endpoint))
const send = (client: Pick<typeof asAna, 'get' | 'post' | 'put' | 'patch' | 'delete'>, endpoint: string) => {
  const [method, path] = endpoint.split(' ') as [string, string]
  return client[method.toLowerCase() as 'get'](path.replace(':id', 'not-an-id').replace(':date', 'no-date'))
}

test('the endpoints of the specification are there', () => {
  expect(endpoints).toEqual(
    expect.arrayContaining([...open, 'GET /api/auth/user', 'PUT /api/journal-entries/:id']),
  )
  expect(guarded.length).toBeGreaterThan(15)
})

describe('signed out', () => {
  test.each(guarded)('%s is 401 before anything else is checked', async (endpoint) => {
    const { body } = await send(request(app), endpoint).set('Content-Type', 'text/plain').expect(401)
    expect(body).toEqual({ message: 'Unauthorized' })
  })

  test('an unknown path, and a forged or a foreign cookie, is 401', async () => {
    await request(app).get('/api/nothing').expect(401)
    for (const cookie of [
      'lisa.sid=s%3Aabc.def',
      'lisa.sid=garbage',
      `lisa.sid=${'x'.repeat(4_000)}`,
      'lisa.sid=%E0%A4%A',
      'lisa.sid=j:1',
    ])
      await request(app).get('/api/goals').set('Cookie', cookie).expect(401, { message: 'Unauthorized' })
  })
})

test('a cookie that looks like JSON is a cookie without a session', async () => {
  const send = (path: string) => request(app).get(path).set('Cookie', 'lisa.sid=j:1; lisa.signin.x=j:{"a":1}')
  await send('/api/logout').expect(302)
  await send('/api/callback?state=x').expect(400)
  await send('/api/goals').expect(401)
})

test('an unknown path has the door of its folder, in any case', async () => {
  await request(app).get('/api/JWT/nothing').expect(401).expect('WWW-Authenticate', 'Bearer')
  const client = await withToken(app, ana)
  await client.get('/api/JWT/nothing').expect(404)
  await asAna.get('/api/jwt/nothing').expect(401)
})

describe('requests from other sites', () => {
  const changing = guarded.filter((endpoint) => !/^GET| \/api\/jwt\//.test(endpoint))

  test.each(changing)('%s is refused', async (endpoint) => {
    for (const headers of [
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { Origin: `${origin}.evil.example` },
      { Origin: '', 'Sec-Fetch-Site': 'cross-site' },
      { Origin: '', 'Sec-Fetch-Site': 'none' },
      { Origin: '' },
    ])
      await send(asAna, endpoint).set(headers).expect(403, { message: 'Cross-site request refused' })
  })

  test('our own pages may, by either header', async () => {
    const goal = { title: 'Read', timeline: 'monthly' }
    await asAna.post('/api/goals').send(goal).expect(201)
    const withoutOrigin = await signIn(app, ana)
    await withoutOrigin
      .post('/api/goals')
      .unset('Origin')
      .set('Sec-Fetch-Site', 'same-origin')
      .send(goal)
      .expect(201)
  })
})

test('an unknown path under /api is 404 JSON, and so is an address that cannot be decoded', async () => {
  expect((await asAna.get('/api/nothing').expect(404)).body).toEqual({ message: 'Not found' })
  expect((await asAna.get('/api/goals/%ff').expect(404)).body).toEqual({ message: 'Not found' })
})

test.each(guarded.filter((endpoint) => /:id\b/.test(endpoint)))(
  'the path of %s as the documentation writes it is 404: its id is malformed',
  async (endpoint) => {
    const [method = '', path = ''] = endpoint.split(' ')
    const client = path.startsWith('/api/jwt/') ? await withToken(app, ana) : asAna
    await client[method.toLowerCase() as 'get'](path).expect(404)
  },
)

describe('another method on a known path', () => {
  const methodsOf = new Map<string, string[]>()
  for (const [method = '', path = ''] of endpoints.map((endpoint) => endpoint.split(' ')))
    methodsOf.set(path, [...(methodsOf.get(path) ?? []), method])
  const all = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']
  const filled = (path: string) => path.replace(/:id\b/, 'not-an-id').replace(/:date\b/, '2026-11-21')
  const isOpen = (path: string) => open.some((endpoint) => endpoint.endsWith(` ${path}`))
  const ask = (method: string, path: string, headers: Record<string, string> = {}) => {
    const client = request(app)
    return client[method.toLowerCase() as 'get'](filled(path)).set({ Origin: origin, ...headers })
  }

  test.each([...methodsOf])('%s has %j', async (path, methods) => {
    const allowed = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : method)).sort()
    const cookie = await sessionCookieOf(app, ana)
    const door: Record<string, string> = /^\/api\/(jwt\/|mcp$)/.test(path)
      ? { Authorization: `Bearer ${await tokenOf(app, ana)}` }
      : { Cookie: cookie }
    for (const method of all.filter((method) => !allowed.includes(method))) {
      if (!isOpen(path)) {
        const { status, headers } = await ask(method, path)
        expect([method, status, headers.allow]).toEqual([method, 401, undefined])
      }
      const { status, headers, body } = await ask(method, path, isOpen(path) ? {} : door)
      expect([method, status]).toEqual([method, method === 'OPTIONS' ? 204 : 405])
      expect(headers.allow?.split(', ').sort()).toEqual(allowed)
      if (status === 405 && method !== 'HEAD')
        expect(body).toEqual({ message: 'This address does not take this method' })
    }
  })

  test.each([
    '/healthz',
    '/readyz',
    '/.well-known/security.txt',
    '/.well-known/oauth-authorization-server/api/oauth',
    '/.well-known/oauth-protected-resource/api/mcp',
    '/.well-known/oauth-protected-resource',
  ])('%s, outside of the API, can only be read', async (path) => {
    for (const method of all.filter((method) => method !== 'GET' && method !== 'HEAD')) {
      const { status, headers } = await ask(method, path)
      expect([method, status, headers.allow]).toEqual([method, method === 'OPTIONS' ? 204 : 405, 'GET, HEAD'])
    }
    await ask('HEAD', path).expect(200)
  })
})

test('answers are private and carry the security headers and a request id', async () => {
  const { headers } = await asAna.get('/api/goals').expect(200)
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('microphone=(self)'),
    'content-security-policy': expect.stringContaining("script-src 'self';"),
    'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
  expect(headers).not.toHaveProperty('x-powered-by')
  expect(headers).not.toHaveProperty('set-cookie')
})

describe('failures', () => {
  test('a broken database is 500 without its own text, the journal is not in the log, and readiness tells', async () => {
    const logged = captureLog()
    const secret = `secret-${randomBytes(8).toString('hex')}`
    const broken = await createTestApp({ log: logged.log })
    const user = await createUser(broken.db)
    const client = await signIn(broken.app, user)
    await request(broken.app).get('/readyz').expect(200)
    await broken.db.execute('alter table journal_entries drop column wins')
    const { body } = await client
      .post('/api/journal-entries')
      .send({ entryDate: '2026-11-21', wins: secret })
      .expect(500)
    expect(body).toEqual({ message: 'Internal Server Error' })
    expect(logged.text()).toContain('Request failed')
    expect(logged.text()).toContain('42703')
    expect(logged.text()).not.toContain(secret)

    await broken.db.execute('alter table sessions rename to elsewhere')
    const answer = await client.get('/api/goals').expect(500)
    expect(answer.body).toEqual({ message: 'Internal Server Error' })
    await request(app).get('/healthz').expect(200)
  })

  test("what Lisa's own work cannot parse is 500 without its fields and logged, what a request holds is 400", async () => {
    const logged = captureLog()
    const answer = z.object({ id: z.string('The id is missing in the answer') })
    const send = async () => answer.parse({})
    const failing = await createTestApp({ log: logged.log, mailer: { send, close: () => {} } })
    const client = await signIn(failing.app, await createUser(failing.db))
    await client.post('/api/test-reminder').expect(500, { message: 'Internal Server Error' })
    expect(logged.text()).toContain('Request failed')
    expect(logged.text()).toContain('The id is missing in the answer')

    logged.clear()
    const { body } = await client.post('/api/goals').send({ title: 'Read' }).expect(400)
    expect(body.errors).toMatchObject([{ path: 'timeline' }])
    expect(logged.text()).not.toContain('Request failed')
  })

  test('a caller that goes away in mid-request ends nothing', async () => {
    const server = await serve()
    server.handle(app)
    const { port } = new URL(server.origin)
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(
      'POST /api/goals HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"ti',
    )
    await new Promise((resolve) => socket.once('connect', resolve))
    socket.destroy()
    expect((await fetch(`${server.origin}/healthz`)).status).toBe(200)
  })
})

test('an ordinary signed-in read costs two statements and writes nothing', async () => {
  const { app, ctx, db } = await createTestApp()
  const user = await createUser(db)
  await createEntry(db, user.id, { entryDate: '2026-11-21' })
  const client = await signIn(app, user)
  const statements = recordStatements(ctx.pool)
  for (const path of [
    'goals',
    'journal-entries?limit=7',
    'journal-entries/by-date/2026-11-21',
    'analytics/streak',
    'analytics/weekly-count',
    'auth/user',
  ]) {
    statements.clear()
    await client.get(`/api/${path}`).expect(200)
    expect([path, statements.all().map(({ text }) => text)]).toEqual([
      path,
      [expect.stringMatching(/^select .* from "sessions"/), expect.stringMatching(/^select/i)],
    ])
  }
})
