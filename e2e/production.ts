import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { expect } from '@playwright/test'
import { startPostgres } from '../server/local/postgres'
import { freePort, temporaryDataDir } from './app'
import { productionSettings } from './bench/programs'

/** The built app in production mode, over a database of its own, without npm around it; resolves once it is ready. */
export async function startProduction({
  env = {},
  stdout = 'pipe',
}: { env?: Record<string, string>; stdout?: 'pipe' | number } = {}) {
  const { folder, remove } = await temporaryDataDir()
  const postgres = await startPostgres({ dataDir: folder })
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, ['server/start.mjs'], {
    cwd: path.join(import.meta.dirname, '..'),
    env: {
      PATH: process.env.PATH,
      ...productionSettings(postgres.url),
      HOST: '127.0.0.1',
      PORT: String(port),
      APP_URL: 'https://lisa.example.org',
      ...env,
    },
    stdio: ['ignore', stdout, 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => void (output += String(chunk)))
  const exit = once(child, 'exit')
  /** The status of an answer, and whether the connection stays open. */
  const probe = (path: string) =>
    fetch(url + path).then(
      ({ status, headers }) => `${status} ${headers.get('connection')}`,
      () => 'refused',
    )
  await expect.poll(() => probe('/readyz'), { timeout: 60_000 }).toBe('200 keep-alive')
  return {
    url,
    databaseUrl: postgres.url,
    child,
    exit,
    probe,
    output: () => output,
    async remove() {
      child.kill('SIGKILL')
      await postgres.stop()
      await remove()
    },
  }
}
