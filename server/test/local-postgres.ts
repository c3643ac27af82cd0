import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import { startPostgres } from '../local/postgres'
import { root } from '../root'
import { StartupError } from '../startup-error'
import { temporaryDataDir } from './data-dir'
import { query } from './sql'

/**
 * To create data, and to start and stop a server, takes seconds where nothing else runs. Each test file has to set them
 * itself (`vi.setConfig`): what this module did would hold for the first file of a worker only.
 */
export const timeLimits = { testTimeout: 120_000, hookTimeout: 120_000 }

export const asRoot = process.getuid?.() === 0

/** A data folder for the length of one test. */
export async function newDataDir() {
  const { folder, remove } = await temporaryDataDir()
  onTestFinished(remove)
  return folder
}

/** Starts PostgreSQL for the length of one test. */
export async function start(dataDir: string) {
  const server = await startPostgres({ dataDir, unsafeFast: true })
  onTestFinished(server.stop)
  return server
}

/** A process that runs `script` as an app would be run: in a process group of its own. */
export function run(script: string, dataDir: string) {
  const code = `
    import pg from 'pg'
    import { startPostgres } from './server/local/postgres.ts'
    const dataDir = process.argv[1]
    ${script}`
  const args = ['--import', 'tsx', '--input-type=module', '-e', code, dataDir]
  const app = spawn(process.execPath, args, {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void app.kill('SIGKILL'))
  const lines: string[] = []
  const output = createInterface({ input: app.stdout }).on('line', (line) => lines.push(line))
  const said = async (line: string) => {
    while (!lines.includes(line)) await once(output, 'line')
  }
  return { app, lines, said }
}

/** The sentence that an attempt is refused with. */
export async function refusalOf(attempt: Promise<unknown>): Promise<string> {
  const error = await attempt.catch((error: unknown) => error)
  if (error instanceof StartupError) return error.message
  throw new Error('It was not refused', { cause: error })
}

export const answers = async (url: string) => (await query(url, 'select')).rowCount === 1
export const rowsOf = async (url: string) =>
  (await query(url, 'select n from kept order by n')).rows as { n: number }[]
export const folderOf = (dataDir: string) => path.join(dataDir, 'postgres')
export const pidFileOf = (dataDir: string) => path.join(folderOf(dataDir), 'postmaster.pid')
export const pidOf = (dataDir: string) => parseInt(readFileSync(pidFileOf(dataDir), 'utf8'))
export const halfMade = (dataDir: string) => readdirSync(dataDir).filter((name) => name.includes('.new-'))
