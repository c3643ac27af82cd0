import autocannon from 'autocannon'
import { cookieOf } from './fixture'

export const people = 200
const paths = ['/api/goals', '/api/journal-entries?limit=7', '/api/analytics/streak', '/api/auth/user']

export type Load = { connections: number; duration: number; overallRate?: number }
export type Answers = { answeredPerSecond: number; refusedPerSecond: number; p99: number; faults: string[] }

let turn = 0
const next = () => {
  const person = (turn % people) + 1
  // Each has an address of its own, as people do.
  const headers = { cookie: cookieOf(person), 'x-forwarded-for': `10.0.0.${person}` }
  return { path: paths[turn++ % paths.length], headers }
}

/** What many people who read get from the app at `url`; `p99` is that of the answered requests, in milliseconds. */
export async function load(url: string, options: Load): Promise<Answers> {
  const answered: number[] = []
  const statuses = new Map<number, number>()
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const setupRequest = (request: autocannon.Request) => ({ ...request, ...next() })
    const instance = autocannon({ url, ...options, requests: [{ setupRequest }] }, (error, result) =>
      error ? reject(error as Error) : resolve(result),
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
