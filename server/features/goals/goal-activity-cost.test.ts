import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createGoal, createUser } from '../../test/factories'
import { recordStatements, rowsVisited } from '../../test/statements'
import { createTestApp, signIn } from '../../test/test-app'

const { app, ctx, db } = await createTestApp()
const week = 'from=2026-11-16&to=2026-11-22'

/** `days` entries up to 22 November 2026, each with two goals, and with a third one if it is a Sunday of the last ten weeks. */
async function personWith(days: number) {
  const user = await createUser(db)
  const [run, read, rest] = [
    await createGoal(db, user.id),
    await createGoal(db, user.id),
    await createGoal(db, user.id),
  ]
  await db.execute(sql`insert into journal_entries (user_id, entry_date, wins, overall_reflection)
    select ${user.id}, '2026-11-22'::date - n, repeat('win ', 500), repeat('x', 50000)
    from generate_series(0, ${days - 1}::int) n`)
  await db.execute(sql`insert into goal_days (entry_id, goal_id, user_id)
    select id, goal, user_id from journal_entries, unnest(${sql.param([run.id, read.id])}::uuid[]) goal
    where user_id = ${user.id}`)
  await db.execute(sql`insert into goal_days (entry_id, goal_id, user_id)
    select id, ${rest.id}, user_id from journal_entries
    where user_id = ${user.id} and entry_date = any (array(select '2026-11-22'::date - 7 * n from generate_series(0, 9) n))`)
  return { user, run, rest }
}

test('the days of goals and a review visit as few rows, and answer as little, after ten years as after a season', async () => {
  const people = [await personWith(100), await personWith(3_650)]
  await db.execute(sql`vacuum analyze`)
  const statements = recordStatements(ctx.pool)
  const answers: string[][] = []
  for (const { user, run, rest } of people) {
    const client = await signIn(app, user)
    const own: string[] = []
    answers.push(own)
    for (const path of [
      `/api/goals/${run.id}/days?limit=30`,
      `/api/goals/${run.id}/days?limit=30&before=2026-10-01`,
      `/api/goals/${rest.id}/days`,
      `/api/goals/activity?${week}`,
      `/api/goals/activity?${week}&earlier=true`,
      `/api/review?${week}`,
    ]) {
      statements.clear()
      const { text } = await client.get(path).expect(200)
      const reads = statements.all().filter(({ text }) => /goal_days|"goals"/.test(text))
      expect(await rowsVisited(ctx.pool, reads)).toBeLessThan(1_000)
      own.push(`${reads.length} statements, ${text.length} characters`)
    }
  }
  expect(answers[0]).toEqual(answers[1])
})
