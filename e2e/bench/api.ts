import { deepStrictEqual } from 'node:assert'
import type { Request } from 'autocannon'
import { addDays } from '@shared/dates'
import { temporaryDataDir } from '../app'
import {
  byDate,
  type Call,
  calls,
  people,
  read,
  startOver,
  streak,
  tenYears,
  thirtyEntries,
  today,
} from './calls'
import { type Figures, load, median } from './load'
import { startBuiltApp, startProgram } from './programs'
import { createFixture } from './fixture'

/**
 * The built app against the limit of this machine (limit.ts), in turn, over one database: 1,000 users with a year of
 * entries, one with ten years, one with a month, one with an entry a month for ten years, and two with ten years and 50 goals,
 * whose days name five of them or none. The result is the median of the ratios within each round.
 */
const rounds = 5
const seconds = 2
const oneMonth = people + 2
/** Gets as many months, and as many of this day, as `tenYears` does. */
const onceAMonth = people + 3
const linked = people + 4
const unlinked = people + 5
const growthTarget = 1.3

type Growth = { path: string; against: number; isLongList?: true; target?: number }
const growing: Record<string, Growth> = {
  'page of 30': { path: thirtyEntries, against: oneMonth },
  'entry by date': { path: byDate, against: oneMonth },
  streak: { path: streak, against: oneMonth },
  today: { path: `/api/today?date=${today}`, against: oneMonth },
  'days of a month': {
    path: `/api/analytics/days?from=${addDays(today, -29)}&to=${today}`,
    against: oneMonth,
  },
  // Their answers hold something of each year or month, so a month's would be compared with nothing.
  'on this day': { path: `/api/journal-entries/on-this-day?date=${today}`, against: onceAMonth },
  months: { path: '/api/journal-entries/months', against: onceAMonth },
}

/** Of `linked`. */
const naming: Record<string, Growth> = {
  'page of 30': { path: thirtyEntries, against: unlinked },
  'all 3,650': { path: '/api/journal-entries', against: unlinked, isLongList: true },
  // Empty without links, so its time says what 1,830 of them cost beside a request.
  "year's activity": {
    path: `/api/goals/activity?from=${addDays(today, -365)}&to=${today}&earlier=true`,
    against: unlinked,
    target: Infinity,
  },
}

const ofGoals = { entries: 3_650, goals: 50 }
const data = await temporaryDataDir()
const fixture = await createFixture(data.folder, [
  ...Array<number>(people).fill(365),
  3_650,
  30,
  -120,
  { ...ofGoals, links: 5 },
  { ...ofGoals, links: 0 },
])
const app = await startBuiltApp(fixture.url)
const limit = await startProgram(['--import', 'tsx', 'e2e/bench/limit.ts'], { DATABASE_URL: fixture.url })

async function answer(origin: string, { method = 'GET', path = '', headers, body }: Request) {
  const sent = headers as Record<string, string>
  const response = await fetch(origin + path, { method, headers: sent, body: body as string | undefined })
  return { status: response.status, body: (await response.json()) as object }
}

/** Otherwise the two would not be doing the same work. */
async function assertSameAnswers() {
  for (const { name, requests } of calls) {
    startOver()
    const ours = await answer(app.url, requests(app.url)())
    startOver()
    const theirs = await answer(limit.url, requests(limit.url)())
    if (name !== 'create entry') deepStrictEqual(ours, theirs)
    else deepStrictEqual([ours.status, Object.keys(ours.body)], [theirs.status, Object.keys(theirs.body)])
  }
}

/** Statements of the app per request, and how many of them wrote to the sessions. */
async function statementsOf({ requests }: Call) {
  const times = 50
  await fixture.countStatements(true)
  const next = requests(app.url)
  for (let i = 0; i < times; i++) await answer(app.url, next())
  const { all, sessionWrites } = await fixture.countStatements(false)
  return { perRequest: all / times, sessionWrites }
}

function print(name: string, values: (number | string)[], isMet: boolean) {
  if (!isMet) process.exitCode = 1
  const columns = values.map((value) => (typeof value === 'number' ? value.toFixed(2) : value).padStart(12))
  console.log(`${isMet ? ' ' : '!'} ${name.padEnd(30)}${columns.join('')}`)
}

async function compareWithLimit() {
  const measured = calls.map((one) => ({ one, pairs: [] as { ours: Figures; theirs: Figures }[] }))
  for (let round = 0; round < rounds; round++)
    for (const { one, pairs } of measured) {
      const ours = await load(app.url, one.requests(app.url), seconds)
      const theirs = await load(limit.url, one.requests(limit.url), seconds)
      pairs.push({ ours, theirs })
    }
  print('app / limit', ['throughput', 'p50', 'p99', 'statements', 'target'], true)
  for (const { one, pairs } of measured) {
    const ratio = (figure: keyof Figures) =>
      median(pairs.map(({ ours, theirs }) => ours[figure] / theirs[figure]))
    const { perRequest, sessionWrites } = await statementsOf(one)
    const isMet = ratio('throughput') >= one.target && perRequest <= 2 && !sessionWrites
    print(one.name, [ratio('throughput'), ratio('p50'), ratio('p99'), perRequest, one.target], isMet)
  }
}

const timeUnderLoad = async (next: () => Request) => 1 / (await load(app.url, next, seconds)).throughput

/** A user gets only a few long lists at once. */
async function timeOfOne(next: () => Request) {
  const start = performance.now()
  await answer(app.url, next())
  return performance.now() - start
}

async function compareHistories(title: string, paths: Record<string, Growth>, person: number) {
  print(`\n  ${title}`, ['time', 'target'], true)
  for (const [name, { path, against, isLongList, target = growthTarget }] of Object.entries(paths)) {
    const ratios: number[] = []
    for (let round = 0; round < rounds; round++) {
      const measure = isLongList ? timeOfOne : timeUnderLoad
      const short = await measure(read(path, against))
      ratios.push((await measure(read(path, person))) / short)
    }
    print(name, [median(ratios), Number.isFinite(target) ? target : '–'], median(ratios) < target)
  }
}

try {
  await assertSameAnswers()
  for (const { requests } of calls) for (const { url } of [app, limit]) await load(url, requests(url), 1)
  await compareWithLimit()
  await compareHistories('3,650 entries / few', growing, tenYears)
  await compareHistories('five goals a day / none', naming, linked)
} finally {
  await app.stop()
  await limit.stop()
  await fixture.stop()
  await data.remove()
}
