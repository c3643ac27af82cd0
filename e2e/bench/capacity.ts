import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Request } from 'autocannon'
import pg from 'pg'
import { addDays } from '@shared/dates'
import { temporaryDataDir } from '../app'
import { cookieOf, createFixture } from './fixture'
import { load, median } from './load'
import { startBuiltApp } from './programs'
import { timeOfWave } from './wave'
import { bytesOfYear } from './year'

/**
 * Measures the figures of docs/scale.md: the processor time of a request in the app and in PostgreSQL, over a user's day,
 * the bytes of a user's year, and the time to create the deliveries of all due users. Linux only: it reads /proc.
 */
const people = 200
const rounds = 5
const seconds = 4
const requestsADay = 20
/** The share of a core that may be used in the busiest hour, and the share of a day's requests that come in that hour. */
const [share, busiestHour] = [0.5, 0.2]

const today = new Date().toISOString().slice(0, 10)
const day: string[] = [
  '/',
  '/',
  ...Array<string>(3).fill('/api/auth/user'),
  ...Array<string>(3).fill(`/api/today?date=${today}`),
  ...Array<string>(2).fill('/api/analytics/monthly-goals'),
  ...Array<string>(2).fill('/api/goals'),
  ...Array<string>(2).fill(`/api/journal-entries/by-date/${today}`),
  ...Array<string>(2).fill('/api/journal-entries?limit=30'),
  '/api/journal-entries/months',
  '/api/analytics/streak',
  '/api/analytics/weekly-count',
  'POST /api/journal-entries',
]
if (day.length !== requestsADay) throw new Error('A day has another number of requests')

let turn = 0
const next = (origin: string) => (): Request => {
  const n = turn++
  const path = day[n % requestsADay] ?? '/'
  const person = Math.floor(n / requestsADay)
  const cookie = cookieOf((person % people) + 1)
  if (!path.startsWith('POST ')) return { path, headers: { cookie } }
  return {
    method: 'POST',
    path: path.slice('POST '.length),
    headers: { cookie, 'content-type': 'application/json', origin },
    // A future date, because no entry exists there yet.
    body: JSON.stringify({
      entryDate: addDays(today, 10 + Math.floor(person / people)),
      mood: 'happy',
      gratitude1: 'The sun on the stairs',
      dailyEvents: 'A day like others. '.repeat(15),
      overallReflection: 'Slower is better. '.repeat(5),
    }),
  }
}

/** The processor time that a process has used, in milliseconds; a tick is 10 ms. */
function processorTime(pid: number | string): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return 0
  }
}

const isChildOf = (parent: number) => (pid: string) => {
  try {
    return (
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')[1] === String(parent)
    )
  } catch {
    return false
  }
}

const data = await temporaryDataDir()
const fixture = await createFixture(data.folder, Array<number>(people).fill(365))
const postmaster = parseInt(await readFile(path.join(data.folder, 'postgres/postmaster.pid'), 'utf8'))
const app = await startBuiltApp(fixture.url)
const database = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter(isChildOf(postmaster))
    .reduce((sum, pid) => sum + processorTime(pid), 0)

try {
  await load(app.url, next(app.url), 2)
  const rows: { app: number; database: number }[] = []
  for (let round = 0; round < rounds; round++) {
    const before = { app: processorTime(app.pid ?? 0), database: database() }
    const { throughput } = await load(app.url, next(app.url), seconds)
    const requests = throughput * seconds
    rows.push({
      app: (processorTime(app.pid ?? 0) - before.app) / requests,
      database: (database() - before.database) / requests,
    })
  }
  const [ofApp, ofDatabase] = [median(rows.map((row) => row.app)), median(rows.map((row) => row.database))]
  console.log(
    `Processor time of a request: ${ofApp.toFixed(2)} ms of Lisa, ${ofDatabase.toFixed(2)} ms of PostgreSQL`,
  )
  for (const [name, ms] of [
    ['Lisa', ofApp],
    ['PostgreSQL', ofDatabase],
  ] as const) {
    const perDay = (3_600_000 * share) / (busiestHour * requestsADay * ms)
    console.log(
      `One core of ${name} carries ${Math.round(perDay / 1_000).toLocaleString('en')},000 people a day of ${requestsADay} requests, ` +
        `${busiestHour * 100} % of them in one hour, in which the core is busy for ${share * 100} % of the time`,
    )
  }
  await app.stop()
  const client = new pg.Client({ connectionString: fixture.url })
  await client.connect()
  await bytesOfYear(client).finally(() => client.end())
  await timeOfWave(fixture.url)
} finally {
  await app.stop()
  await fixture.stop()
  await data.remove()
}
