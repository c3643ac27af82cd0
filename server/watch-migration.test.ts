import { expect, test } from 'vitest'
import { createTestApp } from './test/test-app'
import { migrationLock } from './db/migrate'
import { watchMigration } from './watch-migration'

const { ctx } = await createTestApp()

async function underWay() {
  await watchMigration(ctx)
  return (await ctx.metrics.migrationUnderWay.get()).values[0]?.value
}

test('the metrics of an instance show that another one is migrating', async () => {
  expect(await underWay()).toBe(0)
  const other = await ctx.pool.connect()
  await other.query('select pg_advisory_lock($1)', [migrationLock])
  expect(await underWay()).toBe(1)
  await other.query('select pg_advisory_unlock($1)', [migrationLock])
  other.release()
  expect(await underWay()).toBe(0)
})
