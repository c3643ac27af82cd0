import fc from 'fast-check'
import request from 'supertest'
import { expect, test } from 'vitest'
import { scopes } from '@shared/scopes'
import type { JsonSchema, OpenApiDocument } from '../../http/openapi/document'
import { createEntry, createGoal, createUser } from '../../test/factories'
import { hostileValue, nearly, valid } from '../../test/openapi-arbitrary'
import { createTestApp, namedTokenOf, tokenOf } from '../../test/test-app'

// `npm run fuzz` sends many more than the test run does, and others each time.
const runs = Number(process.env.FUZZ_RUNS ?? 15)
const seed = process.env.FUZZ_RUNS ? undefined : 2026
const secret = 'not-for-ana-7f3a'
const { app, db } = await createTestApp()
/** No scope at all, and each alone. */
const each = [[], ...scopes.map((scope) => [scope])]

test('whatever a tool is given, it answers with a result or a fault of the input, and with nothing of others', async () => {
  const ana = await createUser(db)
  const ben = await createUser(db, { firstName: secret })
  const foreign = await createGoal(db, ben.id, { title: secret })
  await createEntry(db, ben.id, { entryDate: '2026-01-02', wins: secret }, [foreign.id])
  const goal = await createGoal(db, ana.id)
  await createEntry(db, ana.id, { entryDate: '2026-01-02' }, [goal.id])
  const sending = (token: string) => (method: string, params?: object) =>
    request(app)
      .post('/api/mcp')
      .set('Authorization', `Bearer ${token}`)
      .set('Accept', 'application/json, text/event-stream')
      .send({ jsonrpc: '2.0', id: 1, method, params })
  type Listed = { name: string; inputSchema: JsonSchema }
  const listed = async (send: ReturnType<typeof sending>): Promise<Listed[]> =>
    (await send('tools/list').expect(200)).body.result.tools

  const all = await listed(sending(await tokenOf(app, ana)))
  const tokens = [tokenOf(app, ana), ...each.map((may) => namedTokenOf(app, ana, may))]
  for (const send of (await Promise.all(tokens)).map(sending)) {
    const reached = new Set((await listed(send)).map(({ name }) => name))
    for (const { name, inputSchema } of all) {
      const document = { components: { schemas: inputSchema.$defs ?? {} } } as OpenApiDocument
      const known = { id: goal.id, goalId: goal.id, from: '2026-01-01', to: '2026-12-31', date: '2026-01-02' }
      const good = fc.oneof(
        valid(inputSchema, document, known),
        valid(inputSchema, document, { ...known, id: foreign.id, goalId: foreign.id }),
      )
      const input = fc.oneof(
        { weight: 3, arbitrary: good },
        { weight: 2, arbitrary: nearly(good) },
        hostileValue,
      )
      const property = fc.asyncProperty(input, async (input) => {
        const { status, text } = await send('tools/call', { name, arguments: input })
        expect([200, 400]).toContain(status)
        expect(text).not.toContain(secret)
        expect(text).not.toContain('Internal')
        if (!reached.has(name)) expect(text).toContain('"error"')
      })
      await fc.assert(property, { numRuns: reached.size === all.length ? runs : Math.ceil(runs / 5), seed })
    }
  }
})
