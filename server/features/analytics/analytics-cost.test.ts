import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createUser } from '../../test/factories'
import type { Client } from '../../test/people'
import { recordStatements } from '../../test/statements'
import { createTestApp, signIn } from '../../test/test-app'

const { app, ctx, db } = await createTestApp({ now: () => new Date('2026-11-21T12:00:00Z') })

const analytics = async (client: Client) => ({
  ...(await client.get('/api/analytics/streak').expect(200)).body,
  ...(await client.get('/api/analytics/weekly-count').expect(200)).body,
})

test('the cost of analytics does not grow with the history: as few rows are visited for ten years as for a month', async () => {
  const statements = recordStatements(ctx.pool)
  const rowsVisited = async (days: number, every: number) => {
    const user = await createUser(db)
    await db.execute(sql`insert into journal_entries (user_id, entry_date)
      select ${user.id}, '2026-11-21'::date - n * ${every}::int from generate_series(0, ${days - 1}::int) n`)
    // All days in one transaction leave as many dead versions of their run behind.
    await db.execute(sql`vacuum analyze`)
    const client = await signIn(app, user)
    statements.clear()
    expect((await analytics(client)).streak).toBe(every === 1 ? days : 1)
    const readsOfJournal = statements.all().filter(({ text }) => text.includes('journal_'))
    // To read the whole of a table that is as small as this one may seem cheaper; that of all people never does.
    const planner = await ctx.pool.connect()
    await planner.query('set enable_seqscan = off')
    let rows = 0
    for (const { text, values } of readsOfJournal) {
      const explained = await planner.query(`explain (analyze, format json) ${text}`, values)
      rows += visited(explained.rows[0]['QUERY PLAN'][0].Plan)
    }
    planner.release(true)
    return rows
  }
  for (const every of [1, 2]) {
    expect(await rowsVisited(30, every)).toBeLessThan(150)
    expect(await rowsVisited(3_650, every)).toBeLessThan(150)
  }
})

type PlanNode = { 'Actual Rows': number; 'Rows Removed by Filter'?: number; Plans?: PlanNode[] }
const visited = (node: PlanNode): number =>
  node['Actual Rows'] +
  (node['Rows Removed by Filter'] ?? 0) +
  (node.Plans ?? []).reduce((sum, child) => sum + visited(child), 0)
