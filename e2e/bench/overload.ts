import autocannon from 'autocannon'
import { freePort, temporaryDataDir } from '../app'
import { cookieOf, createFixture } from './fixture'
import { median } from './load'
import { startBuiltApp } from './programs'

/**
 * Measures the built app at saturation and at four times that rate. Excess requests have to be refused at once, so that
 * the others are answered in time and memory does not grow. The result is the median of the ratios within each
 * round.
 */
const rounds = 3
const [seconds, overloadSeconds] = [5, 15]
const [saturating, overloading] = [64, 400]
const targets = { p99: 5, memory: 1.2 }

const people = 200
const paths = ['/api/goals', '/api/journal-entries?limit=7', '/api/analytics/streak', '/api/auth/user']
const data = await temporaryDataDir()
const fixture = await createFixture(data.folder, Array<number>(people).fill(30))
const metricsPort = await freePort()
const app = await startBuiltApp(fixture.url, {
  env: { METRICS_PORT: String(metricsPort), LOG_LEVEL: 'warn' },
})

async function memory(): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1])
}

let turn = 0
const next = () => ({
  path: paths[turn % paths.length],
  headers: { cookie: cookieOf((turn++ % people) + 1) },
})

type Load = { connections: number; duration: number; overallRate?: number }

async function load(options: Load) {
  const answered: number[] = []
  const statuses = new Map<number, number>()
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const setupRequest = (request: autocannon.Request) => ({ ...request, ...next() })
    const instance = autocannon(
      { url: app.url, ...options, requests: [{ setupRequest }] },
      (error, result) => (error ? reject(error as Error) : resolve(result)),
    )
    instance.on('response', (_client, status, _bytes, ms) => {
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status === 200) answered.push(ms)
    })
  })
  answered.sort((a, b) => a - b)
  const others = [...statuses].filter(([status]) => status !== 200 && status !== 503)
  if (result.errors) others.push([0, result.errors])
  return {
    answeredPerSecond: answered.length / result.duration,
    refusedPerSecond: (statuses.get(503) ?? 0) / result.duration,
    p99: answered[Math.floor(answered.length * 0.99)] ?? Infinity,
    faults: others.map(([status, times]) => `${times} × ${status || 'no answer'}`),
  }
}

async function round() {
  const full = await load({ connections: saturating, duration: seconds })
  const offered = Math.round(4 * full.answeredPerSecond)
  const over = { connections: overloading, overallRate: offered }
  await load({ ...over, duration: overloadSeconds })
  const before = await memory()
  const overloaded = await load({ ...over, duration: overloadSeconds })
  const grown = (await memory()) / before
  const after = await load({ connections: saturating, duration: seconds })
  return {
    p99: overloaded.p99 / full.p99,
    answered: overloaded.answeredPerSecond / full.answeredPerSecond,
    refused: overloaded.refusedPerSecond / full.answeredPerSecond,
    memory: grown,
    after: after.p99 / full.p99,
    faults: [...full.faults, ...overloaded.faults, ...after.faults],
  }
}

try {
  await load({ connections: saturating, duration: 2 })
  const measured: Awaited<ReturnType<typeof round>>[] = []
  for (let i = 0; i < rounds; i++) measured.push(await round())
  const of = (figure: 'p99' | 'answered' | 'refused' | 'memory' | 'after') =>
    median(measured.map((one) => one[figure]))
  const print = (name: string, value: number, target?: number) => {
    const isMet = target === undefined || value < target
    if (!isMet) process.exitCode = 1
    console.log(
      `${isMet ? ' ' : '!'} ${name.padEnd(34)}${value.toFixed(2).padStart(8)}${String(target ?? '').padStart(8)}`,
    )
  }
  console.log(`  ${'overloaded / saturated'.padEnd(34)}${'ratio'.padStart(8)}${'target'.padStart(8)}`)
  print('p99 of answered requests', of('p99'), targets.p99)
  print('memory, of that 15 s earlier', of('memory'), targets.memory)
  print('answered a second', of('answered'))
  print('refused a second, of saturation', of('refused'))
  print('p99 afterwards', of('after'))
  for (const fault of measured.flatMap(({ faults }) => faults)) {
    process.exitCode = 1
    console.log(`! ${fault}`)
  }
} finally {
  await app.stop()
  await fixture.stop()
  await data.remove()
}
