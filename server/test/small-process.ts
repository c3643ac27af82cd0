import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import type { AppContext } from '../context'
import { root } from '../root'

/** The API in a process with a heap of 64 MB, for the rest of a test. */
export async function startSmallProcess({ pool }: Pick<AppContext, 'pool'>): Promise<string> {
  const databaseUrl = pool.options.connectionString
  const args = ['--max-old-space-size=64', '--import', 'tsx', 'server/test/app-instance.ts']
  const instance = spawn(process.execPath, [...args, JSON.stringify({ databaseUrl })], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void instance.kill('SIGKILL'))
  const [port] = await once(instance.stdout, 'data')
  return `http://127.0.0.1:${Number(port)}`
}
