import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from '@playwright/test'
import { freePort, startApp, temporaryDataDir } from './app'

const root = path.join(import.meta.dirname, '..')

test('when the local PostgreSQL is killed the app ends with a sentence, and the next start has everything', async () => {
  const { folder, remove } = await temporaryDataDir()
  const port = await freePort()
  const app = spawn(process.execPath, ['server/start.mjs'], {
    cwd: root,
    env: { PATH: process.env.PATH, NODE_ENV: '', DATA_DIR: folder, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  try {
    const said = text(app.stderr)
    const isReady = () =>
      fetch(`http://localhost:${port}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
    await expect.poll(isReady, { timeout: 120_000 }).toBe(true)
    const pidFile = path.join(folder, 'postgres/postmaster.pid')
    process.kill(parseInt(readFileSync(pidFile, 'utf8')), 'SIGKILL')
    expect((await once(app, 'exit'))[0]).toBe(1)
    expect(await said).toMatch(
      /^The PostgreSQL that Lisa runs on .* has ended \(SIGKILL\)\..* start Lisa again\.$/m,
    )

    const next = await startApp(folder, port)
    expect(await isReady()).toBe(true)
    await next.signal('SIGTERM')
  } finally {
    app.kill('SIGKILL')
    await remove()
  }
})
