import { fork } from 'node:child_process'
import { once } from 'node:events'
import os from 'node:os'
import pg from 'pg'
import { freePort, temporaryDataDir } from '../app'
import { holdTo } from './cgroup'
import { createFixture } from './fixture'
import { median } from './load'
import { type Answers, load, type Load, readers, writers } from './overload-load'
import { startBuiltApp } from './programs'

/**
 * Measures the built app at saturation, and with four and eight times that many calls, one in five of them a save. It has
 * to refuse excess calls at once, so that it answers the others in time, memory does not grow and no confirmed save is
 * lost. Every round has to meet every target.
 */
const rounds = 3
const [seconds, overloadSeconds] = [8, 10]
const [saturating, overloading] = [48, 400]
const multiples = [4, 8]
const targets = { p99: 5, memory: 1.2, after: 2, lost: 1, read: 0.1, save: 0.1 }
/** A connection sends its next request once it has an answer. With less than this the figures say nothing. */
const leastOffered = 0.6
/** The app's share of a core; PostgreSQL and the load get the rest. */
const shareOfApp = 0.3

const data = await temporaryDataDir()
const fixture = await createFixture(data.folder, [
  ...Array<number>(readers).fill(30),
  ...Array<number>(writers).fill(0),
])
const metricsPort = await freePort()
const app = await startBuiltApp(fixture.url, {
  env: { METRICS_PORT: String(metricsPort), LOG_LEVEL: 'warn', TRUST_PROXY: '1' },
})
const database = new pg.Client({ connectionString: fixture.url })
await database.connect()
const removeLimit = app.pid === undefined ? undefined : holdTo(shareOfApp, app.pid)

async function metric(name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
}
const memory = () => metric('process_resident_memory_bytes')
const processorTime = () => metric('process_cpu_seconds_total')

/** Sends the load from a process of its own, which has the lowest priority if no cgroup limits the app. */
async function flood(options: Load) {
  const child = fork('e2e/bench/flood.ts', [app.url, JSON.stringify(options)], {
    execArgv: ['--import', 'tsx'],
  })
  if (child.pid && !removeLimit) os.setPriority(child.pid, os.constants.priority.PRIORITY_LOW)
  const failed = new Promise<never>((_, reject) => {
    child.once('exit', (status) => status && reject(new Error(`The load ended with ${status}`)))
  })
  const message = () => Promise.race([once(child, 'message'), failed])
  await message()
  return { answers: message().then(([answers]) => answers as Answers) }
}

let saved = 0
const faults: string[] = []

/** Sends the load, and a few calls from this process, which does little else, to measure how long they wait. */
async function both(options: Load) {
  const flooding = await flood(options)
  const few = await load(app.url, { connections: 4, duration: options.duration, writes: options.writes })
  const many = await flooding.answers
  saved += few.saved + many.saved
  faults.push(...few.faults, ...many.faults)
  return {
    answeredPerSecond: few.answeredPerSecond + many.answeredPerSecond,
    refusedPerSecond: few.refusedPerSecond + many.refusedPerSecond,
    refused: few.refused + many.refused,
    p99: few.p99,
  }
}

async function round(multiple: number) {
  const full = await both({ connections: saturating, duration: seconds })
  const over = {
    connections: overloading,
    overallRate: Math.round(multiple * full.answeredPerSecond),
    duration: overloadSeconds,
  }
  await both(over)
  const before = await memory()
  const overloaded = await both(over)
  const grown = (await memory()) / before
  const after = await both({ connections: saturating, duration: seconds })
  return {
    p99: overloaded.p99 / full.p99,
    answered: overloaded.answeredPerSecond / full.answeredPerSecond,
    offered: (overloaded.answeredPerSecond + overloaded.refusedPerSecond) / full.answeredPerSecond / multiple,
    memory: grown,
    after: after.p99 / full.p99,
  }
}

/** The processor time of a refusal while every statement is blocked, relative to that of an answer. */
async function costs() {
  const cost = async (options: Load, of: 'answered' | 'refused') => {
    const before = await processorTime()
    const result = await both(options)
    const spent = (await processorTime()) - before
    return spent / (of === 'answered' ? result.answeredPerSecond * options.duration : result.refused)
  }
  const refused = async (writes: Load['writes']) => {
    await database.query('begin')
    await database.query('lock table sessions in access exclusive mode')
    const measured = cost({ connections: overloading, duration: 4, writes }, 'refused')
    return measured.finally(() => database.query('rollback'))
  }
  const read = await cost({ connections: saturating, duration: 4, writes: 'none' }, 'answered')
  const save = await cost({ connections: saturating, duration: 4, writes: 'all' }, 'answered')
  return { read: (await refused('none')) / read, save: (await refused('all')) / save }
}

function print(name: string, value: number, target?: number) {
  const isMet = target === undefined || value < target
  if (!isMet) process.exitCode = 1
  console.log(
    `${isMet ? ' ' : '!'} ${name.padEnd(44)}${value.toFixed(2).padStart(8)}${String(target ?? '').padStart(8)}`,
  )
}

try {
  console.log(
    removeLimit
      ? `A cgroup limits the app to ${shareOfApp} of a core.`
      : 'No cgroup can be used: the load has the lowest priority instead.',
  )
  await both({ connections: saturating, duration: 4 })
  console.log(`  ${'overloaded / saturated'.padEnd(44)}${'ratio'.padStart(8)}${'target'.padStart(8)}`)
  for (const multiple of multiples) {
    const measured: Awaited<ReturnType<typeof round>>[] = []
    for (let i = 0; i < rounds; i++) measured.push(await round(multiple))
    const all = (figure: keyof (typeof measured)[number]) => measured.map((one) => one[figure])
    print(`${multiple} times: p99 of answered calls, worst round`, Math.max(...all('p99')), targets.p99)
    print(`${multiple} times: memory relative to before, worst`, Math.max(...all('memory')), targets.memory)
    print(`${multiple} times: p99 in the 8 s afterwards, worst`, Math.max(...all('after')), targets.after)
    print(`${multiple} times: answered a second`, median(all('answered')))
    const offered = Math.min(...all('offered'))
    print(`${multiple} times: share of the planned load offered`, offered)
    if (offered < leastOffered)
      faults.push(`Only ${(offered * multiple).toFixed(1)} times the load was offered`)
  }
  const { read, save } = await costs()
  print('processor time: refused read / answered read', read, targets.read)
  print('processor time: refused save / answered save', save, targets.save)
  const { rows } = await database.query<{ stored: number }>(
    `select count(*)::int as stored from goals where title ~ '^Goal [0-9]+$' and description like 'What I want to do.%'`,
  )
  print(`confirmed goals lost, of ${saved}`, Math.max(0, saved - (rows[0]?.stored ?? 0)), targets.lost)
  for (const fault of faults) {
    process.exitCode = 1
    console.log(`! ${fault}`)
  }
} finally {
  await database.end()
  await app.stop()
  removeLimit?.()
  await fixture.stop()
  await data.remove()
}
