import { spawnSync } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { root } from '../../server/root'
import { freePort } from '../app'
import { fromSources, productionSettings, startBuiltApp } from '../bench/programs'
import { until } from './programs'

type Settings = Record<string, string>

/** Runs the built app to its end, or another version from its sources, and returns what it printed. */
export function runLisa(databaseUrl: string, arg: string, sources?: string) {
  const program = sources ? fromSources : ['dist/server/index.js']
  const { status, stdout, stderr } = spawnSync(process.execPath, [...program, arg], {
    cwd: sources ?? root,
    encoding: 'utf8',
    timeout: 60_000,
    env: {
      PATH: process.env.PATH,
      ...productionSettings(databaseUrl),
      APP_URL: 'http://127.0.0.1:3000',
    },
  })
  return { status, output: stdout + stderr }
}

export function migrate(databaseUrl: string, sources?: string) {
  const { status, output } = runLisa(databaseUrl, '--migrate-only', sources)
  if (status !== 0) throw new Error(`The migration ended with ${status}:\n${output}`)
}

/** Starts the built app, or another version from its sources, and waits until it is ready. */
export async function startLisa(
  databaseUrl: string,
  settings: Settings = {},
  options: { sources?: string; stdout?: number } = {},
) {
  const PORT = settings.PORT ?? String(await freePort())
  const app = await startBuiltApp(databaseUrl, { ...options, env: { LOG_LEVEL: 'error', ...settings, PORT } })
  await untilReady(`http://127.0.0.1:${PORT}`)
  // A process that has just started is slower.
  await wait(500)
  return app
}

const untilReady = (origin: string) =>
  until('Starting Lisa', async () => (await fetch(`${origin}/readyz`)).ok)
