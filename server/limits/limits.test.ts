import request from 'supertest'
import { expect, test } from 'vitest'
import { rateLimits } from '@shared/schema'
import { forgetExpired } from '../forget-expired'
import { createTestApp } from '../test/test-app'
import { forgetUses, giveBack, takeOne } from './limits'

let time = new Date()
const { app, ctx, db } = await createTestApp({ now: () => time, settings: { TRUST_PROXY: '1' } })

const start = Date.parse('2026-11-21T12:00:00Z')
const take = (key: string, seconds = 0) =>
  takeOne(ctx, key, { limit: 3, windowSeconds: 60, now: new Date(start + seconds * 1_000) })

test('a limit allows as many as it says in a window, then tells how long to wait', async () => {
  expect([await take('a'), await take('a', 10), await take('a', 20)]).toEqual([0, 0, 0])
  expect([await take('a', 20), await take('a', 59.5), await take('b')]).toEqual([40, 1, 0])
  expect(await take('a', 60)).toBe(0)
})

test('exactly as many as the limit are allowed of many at the same moment', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => take('c')))
  expect(answers.filter((seconds) => seconds === 0)).toHaveLength(3)
})

test('what is given back can be taken again, once', async () => {
  for (let n = 0; n < 5; n++) await take('d')
  await giveBack(ctx, 'd', { limit: 3 })
  expect([await take('d'), await take('d')]).toEqual([0, 60])
})

test('what has expired goes with the next minute, and nothing else', async () => {
  await db.delete(rateLimits)
  await take('e', 0)
  await take('f', 30)
  time = new Date(start + 59_999)
  await forgetExpired(ctx)
  expect(await db.select().from(rateLimits)).toHaveLength(2)
  time = new Date(start + 60_000)
  await forgetExpired(ctx)
  expect(await db.select().from(rateLimits)).toMatchObject([{ expiresAt: new Date(start + 90_000) }])
  expect([await take('f', 61), await take('f', 62), await take('f', 63)]).toEqual([0, 0, 27])
})

test('neither emails nor addresses are stored', async () => {
  await db.delete(rateLimits)
  const login = { email: 'ana@example.com', password: 'guess' }
  await request(app).post('/api/auth/login').set('X-Forwarded-For', '192.0.2.77').send(login).expect(401)
  const stored = await db.select().from(rateLimits)
  expect(stored.length).toBeGreaterThan(1)
  for (const { key } of stored) expect(key).toMatch(/^[\w-]{44}$/)
  expect(JSON.stringify(stored)).not.toMatch(/ana|example|192\.0|login/)
})

test('what was counted for somebody can be forgotten, by every limit and for nobody else', async () => {
  await db.delete(rateLimits)
  for (const key of ['export ana', 'import ana', 'export ben', 'login ana@example.com']) await take(key)
  await forgetUses(ctx, ['ana', 'ana@example.com'])
  expect(await db.select().from(rateLimits)).toHaveLength(1)
  for (let n = 0; n < 3; n++) expect(await take('export ana')).toBe(0)
  for (let n = 0; n < 2; n++) expect(await take('export ben')).toBe(0)
  expect(await take('export ben')).toBeGreaterThan(0)
})
