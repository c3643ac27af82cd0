import { randomUUID } from 'node:crypto'
import { sql, type SQLWrapper } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { wrongPasswordLimit } from '@shared/auth'
import { goalInput } from '@shared/goals'
import { codeTextLimit } from '@shared/phone-numbers'
import * as schema from '@shared/schema'
import { usesOf } from '../../limits/limits'
import { fillAccount } from '../../test/fill-account'
import type { User } from '../../test/people'
import { createTestApp } from '../../test/test-app'
import { propose } from '../proposals/proposals-repository'
import { stoppedNumbersIn } from '../phone-numbers/stopped-numbers-repository'

const now = new Date('2026-11-22T12:00:00Z')
const { app, ctx, db } = await createTestApp({ now: () => now })
const filled = { app, db, now }

/** Tables, and the columns of theirs that name a user. */
async function tablesWithUsers() {
  const { rows } = await db.execute<{ name: string; column: string }>(sql`
    select c.table_name as name, c.column_name as column
    from information_schema.columns c
    where c.table_schema = 'public' and (c.column_name = 'user_id' or (c.table_name, c.column_name) in (
      select k.table_name, k.column_name
      from information_schema.referential_constraints r
      join information_schema.key_column_usage k using (constraint_schema, constraint_name)
      join information_schema.table_constraints u on u.constraint_name = r.unique_constraint_name
      where u.table_name = 'users'
    ) or (c.table_name = 'users' and c.column_name = 'id'))
    order by 1, 2`)
  return rows
}

/** Every table of the database. */
async function allTables() {
  const { rows } = await db.execute<{ table: string }>(sql`
    select format('%I.%I', table_schema, table_name) as table from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE' order by 1`)
  return rows.map(({ table }) => sql.raw(table))
}

const rowsWhere = async (table: SQLWrapper, condition: SQLWrapper) =>
  (await db.execute(sql`select t::text as row from ${table} t where ${condition} order by 1`)).rows

/** By table and column. */
async function rowsOf({ id }: User) {
  const found: Record<string, unknown[]> = {}
  for (const { name, column } of await tablesWithUsers())
    found[`${name}.${column}`] = await rowsWhere(sql.identifier(name), sql`${sql.identifier(column)} = ${id}`)
  return found
}

/** Where there is no row of the user. */
const emptyOf = async (user: User) =>
  Object.entries(await rowsOf(user)).flatMap(([place, rows]) => (rows.length ? [] : [place]))

test('nothing is left in any table, and the rows of others are untouched', async () => {
  const { user: ben } = await fillAccount(filled, 'ben-word-4c1d', '+4915550000')
  for (const whose of [ben.id, ben.email!, '+49155500012']) await usesOf(ctx, codeTextLimit).take(whose)
  const keys = async () => (await db.select().from(schema.rateLimits)).map(({ key }) => key).sort()
  const keysOfOthers = await keys()
  const mark = 'ana-word-9e7b'
  const { user: ana, client } = await fillAccount(filled, mark, '+4915550001')
  for (const limit of [wrongPasswordLimit, codeTextLimit])
    for (const whose of [ana.id, ana.email!]) await usesOf(ctx, limit).take(whose)
  const proposed = { kind: 'goal' as const, payload: goalInput.parse({ title: mark, timeline: 'monthly' }) }
  const access = { id: randomUUID(), name: mark, scopes: ['propose'] } as const
  await propose(ctx, { userId: ana.id, access }, proposed)
  await stoppedNumbersIn(db, ctx.secrets).add(ana.phoneNumber!)

  // A new table needs a row in fillAccount.
  expect(await emptyOf(ana)).toEqual([])
  const ofBen = await rowsOf(ben)
  await client.delete('/api/account').send({ email: ana.email }).expect(204)

  expect(await emptyOf(ana)).toEqual(Object.keys(ofBen))
  expect(await rowsOf(ben)).toEqual(ofBen)
  expect(await keys()).toEqual(keysOfOthers)
  const tables = await allTables()
  expect(tables.length).toBeGreaterThan(15)
  for (const table of tables)
    for (const text of [mark, ana.id, ana.email!, ana.phoneNumber!, ana.pendingPhoneNumber!])
      expect(await rowsWhere(table, sql`t::text like ${`%${text}%`}`)).toEqual([])
})

test('what outlives a person is the STOP of the number, and the call that has to be hung up', async () => {
  await db.delete(schema.stoppedNumbers)
  const { user, client } = await fillAccount(filled, 'eva-word-77aa', '+4915550003')
  await stoppedNumbersIn(db, ctx.secrets).add(user.phoneNumber!)
  await client.delete('/api/account').send({ email: user.email }).expect(204)
  expect(await stoppedNumbersIn(db, ctx.secrets).has(user.phoneNumber!)).toBe(true)
  const [stopped] = await db.select().from(schema.stoppedNumbers)
  expect(stopped?.numberHash).not.toContain('15550003')
  const calls = await db.select().from(schema.voiceCalls)
  expect(calls.find(({ callId }) => callId === 'rtc_+4915550003')).toMatchObject({
    talkId: null,
    hangUpAt: now,
  })
})
