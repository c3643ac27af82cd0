import request from 'supertest'
import { expect, test } from 'vitest'
import { endpointsOf } from '../test/endpoints'
import { createUser } from '../test/factories'
import { captureLog } from '../test/log'
import { createTestApp, signIn } from '../test/test-app'

const logged = captureLog()
const { app, ctx, db } = await createTestApp({
  settings: { TRUST_PROXY: '1' },
  log: logged.log,
})
const ana = await createUser(db)

test('a request writes one line to the log, whatever its address', async () => {
  const forged = encodeURIComponent('\r\n{"level":60,"msg":"forged"}\u2028\u001b[31m')
  for (const path of [
    `/api/${forged}`,
    `/api/goals/${forged}?x=${forged}`,
    '/api/"},{"level":60',
    '/api/goals/%0a%0d%00',
  ]) {
    logged.clear()
    await request(app).get(path).set('User-Agent', '"},{"level":60').expect(401)
    expect(logged.lines).toHaveLength(1)
    const { time: _, ...line } = JSON.parse(logged.lines[0] ?? '')
    expect(line).toEqual({
      level: 20,
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      method: 'GET',
      path: expect.stringMatching(/^\/api\/[!-~]+$/),
      status: 401,
      ms: expect.any(Number),
      msg: 'Request',
    })
  }
})

test.each(endpointsOf(app).filter((endpoint) => endpoint.startsWith('GET')))(
  '%s puts nothing into a header and believes no header about where it is',
  async (endpoint) => {
    const path = endpoint
      .slice('GET '.length)
      .replace(':id', crypto.randomUUID())
      .replace(':date', '2026-11-21')
    const asAna = await signIn(app, ana)
    const { headers, text } = await asAna
      .get(path)
      .set({ Host: 'evil.test', 'X-Forwarded-Host': 'evil.test', Forwarded: 'host=evil.test' })
      .set({
        'X-Request-Id': 'evil.test',
        'X-Original-URL': '/evil.test',
        'X-HTTP-Method-Override': 'DELETE',
      })
      .query({ returnTo: '/a\r\nSet-Cookie: evil.test=1', state: '\r\nevil.test', iss: 'https://evil.test' })
    expect(JSON.stringify(headers) + text).not.toContain('evil.test')
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(headers['content-security-policy']).toMatch(/default-src '(self|none)'/)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(ctx.env.appUrl).toBe('http://localhost:3000')
  },
)
