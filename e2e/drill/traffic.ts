import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { cookieOf } from '../bench/fixture'
import type { Row } from './drill'

const perSecond = 25
const patienceMs = 15_000
/** The number of users that `addPeople` signs in. */
export const people = 40

const reads = ['/api/goals', '/api/journal-entries?limit=7', '/api/auth/user']

/** Sends requests at a fixed rate, whatever their results; every third one creates a goal of 6 kB. None is retried. */
export function beginTraffic(origin: string) {
  const over = new AbortController()
  const underWay: Promise<void>[] = []
  const acknowledged = new Set<string>()
  const failures: { due: number; why: string }[] = []
  const waits: { due: number; ms: number }[] = []
  let [sent, lastFailure, lastAnswer] = [0, 0, 0]

  async function send(n: number, due: number) {
    const title = `Drill ${process.pid}-${due.toFixed(0)}-${n}`
    const isWrite = n % 3 === 0
    // Random text, which does not compress and so needs space on the disk.
    const goal = { title, timeline: 'monthly', description: randomBytes(4_500).toString('base64') }
    const asked = performance.now()
    const why = isWrite
      ? await ask(origin, '/api/goals', n, { method: 'POST', body: JSON.stringify(goal) })
      : await ask(origin, reads[n % reads.length] ?? '', n)
    waits.push({ due, ms: performance.now() - asked })
    if (why) {
      lastFailure = performance.now()
      failures.push({ due, why })
      return
    }
    lastAnswer = performance.now()
    if (isWrite) acknowledged.add(title)
  }

  const sending = (async () => {
    const begun = performance.now()
    while (!over.signal.aborted) {
      const due = begun + (sent * 1_000) / perSecond
      await wait(Math.max(0, due - performance.now()))
      underWay.push(send(sent++, due))
    }
    await Promise.all(underWay)
  })()

  return {
    now: () => performance.now(),
    acknowledged,
    /** The longest wait of the requests since then. */
    slowestSince: (since: number) => Math.max(0, ...waits.map(({ due, ms }) => (due < since ? 0 : ms))),
    /** Resolves when no request has failed for `quietMs`, or after `limitMs`. */
    async untilWell(limitMs: number, quietMs = 5_000): Promise<void> {
      const begun = performance.now()
      while (
        performance.now() - Math.max(begun, lastFailure) < quietMs ||
        performance.now() - lastAnswer > 1_000
      ) {
        if (performance.now() - begun > limitMs) return
        await wait(100)
      }
    },
    /** `since`: when the fault began or ended. `databaseUrl`: the database that has to hold the acknowledged goals. */
    async end(drill: string, databaseUrl: string, since?: number): Promise<Row> {
      over.abort()
      await sending
      const stored = await titlesIn(databaseUrl)
      const last = Math.max(...failures.map(({ due }) => due))
      const lost = [...acknowledged].filter((title) => !stored.has(title)).length
      return {
        drill,
        requests: sent,
        failed: failures.length,
        acknowledged: acknowledged.size,
        lost,
        seconds: since === undefined ? undefined : Math.max(0, last - since) / 1_000 || 0,
        faults: lost ? ['what was acknowledged is lost'] : [],
      }
    },
    /** The reasons of the failures, and how often each occurred. */
    reasons() {
      const times = new Map<string, number>()
      for (const { why } of failures) times.set(why, (times.get(why) ?? 0) + 1)
      return [...times].map(([why, count]) => `${count} × ${why}`).join(', ')
    },
  }
}

/** Sends a request. Resolves with the reason if it fails. */
async function ask(
  origin: string,
  path: string,
  n: number,
  init: RequestInit = {},
): Promise<string | undefined> {
  try {
    const answer = await fetch(origin + path, {
      ...init,
      headers: { Cookie: cookieOf((n % people) + 1), Origin: origin, 'Content-Type': 'application/json' },
      signal: AbortSignal.timeout(patienceMs),
    })
    await answer.arrayBuffer()
    return answer.ok ? undefined : String(answer.status)
  } catch (error) {
    const { name, message, cause } = error as Error
    return name === 'TimeoutError' ? 'no answer' : String((cause as { code?: string })?.code ?? message)
  }
}

async function titlesIn(databaseUrl: string): Promise<Set<string>> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ title: string }>(`select title from goals where title like 'Drill %'`)
  await client.end()
  return new Set(rows.map(({ title }) => title))
}
