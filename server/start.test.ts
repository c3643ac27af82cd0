import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { serverUser, type SystemUser } from './local/system-user'
import { root } from './root'

/** Stands in for Vite: "builds" by copying, counts its calls, and fails or waits when told to. */
const standInForVite = `
  import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
  const part = process.argv.includes('--ssr') ? 'server' : 'client'
  appendFileSync('builds', part + ' ' + process.env.NODE_ENV + '\\n')
  if (existsSync('broken-' + part)) process.exit(1)
  if (existsSync('slow')) setInterval(() => existsSync('slow') || process.exit(1), 20)
  else {
    mkdirSync('dist/' + part, { recursive: true })
    writeFileSync('dist/' + part + '/index.js', readFileSync('server/index.ts'))
  }`

// Each start runs several processes.
vi.setConfig({ testTimeout: 60_000 })

let project: string
const at = (name: string) => path.join(project, name)
const write = (name: string, content: string) => writeFileSync(at(name), content)
const builds = () => (existsSync(at('builds')) ? readFileSync(at('builds'), 'utf8').trim().split('\n') : [])
const bothBuilt = ['client production', 'server production']

beforeEach(async () => {
  project = await mkdtemp(path.join(tmpdir(), 'lisa-start-'))
  onTestFinished(() => rm(project, { recursive: true, force: true, maxRetries: 20 }))
  for (const folder of ['client', 'server', 'shared', 'node_modules/vite/bin'])
    await mkdir(at(folder), { recursive: true })
  for (const file of ['start.mjs', 'build.mjs'])
    await cp(path.join(root, 'server', file), at(`server/${file}`))
  write('package.json', '{ "type": "module" }')
  write('node_modules/vite/package.json', '{ "type": "module" }')
  write('node_modules/vite/bin/vite.js', standInForVite)
  write('server/index.ts', `console.log('Ready')`)
})

test('the first start builds, the next one does not', async () => {
  const first = await start()
  expect(first).toMatchObject({
    code: 0,
    said: expect.stringMatching(/^Building Lisa.*\nBuilt in .*\nReady\n$/),
  })
  expect(builds()).toEqual(bothBuilt)
  expect(await start()).toEqual({ code: 0, said: 'Ready\n' })
  expect(builds()).toEqual(bothBuilt)
})

test('changed sources are built again, tests and hidden files do not count', async () => {
  await start()
  write('server/index.test.ts', '')
  write('client/.index.html.swp', '')
  await start()
  expect(builds()).toHaveLength(2)

  write('server/index.ts', `console.log('Changed')`)
  expect((await start()).said).toContain('Changed')
  write('client/main.tsx', '')
  await start()
  expect(builds()).toHaveLength(6)
})

test('a build that failed or was killed is done again', async () => {
  write('broken-server', '')
  expect(await start()).toMatchObject({ code: 1, said: expect.stringContaining('Lisa could not be built') })
  await rm(at('broken-server'))

  write('slow', '')
  const { app } = run()
  await vi.waitFor(() => expect(builds()).toHaveLength(3), 30_000)
  app.kill('SIGKILL')
  await rm(at('slow'))

  expect((await start()).said).toContain('Ready')
  expect(builds().slice(3)).toEqual(bothBuilt)
})

test('one of two starts at once builds, and both run', async () => {
  const starts = await Promise.all([start(), start()])
  for (const { code, said } of starts) {
    expect(code).toBe(0)
    expect(said).toContain('Ready')
  }
  expect(builds()).toEqual(bothBuilt)
})

test('without Vite a finished build runs, and an unfinished one is explained', async () => {
  await start()
  await rm(at('node_modules'), { recursive: true })
  expect(await start()).toEqual({ code: 0, said: 'Ready\n' })

  write('server/index.ts', `console.log('Changed')`)
  expect(await start()).toMatchObject({
    code: 1,
    said: expect.stringContaining('run `npm ci` (without --omit=dev)'),
  })
})

test('a folder that cannot be written to is built elsewhere', async () => {
  await start()
  await chmod(at('dist'), 0o555)
  await chmod(project, 0o555)
  onTestFinished(() => chmod(project, 0o755).then(() => chmod(at('dist'), 0o755)))
  expect(await startAs(serverUser(project))).toEqual({ code: 0, said: 'Ready\n' })

  write('server/index.ts', `console.log('Changed')`)
  const { code, said } = await startAs(serverUser(project))
  expect(code).toBe(1)
  expect(said).toMatch(
    /^Lisa has to be built first, and .* cannot be written to \(EACCES\): run `npm run build`.*\n$/,
  )
  expect(builds()).toEqual(bothBuilt)
})

test('a build can be all that is asked for, and can run without its sources', async () => {
  expect((await start({}, '--build-only')).said).not.toContain('Ready')
  await rm(at('server/index.ts'))
  await rm(at('client'), { recursive: true })
  expect(await start()).toEqual({ code: 0, said: 'Ready\n' })
})

test('.env is read before all else, and what is set already wins', async () => {
  write('.env', 'FIRST=from the file\nSECOND=from the file\nNODE_ENV=development\n')
  write('server/index.ts', 'console.log(process.env.FIRST, process.env.SECOND, process.env.NODE_ENV)')
  const { said } = await start({ SECOND: 'from outside' })
  expect(said).toContain('from the file from outside development')
  expect(builds()).toEqual(bothBuilt)
})

test('SIGTERM reaches the app', async () => {
  write(
    'server/index.ts',
    `process.on('SIGTERM', () => process.exit(7)); setInterval(() => {}, 1000); console.log('Ready')`,
  )
  await start({}, '--build-only')
  const { app, output } = run()
  await once(app.stdout, 'data')
  app.kill('SIGTERM')
  expect(await once(app, 'exit')).toEqual([7, null])
  expect(await output).toBe('Ready\n')
})

function run(env: NodeJS.ProcessEnv = {}, args: string[] = [], user?: SystemUser) {
  const app = spawn(process.execPath, [at('server/start.mjs'), ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(user && { uid: user.uid, gid: user.gid }),
  })
  onTestFinished(() => void app.kill('SIGKILL'))
  return { app, output: text(app.stdout), errors: text(app.stderr) }
}

const start = (env?: NodeJS.ProcessEnv, ...args: string[]) => outcomeOf(run(env, args))
/** As another user, because root may write to any folder. */
const startAs = (user?: SystemUser) => outcomeOf(run({}, [], user))

async function outcomeOf({ app, output, errors }: ReturnType<typeof run>) {
  const [code] = await once(app, 'exit')
  return { code: code as number, said: (await output) + (await errors) }
}
