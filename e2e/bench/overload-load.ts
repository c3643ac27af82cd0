import autocannon from 'autocannon'
import { cookieOf } from './fixture'

/** Some people read and others write, so that the answers to reads do not grow. */
export const [readers, writers] = [200, 200]
const paths = ['/api/goals', '/api/journal-entries?limit=7', '/api/analytics/streak', '/api/auth/user']

/** One call in five writes, unless `writes` says that all or none do. */
export type Load = { connections: number; duration: number; overallRate?: number; writes?: 'all' | 'none' }
export type Answers = {
  answeredPerSecond: number
  refused: number
  refusedPerSecond: number
  saved: number
  p99: number
  faults: string[]
}

let turn = 0
function next(origin: string, isWrite: boolean): autocannon.Request {
  const n = turn++
  const person = isWrite ? readers + (n % writers) + 1 : (n % readers) + 1
  // Each has an address of its own, as people do.
  const headers = { cookie: cookieOf(person), 'x-forwarded-for': `10.0.0.${person}` }
  if (!isWrite) return { method: 'GET', path: paths[n % paths.length], headers, body: undefined }
  return {
    method: 'POST',
    path: '/api/goals',
    headers: { ...headers, origin, 'content-type': 'application/json' },
    body: JSON.stringify({
      title: `Goal ${n}`,
      description: 'What I want to do. '.repeat(20),
      timeline: 'monthly',
    }),
  }
}

/** What many people get from the app at `url`; `p99` is that of the answered calls, in milliseconds. */
export async function load(url: string, { writes, ...options }: Load): Promise<Answers> {
  const answered: number[] = []
  const statuses = new Map<number, number>()
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const setupRequest = (request: autocannon.Request) => ({
      ...request,
      ...next(url, writes === 'all' || (writes !== 'none' && turn % 5 === 0)),
    })
    const instance = autocannon({ url, ...options, requests: [{ setupRequest }] }, (error, result) =>
      error ? reject(error as Error) : resolve(result),
    )
    instance.on('response', (_client, status, _bytes, ms) => {
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status === 200 || status === 201) answered.push(ms)
    })
  })
  answered.sort((a, b) => a - b)
  const others = [...statuses].filter(([status]) => ![200, 201, 503].includes(status))
  if (result.errors) others.push([0, result.errors])
  const refused = statuses.get(503) ?? 0
  return {
    answeredPerSecond: answered.length / result.duration,
    refused,
    refusedPerSecond: refused / result.duration,
    saved: statuses.get(201) ?? 0,
    p99: answered[Math.floor(answered.length * 0.99)] ?? Infinity,
    faults: others.map(([status, times]) => `${times} × ${status || 'no answer'}`),
  }
}
