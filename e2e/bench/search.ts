import pg from 'pg'
import { temporaryDataDir } from '../app'
import { cookieOf, createFixture } from './fixture'
import { type Figures, load, median } from './load'
import { startBuiltApp } from './programs'

/**
 * What searches cost other people: a page of 30 while nobody searches, while one person with 3,650 entries of about 1.5 kB
 * searches without a pause, and while eight do. Only ratios within a round count, and of these the median.
 */
const rounds = 5
const seconds = 2
const people = 100
const searchers = 8
const target = 2

const data = await temporaryDataDir()
const fixture = await createFixture(data.folder, [
  ...Array<number>(people).fill(365),
  ...Array<number>(searchers).fill(3_650),
])
const app = await startBuiltApp(fixture.url)

/** Words of their own for those who search. */
async function lengthen() {
  const client = new pg.Client({ connectionString: fixture.url })
  await client.connect()
  await client.query(`update journal_entries set went_well =
    (select string_agg(substr(md5(random()::text || entry_date), 1, 2 + n % 9), ' ') from generate_series(1, 160) as n)
    where user_id in (select user_id from journal_entries group by 1 having count(*) > 365)`)
  await client.query('vacuum analyze journal_entries, journal_words')
  await client.end()
}

async function search(person: number, words: string) {
  const started = performance.now()
  const response = await fetch(`${app.url}/api/journal-entries?limit=30&q=${encodeURIComponent(words)}`, {
    headers: { cookie: cookieOf(person) },
  })
  const found = (await response.json()) as unknown[]
  if (!response.ok) throw new Error(`A search was answered with ${response.status}`)
  return { found: found.length, ms: performance.now() - started }
}

const queries = ['stairs', 'a9f', 'run work', 'no such word', 'day like others', '7b']
let turn = 0
const page = () => ({
  path: '/api/journal-entries?limit=30',
  headers: { cookie: cookieOf((turn++ % people) + 1) },
})

/** The page of 30 while the first `count` of those who search do so, and how long their searches took. */
async function measure(count: number): Promise<Figures & { searches: number[] }> {
  const searches: number[] = []
  const end = new AbortController()
  const searching = Array.from({ length: count }, async (_, i) => {
    for (let n = i; !end.signal.aborted; n++) {
      const { ms } = await search(people + 1 + i, queries[n % queries.length] ?? '')
      searches.push(ms)
    }
  })
  const figures = await load(app.url, page, seconds)
  end.abort()
  await Promise.all(searching)
  return { ...figures, searches }
}

try {
  await lengthen()
  const first = await search(people + 1, 'stairs')
  console.log(`first search of 3,650 entries, which folds them: ${first.ms.toFixed(0)} ms`)
  for (let i = 1; i < searchers; i++) await search(people + 1 + i, 'stairs')
  const alone: number[] = []
  for (let i = 0; i < 60; i++) alone.push((await search(people + 1, queries[i % queries.length] ?? '')).ms)
  console.log(`search with nothing else going on, median: ${median(alone).toFixed(0)} ms`)
  await load(app.url, page, 1)
  console.log(
    '\n  page of 30 beside searches / alone        p50     p99  throughput   search, ms   target of p50',
  )
  for (const count of [1, searchers]) {
    const ratios = { p50: [] as number[], p99: [] as number[], throughput: [] as number[] }
    const times: number[] = []
    for (let round = 0; round < rounds; round++) {
      const without = await measure(0)
      const beside = await measure(count)
      for (const figure of ['p50', 'p99', 'throughput'] as const)
        ratios[figure].push(beside[figure] / without[figure])
      times.push(...beside.searches)
    }
    const isMet = median(ratios.p50) <= target
    if (!isMet) process.exitCode = 1
    const [p50, p99, throughput] = [ratios.p50, ratios.p99, ratios.throughput].map((it) =>
      median(it).toFixed(2),
    )
    console.log(
      `${isMet ? ' ' : '!'} ${`${count} searching`.padEnd(36)}${p50?.padStart(9)}${p99?.padStart(8)}${throughput?.padStart(12)}${median(times).toFixed(0).padStart(13)}${target.toFixed(1).padStart(16)}`,
    )
  }
} finally {
  await app.stop()
  await fixture.stop()
  await data.remove()
}
