import request from 'supertest'
import { beforeEach, describe, expect, test } from 'vitest'
import { createUser } from '../test/factories'
import { captureLog } from '../test/log'
import { createTestApp, signIn } from '../test/test-app'

const logged = captureLog()
const { app, ctx, db } = await createTestApp({ log: logged.log })
beforeEach(logged.clear)
const lineOf = (): Record<string, unknown> => JSON.parse(logged.lines.at(-1) ?? '{}')
const get = (headers: Record<string, string>) => request(app).get('/api/goals').set(headers).expect(401)

describe('the id of a request', () => {
  test.each(['7f1c7a52-3c0b-4b62-9d43-0d5a4a0f9a31', 'a'.repeat(32), '0A0B0C0D'])(
    'is the one that a proxy has given: %s',
    async (id) => {
      const { headers } = await get({ 'X-Request-Id': id })
      expect(headers['x-request-id']).toBe(id)
      expect(lineOf().requestId).toBe(id)
    },
  )

  test.each(['', 'short', 'a'.repeat(65), 'words of a journal', '{"level":60}', '------------'])(
    'is a new one where the given one is no id: %s',
    async (id) => {
      const { headers } = await get({ 'X-Request-Id': id })
      expect(headers['x-request-id']).toMatch(/^[\da-f-]{36}$/)
      expect(lineOf().requestId).toBe(headers['x-request-id'])
    },
  )
})

describe('the trace of a request', () => {
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736'

  test('is in its line', async () => {
    await get({ traceparent: `00-${trace}-00f067aa0ba902b7-01` })
    expect(lineOf().traceId).toBe(trace)
  })

  test.each([
    `ff-${trace}-00f067aa0ba902b7-01`,
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `00-${trace}-${'0'.repeat(16)}-01`,
    `00-${trace.toUpperCase()}-00f067aa0ba902b7-01`,
    `00-${trace}-00f067aa0ba902b7-01-${'x'.repeat(5_000)}`,
    'a word',
  ])('is left out where it is none: %s', async (traceparent) => {
    await get({ traceparent })
    expect(lineOf()).not.toHaveProperty('traceId')
  })
})

test('probes are not logged', async () => {
  await request(app).get('/healthz').expect(200)
  await request(app).get('/readyz?x=1').expect(200)
  await get({})
  expect(logged.lines).toHaveLength(1)
})

test('requests are counted by the declared path and the status, never by the requested path', async () => {
  const asAna = await signIn(app, await createUser(db))
  await asAna.patch(`/api/goals/${crypto.randomUUID()}`).send({ title: 'Run' }).expect(404)
  await asAna.get('/api/journal-entries/by-date/2026-11-21').expect(404)
  await request(app).get('/api/jwt/goals').expect(401)
  await request(app).get('/api/logout?secret').redirects(0)
  await request(app).post('/api/webhooks/twilio/sms').expect(403)
  await request(app).get('/wp-login.php').expect(404)
  await asAna.get('/api/nothing/n4711').expect(404)
  const counted = await ctx.metrics.registry.metrics()
  for (const line of [
    '{route="PATCH /api/goals/:id",status="404"} 1',
    '{route="GET /api/journal-entries/by-date/:date",status="404"} 1',
    '{route="GET /api/jwt/goals",status="401"} 1',
    '{route="GET /api/logout",status="302"} 1',
    '{route="POST /api/webhooks/twilio/sms",status="403"} 1',
    '{route="other",status="404"} 2',
  ])
    expect(counted).toContain(`lisa_http_requests_total${line}`)
  for (const word of ['wp-login', 'n4711', 'secret', '2026-11-21']) expect(counted).not.toContain(word)
})

test('of a long path its beginning is logged', async () => {
  await request(app)
    .get(`/${'x'.repeat(9_000)}`)
    .expect(404)
  expect(lineOf().path).toBe(`/${'x'.repeat(299)}…`)
})
