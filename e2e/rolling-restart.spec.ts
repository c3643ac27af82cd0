import { expect, test } from '@playwright/test'
import pg from 'pg'
import { runningVersion } from '../server/version'
import { startProduction } from './production'

test(
  'SIGTERM in production takes the instance out while it still serves, and a stuck request does not spoil the exit',
  { tag: '@nightly' },
  async () => {
    const app = await startProduction({ env: { INSTANCE: 'one' } })
    const { url, child, probe } = app
    const locker = new pg.Client({ connectionString: app.databaseUrl })
    try {
      await locker.connect()
      await locker.query('begin; lock table users in access exclusive mode')
      const stuck = fetch(`${url}/api/auth/login`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ email: 'ana@example.org', password: 'a password' }),
      }).catch(() => 'cut off')
      // The job of the minute may wait beside it.
      await expect
        .poll(async () => (await locker.query('select 1 from pg_locks where not granted')).rowCount)
        .toBeGreaterThan(0)
      child.kill('SIGTERM')
      await expect.poll(() => probe('/readyz')).toBe('503 close')
      expect(await probe('/healthz')).toBe('200 close')
      await expect.poll(() => probe('/healthz')).toBe('refused')
      expect(await app.exit).toEqual([0, null])
      await stuck
      const lines = app.output().trim().split('\n')
      for (const line of lines)
        expect(JSON.parse(line)).toMatchObject({ time: expect.any(Number), instance: 'one' })
      expect(JSON.parse(lines[0] ?? '')).toMatchObject({
        msg: 'Lisa is ready at https://lisa.example.org',
        ...runningVersion(),
      })
    } finally {
      await locker.end()
      await app.remove()
    }
  },
)
