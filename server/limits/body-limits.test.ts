import { randomUUID } from 'node:crypto'
import request from 'supertest'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '@shared/api'
import { defaultBodyLimit, KiB, MiB } from '@shared/endpoint'
import { entryRecord } from '@shared/journal'
import { createUser } from '../test/factories'
import { createTestApp, signIn, withToken } from '../test/test-app'
import { mostFields } from '../http/request-body'

const { app, db } = await createTestApp({ settings: { TRUST_PROXY: '1' } })
const ana = await createUser(db)
const asAna = await signIn(app, ana)
const asTokenUser = await withToken(app, ana)

const taking = api.flatMap(({ endpoints }) =>
  Object.entries(endpoints).flatMap(([name, endpoint]) =>
    endpoint.body && !endpoint.bodyType
      ? [{ ...endpoint, name, body: endpoint.body, limit: endpoint.bodyLimit ?? defaultBodyLimit }]
      : [],
  ),
)

/** How many objects or arrays these bodies may hold. */
const wrapping: Record<string, number> = {
  'POST /api/jwt/proposals': 2,
  'POST /api/mcp': 100,
  'POST /api/oauth/register': 20,
  'POST /api/proposals/:id/accept': 2,
}
const large = [
  'POST /api/journal-entries',
  'POST /api/mcp',
  'POST /api/proposals/:id/accept',
  'PUT /api/journal-entries/:id',
]
const small = ['POST /api/auth/login', 'POST /api/auth/add-password']
const names: Record<number, string> = {
  [8 * KiB]: '8 KiB',
  [16 * KiB]: '16 KiB',
  [128 * KiB]: '128 KiB',
  [4 * MiB]: '4 MiB',
}

test('4 MiB are for journal entries and what holds one, 8 KiB for passwords, 16 KiB for what an assistant says of itself; everything else takes 128 KiB', () => {
  const having = (limit: number) => taking.filter((one) => one.limit === limit).map(({ name }) => name)
  expect(having(4 * MiB).sort()).toEqual(large)
  expect(having(8 * KiB).sort()).toEqual(small.sort())
  expect(having(16 * KiB)).toEqual(['POST /api/oauth/register'])
  expect(having(128 * KiB)).toHaveLength(taking.length - large.length - small.length - 1)
})

test.each(taking)(
  '$name refuses a longer body, and says the limit',
  async ({ name, token, bearer, limit }) => {
    const [method = '', path = ''] = name.replace(/:id/, randomUUID()).split(' ')
    const send = async (agent: typeof asAna, path: string) => {
      const { body } = await agent[method.toLowerCase() as 'post'](path)
        .set('Content-Type', 'application/json')
        .send(`{"a":"${'x'.repeat(limit - 8)}"}x`)
        .expect(413)
      expect(body).toEqual({ message: `The body is larger than ${names[limit]}` })
    }
    await send(bearer ? asTokenUser : asAna, path)
    if (token) await send(asTokenUser, token.replace(/:id/, randomUUID()))
  },
)

test('a body whose length is not said is refused where it becomes too long', async () => {
  const sent = asAna
    .post('/api/goals')
    .set({ 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' })
  sent.write(`{"a":"${'x'.repeat(128 * KiB)}"}`)
  const { status, body } = await sent
  expect([status, body]).toEqual([413, { message: 'The body is larger than 128 KiB' }])
})

test('the longest entry fits, every character written in six bytes', async () => {
  const text = 'x'.repeat(entryRecord.textField('wins').limit)
  const entry = {
    entryDate: '2026-11-21',
    ...Object.fromEntries(entryRecord.texts.map((name) => [name, text])),
  }
  const { body } = await asAna
    .post('/api/journal-entries')
    .set('Content-Type', 'application/json')
    .send(JSON.stringify(entry).replaceAll('x', '\\u0078'))
    .expect(201)
  expect(body).toMatchObject({ wins: text, overallReflection: text })
})

/** How many objects and arrays may be in what `schema` describes, with itself. */
function objectsIn(schema: unknown): number {
  if (typeof schema !== 'object' || !schema) return 0
  const { type, $ref, maxItems = 1, ...rest } = schema as { type?: unknown; $ref?: string; maxItems?: number }
  const within = Object.values(rest).reduce((sum: number, each) => sum + objectsIn(each), 0)
  return Number(type === 'object' || type === 'array' || $ref !== undefined) + maxItems * within
}

test('so many objects or arrays may be in a body that wraps another one', () => {
  const declared = taking.filter(({ name }) => name in wrapping)
  expect(Object.fromEntries(declared.map(({ name, objectsInBody }) => [name, objectsInBody]))).toEqual(
    wrapping,
  )
})

test.each(taking.filter(({ name }) => !(name in wrapping)))(
  'the body of $name has few fields, and no object or array that is not declared',
  ({ body, objectsInBody = 0 }) => {
    // A schema with a name is put among the definitions.
    const { $defs, properties } = z.toJSONSchema(z.object({ body }), { io: 'input' })
    const [schema] = Object.values($defs ?? properties ?? {}) as { properties?: object }[]
    const fields = Object.values(schema?.properties ?? {})
    expect(fields.length).toBeGreaterThan(0)
    expect(fields.length).toBeLessThanOrEqual(mostFields)
    expect(objectsIn(fields)).toBe(objectsInBody)
  },
)

test('the signed-out are told so whatever their body is', async () => {
  for (const { name } of taking.filter(({ open }) => !open)) {
    const [method = '', path = ''] = name.replace(/:id/, randomUUID()).split(' ')
    const anybody = request(app)
    await anybody[method.toLowerCase() as 'post'](path)
      .set({ 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' })
      .send('x'.repeat(10_000))
      .expect(401, { message: 'Unauthorized' })
  }
})
