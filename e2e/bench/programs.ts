import { spawn } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import { freePort } from '../app'
import { root } from '../../server/root'
import { secrets } from './fixture'

/** A program of its own that serves HTTP; resolves once it answers. */
export async function startProgram(
  args: string[],
  env: Record<string, string>,
  { cwd = root, stdout = 'ignore' }: { cwd?: string; stdout?: number | 'ignore' } = {},
) {
  const port = Number(env.PORT ?? (await freePort()))
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, PORT: String(port), APP_URL: url, ...env },
    stdio: ['ignore', stdout, 'inherit'],
  })
  while (!(await fetch(`${url}/healthz`).catch(() => undefined))) {
    if (child.exitCode !== null) throw new Error(`${args.join(' ')} ended with ${child.exitCode}`)
    await setTimeout(50)
  }
  const isRunning = () => child.exitCode === null && child.signalCode === null
  const stop = async () => {
    if (isRunning()) await new Promise((resolve) => child.once('exit', resolve).kill())
  }
  return { url, pid: child.pid, stop, isRunning }
}

/** What the built app needs in production mode. */
export const productionSettings = (databaseUrl: string) => ({
  NODE_ENV: 'production',
  DATABASE_URL: databaseUrl,
  SESSION_SECRET: secrets.session,
  JWT_SECRET: secrets.jwt,
  OIDC_ISSUER_URL: 'http://127.0.0.1:1',
  OIDC_CLIENT_ID: 'lisa',
  OIDC_CLIENT_SECRET: 'nobody signs in',
})

type AppOptions = {
  nodeArgs?: string[]
  env?: Record<string, string>
  /** The folder of another version, which runs from its sources. */
  sources?: string
  /** File descriptor of the log. */
  stdout?: number
}

export const fromSources = ['--import', 'tsx', 'server/index.ts']

/** The built app in production mode, over the given database. */
export const startBuiltApp = (
  databaseUrl: string,
  { nodeArgs = [], env = {}, sources, stdout }: AppOptions = {},
) =>
  startProgram(
    [...nodeArgs, ...(sources ? fromSources : ['dist/server/index.js'])],
    { ...productionSettings(databaseUrl), HOST: '127.0.0.1', REMINDERS: 'off', ...env },
    { cwd: sources, stdout },
  )
