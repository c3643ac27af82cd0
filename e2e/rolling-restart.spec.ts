import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import pg from 'pg'
import { startPostgres } from '../server/local/postgres'
import { runningVersion } from '../server/version'
import { freePort, temporaryDataDir } from './app'

const secret = (kind: string) => `a ${kind} secret of 32 characters and more`

test('SIGTERM in production takes the instance out while it still serves, and a stuck request does not spoil the exit', async () => {
  const { folder, remove } = await temporaryDataDir()
  const postgres = await startPostgres({ dataDir: folder })
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, ['server/start.mjs'], {
    cwd: path.join(import.meta.dirname, '..'),
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      APP_URL: 'https://lisa.example.org',
      DATABASE_URL: postgres.url,
      OIDC_ISSUER_URL: 'http://127.0.0.1:1',
      OIDC_CLIENT_ID: 'lisa',
      OIDC_CLIENT_SECRET: 'a client secret',
      SESSION_SECRET: secret('session'),
      JWT_SECRET: secret('token'),
      INSTANCE: 'one',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => void (output += String(chunk)))
  const exit = once(child, 'exit')
  const locker = new pg.Client({ connectionString: postgres.url })
  try {
    const probe = (path: string) =>
      fetch(url + path).then(
        ({ status, headers }) => `${status} ${headers.get('connection')}`,
        () => 'refused',
      )
    await expect.poll(() => probe('/readyz'), { timeout: 60_000 }).toBe('200 keep-alive')
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
    expect(await exit).toEqual([0, null])
    await stuck
    const lines = output.trim().split('\n')
    for (const line of lines)
      expect(JSON.parse(line)).toMatchObject({ time: expect.any(Number), instance: 'one' })
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      msg: 'Lisa is ready at https://lisa.example.org',
      ...runningVersion(),
    })
  } finally {
    child.kill('SIGKILL')
    await locker.end()
    await postgres.stop()
    await remove()
  }
})
