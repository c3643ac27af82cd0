import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../test/database'
import { captureLog } from '../test/log'
import { warnOfDroppedSettings } from './dropped-settings'

const database = await createTestDatabase({ entries: 10, goals: 10, megabytes: 1 })
afterAll(database.drop)

async function warningsOf(pool: pg.Pool): Promise<string> {
  const logged = captureLog()
  await warnOfDroppedSettings(pool, logged.log)
  return logged.text()
}

test('a pooler that drops the settings of connections is told, until the database has them', async () => {
  expect(await warningsOf(database.pool)).toBe('')

  const pooled = async () => {
    const pool = new pg.Pool({ connectionString: database.url, max: 1 })
    return warningsOf(pool).finally(() => pool.end())
  }
  expect(await pooled()).toContain('statements have no time limit and users have no quota')
  const { rows } = await database.pool.query<{ name: string }>('select current_database() as name')
  for (const setting of ["statement_timeout = '8s'", 'lisa.quota_bytes = 1000000'])
    await database.pool.query(`alter database "${rows[0]?.name}" set ${setting}`)
  expect(await pooled()).toBe('')
})
