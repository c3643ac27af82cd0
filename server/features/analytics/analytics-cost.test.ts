import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createUser } from '../../test/factories'
import type { Client } from '../../test/people'
import { recordStatements, rowsVisited } from '../../test/statements'
import { createTestApp, signIn } from '../../test/test-app'

const { app, ctx, db } = await createTestApp({ now: () => new Date('2026-11-21T12:00:00Z') })

const analytics = async (client: Client) => ({
  ...(await client.get('/api/analytics/streak').expect(200)).body,
  ...(await client.get('/api/analytics/weekly-count').expect(200)).body,
})

test('the cost of analytics does not grow with the history: as few rows are visited for ten years as for a month', async () => {
  const statements = recordStatements(ctx.pool)
  const rowsOf = async (days: number, every: number) => {
    const user = await createUser(db)
    await db.execute(sql`insert into journal_entries (user_id, entry_date)
      select ${user.id}, '2026-11-21'::date - n * ${every}::int from generate_series(0, ${days - 1}::int) n`)
    // All days in one transaction leave as many dead versions of their run behind.
    await db.execute(sql`vacuum analyze`)
    const client = await signIn(app, user)
    statements.clear()
    expect((await analytics(client)).streak).toBe(every === 1 ? days : 1)
    return rowsVisited(
      ctx.pool,
      statements.all().filter(({ text }) => text.includes('journal_')),
    )
  }
  for (const every of [1, 2]) {
    expect(await rowsOf(30, every)).toBeLessThan(150)
    expect(await rowsOf(3_650, every)).toBeLessThan(150)
  }
})
