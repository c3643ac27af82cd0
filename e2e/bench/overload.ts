import { fork } from 'node:child_process'
import { once } from 'node:events'
import os from 'node:os'
import { freePort, temporaryDataDir } from '../app'
import { createFixture } from './fixture'
import { median } from './load'
import { load, people, type Answers, type Load } from './overload-load'
import { startBuiltApp } from './programs'

/**
 * Measures the built app at saturation and when four times that many requests are offered. Excess requests have to be
 * refused at once, so that the others are answered in time and memory does not grow. The result is the median of the
 * ratios within each round.
 */
const rounds = 3
const [seconds, overloadSeconds] = [8, 15]
const [saturating, overloading] = [64, 400]
const targets = { p99: 5, memory: 1.2 }
/** With less, the load had too little processor time of its own, and the figures say nothing. */
const leastOffered = 3.5

const data = await temporaryDataDir()
const fixture = await createFixture(data.folder, Array<number>(people).fill(30))
const metricsPort = await freePort()
const app = await startBuiltApp(fixture.url, {
  env: { METRICS_PORT: String(metricsPort), LOG_LEVEL: 'warn', TRUST_PROXY: '1' },
})

async function memory(): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1])
}

/** The many, in a process that gets the processor time that nobody else wants, as if they were on machines of their own. */
async function flood(options: Load) {
  const child = fork('e2e/bench/flood.ts', [app.url, JSON.stringify(options)], {
    execArgv: ['--import', 'tsx'],
  })
  if (child.pid) os.setPriority(child.pid, os.constants.priority.PRIORITY_LOW)
  const failed = new Promise<never>((_, reject) => {
    child.once('exit', (status) => status && reject(new Error(`The load ended with ${status}`)))
  })
  const message = () => Promise.race([once(child, 'message'), failed])
  await message()
  return { answers: message().then(([answers]) => answers as Answers) }
}

/** The few among the many, whose waiting is measured, in this process, which does little else. */
const sample = (duration: number) => load(app.url, { connections: 4, duration })

async function both(options: Load) {
  const flooding = await flood(options)
  const [few, many] = await Promise.all([sample(options.duration), flooding.answers])
  return {
    answeredPerSecond: few.answeredPerSecond + many.answeredPerSecond,
    refusedPerSecond: few.refusedPerSecond + many.refusedPerSecond,
    p99: few.p99,
    faults: [...few.faults, ...many.faults],
  }
}

async function round() {
  const full = await both({ connections: saturating, duration: seconds })
  const offered = Math.round(4 * full.answeredPerSecond)
  const over = { connections: overloading, overallRate: offered }
  await both({ ...over, duration: overloadSeconds })
  const before = await memory()
  const overloaded = await both({ ...over, duration: overloadSeconds })
  const grown = (await memory()) / before
  const after = await both({ connections: saturating, duration: seconds })
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
  await both({ connections: saturating, duration: 4 })
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
  const offered = of('answered') + of('refused')
  if (offered < leastOffered) {
    process.exitCode = 1
    console.log(`! Only ${offered.toFixed(1)} times the load of saturation was offered`)
  }
  for (const fault of measured.flatMap(({ faults }) => faults)) {
    process.exitCode = 1
    console.log(`! ${fault}`)
  }
} finally {
  await app.stop()
  await fixture.stop()
  await data.remove()
}
