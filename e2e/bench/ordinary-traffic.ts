import { setTimeout as wait } from 'node:timers/promises'
import { addDays } from '@shared/dates'
import { cookieOf } from './fixture'

const perSecond = 40
const patienceMs = 30_000

const today = new Date().toISOString().slice(0, 10)
const reads = ['/api/journal-entries?limit=30', '/api/goals', '/api/analytics/streak', '/api/auth/user']
/** What was answered, or happened, instead of a good answer, and how often. */
export const failures = new Map<string, number>()

// Each entry is of a day of its own.
let written = 0

/**
 * Reads and, every tenth time, a new entry of the first person at a fixed rate, whatever the answers take. The 99th
 * percentile in ms, each request counted from when it was due; one that fails takes for ever.
 */
export async function ordinaryP99(origin: string, seconds: number): Promise<number> {
  const begun = performance.now()
  const times: Promise<number>[] = []
  for (let n = 0; n < perSecond * seconds; n++) {
    const due = begun + (n * 1_000) / perSecond
    await wait(Math.max(0, due - performance.now()))
    const isCreate = n % 10 === 0
    times.push(
      (isCreate ? create(origin) : read(origin, reads[n % reads.length] ?? '')).then((isAnswered) =>
        isAnswered ? performance.now() - due : Infinity,
      ),
    )
  }
  const sorted = (await Promise.all(times)).sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length * 0.99)] ?? Infinity
}

const read = (origin: string, path: string) => isAnswered(origin + path, {})

const create = (origin: string) =>
  isAnswered(`${origin}/api/journal-entries`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: origin },
    body: JSON.stringify({
      entryDate: addDays(today, 10 + written++),
      mood: 'happy',
      gratitude1: 'The sun on the stairs',
      dailyEvents: 'A day like others. '.repeat(15),
    }),
  })

async function isAnswered(url: string, init: RequestInit): Promise<boolean> {
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), patienceMs)
  const failed = (why: string) => {
    failures.set(why, (failures.get(why) ?? 0) + 1)
    return false
  }
  try {
    const headers = { ...init.headers, Cookie: cookieOf(1) }
    const answer = await fetch(url, { ...init, headers, signal: abort.signal })
    await answer.arrayBuffer()
    return answer.ok || failed(String(answer.status))
  } catch {
    return failed(abort.signal.aborted ? 'too late' : 'no answer')
  } finally {
    clearTimeout(timer)
  }
}
