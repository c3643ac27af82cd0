import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { root } from '../root'
import { freePort } from './free-port'
import { newDataDir } from './local-postgres'

function git(...args: string[]) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}

/** The newest version before this commit; 1.0.0 where the clone has no tag. */
const releaseBefore =
  git('describe', '--tags', '--match=v*', '--abbrev=0', 'HEAD^') ?? '95ab9633bd1cc555ed9924d724156e6a1de9a192'

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
  const server = spawn(process.execPath, ['--import', 'tsx', 'server/index.ts'], {
    cwd: unpackReleaseBefore(),
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

/** With the packages of this version, since they hardly differ and installing others takes minutes. */
function unpackReleaseBefore() {
  const folder = mkdtempSync(path.join(tmpdir(), 'lisa-release-before-'))
  onTestFinished(() => rmSync(folder, { recursive: true, maxRetries: 20 }))
  const files = ['package.json', 'tsconfig.json', 'server', 'shared', 'migrations']
  const archive = execFileSync('git', ['archive', releaseBefore, ...files], { cwd: root, maxBuffer: 1e9 })
  execFileSync('tar', ['--extract', '--directory', folder], { input: archive })
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  // In the place of the built client, which nobody opens.
  const client = path.join(folder, 'dist/client')
  mkdirSync(path.join(client, '.vite'), { recursive: true })
  writeFileSync(path.join(client, '.vite/manifest.json'), '{}')
  for (const page of ['index.html', 'signed-out.html']) writeFileSync(path.join(client, page), '')
  return folder
}
