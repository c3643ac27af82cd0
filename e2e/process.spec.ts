import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { freePort, temporaryDataDir } from './app'

const root = path.join(import.meta.dirname, '..')
const running = new Set<ChildProcess>()
let data: Awaited<ReturnType<typeof temporaryDataDir>>

test.beforeEach(async () => void (data = await temporaryDataDir()))
test.afterEach(async () => {
  for (const child of running) if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit')
  running.clear()
  await data.remove()
})

/** The app without npm around it, so that its own exit status can be seen. */
function start(env: Record<string, string>, ...args: string[]) {
  const child = spawn(process.execPath, ['server/start.mjs', ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, NODE_ENV: '', DATA_DIR: data.folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => void (output += String(chunk)))
  return {
    child,
    output: () => output,
    ready: () => expect.poll(() => output, { timeout: 120_000 }).toContain('Lisa is ready at'),
    ended: async () =>
      child.exitCode === null ? ((await once(child, 'close'))[0] as number) : child.exitCode,
  }
}

test('production says everything that is missing or wrong at once, and ends with status 1', async () => {
  const wrong = { SESSION_SECRET: 'short', APP_URL: 'http://lisa.example.org' }
  const app = start({ NODE_ENV: 'production', INSTANCE: 'one', ...wrong })
  expect(await app.ended()).toBe(1)
  const lines = app.output().trim().split('\n')
  for (const line of lines) expect(JSON.parse(line)).toMatchObject({ level: 60, instance: 'one' })
  expect(lines.map((line) => JSON.parse(line).msg).sort()).toEqual([
    expect.stringMatching(/^APP_URL must be an https address/),
    'DATABASE_URL is required in production',
    'JWT_SECRET is required in production',
    'OIDC_CLIENT_ID is required in production',
    'OIDC_CLIENT_SECRET is required in production',
    'OIDC_ISSUER_URL is required in production',
    'SESSION_SECRET must be at least 32 characters long',
  ])
})

test('each good tick of the clock asks HEARTBEAT_URL, and its time is a metric', async () => {
  const beats: string[] = []
  const watcher = createHttpServer((req, res) => {
    beats.push(`${req.method} ${req.url}`)
    res.writeHead(beats.length === 1 ? 200 : 500).end('OK')
  }).listen(0, '127.0.0.1')
  await once(watcher, 'listening')
  const { port } = watcher.address() as AddressInfo
  const metricsPort = String(await freePort())
  const app = start({
    PORT: String(await freePort()),
    HEARTBEAT_URL: `http://127.0.0.1:${port}/ping/a-secret`,
    METRICS_PORT: metricsPort,
  })
  await app.ready()
  await expect.poll(() => beats).toEqual(['GET /ping/a-secret'])
  const metrics = await fetch(`http://127.0.0.1:${metricsPort}/metrics`)
  expect(metrics.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  const [, seconds] =
    /^lisa_reminders_last_good_tick_timestamp_seconds (\S+)$/m.exec(await metrics.text()) ?? []
  expect(Math.abs(Date.now() / 1_000 - Number(seconds))).toBeLessThan(120)
  expect((await fetch(`http://127.0.0.1:${metricsPort}/`)).status).toBe(404)
  expect(app.output()).not.toContain('a-secret')
  watcher.close()
})

test('a misspelt NODE_ENV, or local mode for other machines, is refused before anything listens', async () => {
  const port = String(await freePort())
  const network = { HOST: '0.0.0.0', APP_URL: 'https://lisa.example.org' }
  const faults = [/^HOST must be a loopback address/, /^APP_URL must be on a loopback host/]
  for (const [env, expected] of [
    [{ NODE_ENV: 'Production', ...network }, [/^NODE_ENV must be production/]],
    [{ NODE_ENV: 'development', ...network }, faults],
    [network, faults],
  ] as const) {
    const app = start({ PORT: port, ...env })
    expect(await app.ended()).toBe(1)
    expect(app.output().trim().split('\n')).toEqual(expected.map((fault) => expect.stringMatching(fault)))
  }

  const app = start({ PORT: port, ...network, LOCAL_ON_NETWORK: 'yes' })
  await app.ready()
  await expect
    .poll(app.output)
    .toContain(
      'LOCAL_ON_NETWORK=yes: anyone who reaches this server over the network can sign in as anyone and read the mails and texts it sends',
    )
})

test('migrating alone brings the database up to date, and ends with status 0', async () => {
  const app = start({ PORT: String(await freePort()) }, '--migrate-only')
  expect(await app.ended()).toBe(0)
  expect(app.output()).toContain('The database is up to date')
  expect(app.output()).not.toContain('Lisa is ready')
})

test('SIGTERM finishes what is under way, takes nothing new, and ends with status 0', async () => {
  const port = await freePort()
  const app = start({ PORT: String(port) })
  await app.ready()
  // Its body comes in two parts, with the signal between them.
  const url = `http://localhost:${port}`
  let send: (part?: string) => void = () => {}
  const body = new ReadableStream({
    start(controller) {
      send = (part) => (part ? controller.enqueue(new TextEncoder().encode(part)) : controller.close())
    },
  })
  send('email=ana%40example.org')
  const underWay = fetch(`${url}/dev-idp/token`, {
    method: 'POST',
    body,
    duplex: 'half',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  } as RequestInit)
  await expect.poll(async () => (await fetch(`${url}/healthz`)).status).toBe(200)
  app.child.kill('SIGTERM')
  await expect
    .poll(() =>
      fetch(`${url}/healthz`).then(
        () => 'open',
        () => 'closed',
      ),
    )
    .toBe('closed')
  send()
  expect((await underWay).status).toBe(400)
  expect(await app.ended()).toBe(0)
})

test('SIGTERM to npm start alone ends the app', async () => {
  const port = await freePort()
  const npm = spawn('npm', ['start'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: '', DATA_DIR: data.folder, PORT: String(port) },
    stdio: 'ignore',
    // A group of its own, in which nothing may be left.
    detached: true,
  })
  const health = () =>
    fetch(`http://localhost:${port}/healthz`).then(
      ({ status }) => status,
      () => 'closed',
    )
  await expect.poll(health, { timeout: 120_000 }).toBe(200)
  try {
    npm.kill('SIGTERM')
    await expect.poll(health).toBe('closed')
  } finally {
    if (npm.pid && (await health()) !== 'closed') process.kill(-npm.pid, 'SIGKILL')
  }
})

test(
  'a port that is taken, and data that another app uses, are said in a sentence',
  { tag: '@nightly' },
  async () => {
    const port = await freePort()
    const other = createServer().listen(port, '127.0.0.1')
    await once(other, 'listening')
    const late = start({ PORT: String(port) })
    expect(await late.ended()).toBe(1)
    expect(late.output()).toContain(`Port ${port} on 127.0.0.1 is taken by another program.`)
    other.close()

    const first = start({ PORT: String(port) })
    await first.ready()
    const second = start({ PORT: String(await freePort()) })
    expect(await second.ended()).toBe(1)
    expect(second.output()).toContain('data folder in use by PostgreSQL pid')
    expect((await fetch(`http://localhost:${port}/readyz`)).status).toBe(200)
    first.child.kill('SIGTERM')
    expect(await first.ended()).toBe(0)
  },
)
