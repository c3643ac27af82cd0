import { afterAll, expect, test } from 'vitest'
import { drizzleOn } from '../db/db'
import { giveBack, takeOne } from './limits'
import { createTestDatabase } from '../test/database'

const database = await createTestDatabase()
afterAll(database.drop)
const db = drizzleOn(database.pool)

const start = Date.parse('2026-11-21T12:00:00Z')
const take = (key: string, seconds = 0) =>
  takeOne(db, key, { limit: 3, windowSeconds: 60, now: new Date(start + seconds * 1_000) })

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
  await giveBack(db, 'd', { limit: 3 })
  expect([await take('d'), await take('d')]).toEqual([0, 60])
})

test('what has expired goes', async () => {
  await take('e', 0)
  await take('f', 3_600)
  const { rows } = await database.pool.query('select key from rate_limits')
  expect(rows).toEqual([{ key: 'f' }])
})
