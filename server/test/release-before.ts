import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { freePort } from './free-port'
import { newDataDir } from './local-postgres'
import { git, releaseBefore, unpackReleaseBefore } from './unpack-release'

/** Whether the version before can be tested. In CI it has to be: there a clone that lacks it fails the test. */
export function testsReleaseBefore(): boolean {
  if (process.env.CI || git('cat-file', '-e', `${releaseBefore}^{commit}`) !== undefined) return true
  console.log(`Not tested, because this clone lacks ${releaseBefore} (git fetch --unshallow --tags)`)
  return false
}

/** Starts the server of the version before, with settings that say where its database and its mail server are. */
export async function startReleaseBefore(settings: { DATABASE_URL: string; SMTP_URL: string }) {
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const folder = mkdtempSync(path.join(tmpdir(), 'lisa-release-before-'))
  onTestFinished(() => rmSync(folder, { recursive: true, maxRetries: 20 }))
  const server = spawn(process.execPath, ['--import', 'tsx', 'server/index.ts'], {
    cwd: unpackReleaseBefore(folder),
    env: {
      PATH: process.env.PATH,
      NODE_ENV: '',
      APP_URL: url,
      PORT: port,
      DATA_DIR: await newDataDir(),
      MAIL_FROM: 'lisa@lisa.test',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void server.kill('SIGKILL'))
  let output = ''
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  const outputWhileRunning = () => {
    if (server.exitCode !== null) throw new Error(output)
    return output
  }
  await expect.poll(outputWhileRunning, { timeout: 120_000 }).toContain('Lisa is ready at')
  return url
}
