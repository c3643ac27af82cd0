import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, type IncomingHttpHeaders, request as httpRequest } from 'node:http'
import bcrypt from 'bcrypt'
import { desc, eq } from 'drizzle-orm'
import fc from 'fast-check'
import request from 'supertest'
import { afterAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { accessTokens, goals, journalEntries, proposals, rowVersions, users } from '@shared/schema'
import { scopes } from '@shared/scopes'
import { unsubscribeToken } from '../../features/reminders/unsubscribe-token'
import { tokensOf } from '../../features/tokens/tokens-repository'
import { versionsOf } from '../../features/versions/versions-repository'
import { createEntry, createGoal, createUser } from '../../test/factories'
import { type Described, requestsTo, type Sent } from '../../test/openapi-requests'
import { readHere } from '../../test/reading'
import { serve } from '../../test/serve'
import { createTestApp, namedTokenOf, sessionCookieOf, tokenOf } from '../../test/test-app'
import { testVapid } from '../../test/test-settings'
import type { JsonSchema, OpenApiDocument } from './document'

// `npm run fuzz` sends many more than the test run does, and others each time.
const runs = Number(process.env.FUZZ_RUNS ?? 40)
const seed = process.env.FUZZ_RUNS ? undefined : 2026
const secret = 'not-for-ana-7f3a'
const password = 'the right one'

const { app, ctx, db } = await createTestApp({
  settings: { TRUST_PROXY: '1' },
  startReading: readHere,
  mailer: { send: async () => ({ id: '1' }), close: () => {} },
  sms: { send: async () => ({ id: '1' }) },
  push: { publicKey: testVapid.publicKey, addressOf: (endpoint) => endpoint, send: async () => {} },
  voiceProvider: {
    model: () => 'm',
    transcriptionModels: () => [],
    session: () => undefined,
    call: async () => ({ id: 'rtc_1', answer: 'v=0' }),
    checkTranscription: async () => {},
    hangUp: async () => 'done',
  },
})
const ana = await createUser(db, { password: 'hash' })
const ben = await createUser(db, { firstName: secret })
const foreign = [
  (await createGoal(db, ben.id, { title: secret })).id,
  (await createEntry(db, ben.id, { wins: secret })).id,
]
const { body: document } = (await request(app).get('/api/openapi.json')) as { body: OpenApiDocument }
const server = await serve()
server.handle(app)
// What passwords cost is tested elsewhere; here it would be all that the time is spent on.
vi.spyOn(bcrypt, 'compare').mockImplementation(async (given) => given === password)
const known: Record<string, string> = {
  token: unsubscribeToken(ctx.secrets, ana.id),
  email: ana.email ?? '',
  password,
  timezone: 'Europe/Berlin',
  phoneNumber: '+15550001111',
  from: '2026-01-01',
  to: '2026-12-31',
  p256dh: testVapid.publicKey,
}
const agent = new Agent({ keepAlive: true })
afterAll(() => agent.destroy())

type Answer = { status: number; headers: IncomingHttpHeaders; text: string }

async function send(method: string, { path, headers, body }: Sent): Promise<Answer> {
  const { hostname, port } = new URL(server.origin)
  const length = body ? { 'Content-Length': body.length } : {}
  const outgoing = httpRequest({ method, hostname, port, path, agent, headers: { ...headers, ...length } })
  outgoing.end(body)
  const response = await once(outgoing, 'response').catch((error: unknown) => {
    // After refusing a body, the server may close a keep-alive connection just as the next request is sent.
    if (outgoing.reusedSocket) return undefined
    throw error
  })
  if (!response) return send(method, { path, headers, body })
  const [incoming] = response
  // The rest of a long body that was refused may meet a closed connection.
  outgoing.on('error', () => {})
  let text = ''
  for await (const chunk of incoming.setEncoding('utf8')) text += chunk
  return { status: incoming.statusCode, headers: incoming.headers, text }
}

/** The answer has to be one of those that are described, in every respect. */
function check(
  operation: Described,
  { status, headers, text }: Answer,
  checks: Map<string, z.core.$ZodType>,
) {
  const described = operation.responses[status]
  if (!described) throw new Error(`${status} is not described: ${text.slice(0, 300)}`)
  expect(status).not.toBe(500)
  expect(text).not.toContain(secret)
  for (const [name, { required }] of Object.entries<{ required?: boolean }>(described.headers || {}))
    if (required) expect(headers).toHaveProperty(name.toLowerCase())
  const [type] = Object.keys(described.content || {})
  const isText = type && type !== 'application/zip'
  if (type) expect(headers['content-type']).toBe(isText ? `${type}; charset=utf-8` : type)
  if (type === 'application/json') z.parse(checks.get(String(status)) ?? z.unknown(), JSON.parse(text))
  if (status === 204) expect(text).toBe('')
}

/** Made of the published description, not of what it was made from. */
const checksOf = (operation: Described) =>
  new Map(
    Object.entries(operation.responses).flatMap(([status, { content }]) => {
      const schema = (content as Record<string, { schema: JsonSchema }> | undefined)?.['application/json']
        ?.schema
      const whole = { ...schema, $defs: document.components.schemas }
      const local = JSON.parse(JSON.stringify(whole).replaceAll('#/components/schemas/', '#/$defs/'))
      return schema ? [[status, z.fromJSONSchema(local)] as const] : []
    }),
  )

/** A few rows of Ana's, whatever the operation before has done to them, and what leads to them in a path. */
async function reset(path: string): Promise<string[]> {
  // One operation deletes her.
  await db.insert(users).values(ana).onConflictDoNothing()
  await db.delete(goals).where(eq(goals.userId, ana.id))
  await db.delete(journalEntries).where(eq(journalEntries.userId, ana.id))
  const six = <T>(create: () => Promise<T>) => Promise.all(Array.from({ length: 6 }, create))
  const anasGoals = await six(() => createGoal(db, ana.id))
  const entries = await six(() => createEntry(db, ana.id))
  const { keepAll } = versionsOf(db, ana.id)
  const change = { now: new Date(), by: 'form' as const }
  const at = change.now
  await keepAll(
    entries.map((row) => ({ kind: 'entry' as const, row, at })),
    change,
  )
  await keepAll(
    anasGoals.map((row) => ({ kind: 'goal' as const, row: { ...row, id: randomUUID() }, at, deleted: true })),
    change,
  )
  if (path.startsWith('/api/versions')) {
    const mine = eq(rowVersions.userId, ana.id)
    return (await db.select().from(rowVersions).where(mine).orderBy(desc(rowVersions.at)).limit(12)).map(
      ({ id }) => id,
    )
  }
  if (path.startsWith('/api/proposals')) {
    const expiresAt = new Date(at.getTime() + 60_000)
    const payload = { title: 'Read', timeline: 'monthly' }
    const row = { userId: ana.id, tokenName: 'Script', kind: 'goal' as const, payload, expiresAt }
    return (await db.insert(proposals).values([row, row, row]).returning()).map(({ id }) => id)
  }
  if (path.startsWith('/api/tokens')) {
    await db.delete(accessTokens)
    const input = { name: 'A script', scopes: ['propose' as const], expiresInDays: 1 }
    const make = async () => (await tokensOf(db, ana.id).make(input, at, [])).id
    return [await make(), await make(), await make()]
  }
  if (path.includes('{date}')) return entries.map(({ entryDate }) => entryDate)
  return (path.includes('/goals') ? anasGoals : entries).map(({ id }) => id)
}

/** Tokens of Ana's with one scope each, and one with none. */
async function narrowTokens() {
  await db.delete(accessTokens)
  const each = [[], ...scopes.map((scope) => [scope])]
  return Promise.all(each.map(async (may) => `Bearer ${await namedTokenOf(app, ana, may)}`))
}

test(
  'whatever is sent to any operation, the answer is one that is described',
  { timeout: 3_600_000 },
  async () => {
    const failures: string[] = []
    const statuses: Record<string, Record<number, number>> = {}
    let requests = 0
    for (const [path, methods] of Object.entries(document.paths))
      for (const [method, operation] of Object.entries(methods)) {
        const endpoint = `${method.toUpperCase()} ${path}`
        const counts: Record<number, number> = (statuses[endpoint] = {})
        const checks = checksOf(operation)
        const surroundings = {
          document,
          ids: await reset(path),
          narrow: path.startsWith('/api/jwt/') || path === '/api/mcp' ? await narrowTokens() : [],
          foreign,
          known,
          cookie: await sessionCookieOf(app, ana),
          bearer: `Bearer ${await tokenOf(app, ana)}`,
          origin: ctx.env.appUrl,
        }
        const property = fc.asyncProperty(requestsTo(path, operation, surroundings), async (sent) => {
          const answer = await send(
            method.toUpperCase(),
            method === 'get' ? { ...sent, body: undefined } : sent,
          )
          requests++
          counts[answer.status] = (counts[answer.status] ?? 0) + 1
          check(operation, answer, checks)
          // Clients in a browser may read these.
          if (!/oauth\/(\.well-known|register|token)/.test(path))
            expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
          const { cookie: hasCookie, authorization } = sent.headers
          if (operation.security.length && !hasCookie && !authorization) expect(answer.status).toBe(401)
        })
        const details = await fc.check(property, { numRuns: runs, seed })
        if (details.failed)
          failures.push(`${endpoint}\n${details.errorInstance}\n${fc.defaultReportMessage(details)}`)
      }
    const say = (line: string) => void process.stdout.write(`${line}\n`)
    if (process.env.FUZZ_RUNS)
      for (const [endpoint, counts] of Object.entries(statuses))
        say(
          `${endpoint.padEnd(42)} ${Object.entries(counts)
            .map((count) => count.join(' × '))
            .join(', ')}`,
        )
    say(`Operations: ${Object.keys(statuses).length}, requests: ${requests}, failures: ${failures.length}`)
    expect(failures.join('\n\n')).toBe('')
    // Otherwise it would be the doors that were tested, and little else. These need a provider that answers or signs, a code from a text, a key, a client, or a file that is known.
    const shallow = Object.entries(statuses).filter(([endpoint, counts]) => {
      const isDeep = (status: string) =>
        Number(status) < 500 && !['400', '401', '403', '413', '415'].includes(status)
      const needsAnother =
        [
          'GET /api/login',
          'GET /api/callback',
          'POST /api/backchannel-logout',
          'PUT /api/phone-confirmation',
          'POST /api/voice/calls',
        ].includes(endpoint) ||
        endpoint.includes('/webhooks/') ||
        endpoint.includes('/oauth/') ||
        endpoint.endsWith('/import')
      return !needsAnother && !Object.keys(counts).some(isDeep)
    })
    expect(shallow).toEqual([])
  },
)
