import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { entryRecord } from '@shared/journal'
import { temporaryDataDir } from '../app'
import { cookieOf, createFixture } from './fixture'
import { startBuiltApp } from './programs'

/**
 * An export of ten years of entries of the longest size against one of 30: memory must not grow with what is exported,
 * nor time by more than in proportion to it. Linux only: the peak of the memory is read from /proc.
 */
const histories = [30, 3_650]
/** A longer run meets more garbage that is not collected yet; were entries kept, it would be more than ten. */
const maxMemoryRatio = 2

const data = await temporaryDataDir()
const fixture = await createFixture(data.folder, histories)

/** Eleven texts of 50,000 characters in every entry; their words come again soon, so that 2 GB of them are stored in time. */
async function lengthen() {
  const client = new pg.Client({ connectionString: fixture.url })
  await client.connect()
  await client.query('alter table journal_entries disable trigger user')
  const columns = entryRecord.texts.map((field) =>
    field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  )
  await client.query(`
    update journal_entries set ${columns.map((column) => `${column} = long.text`).join(', ')}
    from (select left(repeat(string_agg(substr(md5(n::text), 1, 2 + n % 9), ' '), 100), 50000) as text
      from generate_series(1, 400) n) long`)
  await client.query('alter table journal_entries enable trigger user')
  // What the triggers would have counted; the size of a batch depends on it.
  await client.query(`update usage set (entries, bytes) = (
    select count(*), sum(text_bytes(journal_entries)) from journal_entries where user_id = usage.user_id)`)
  await client.query('vacuum analyze journal_entries')
  await client.end()
}

/** The largest that the process has ever been, in MB. */
async function peakMemory(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1e3
}

/** In a process of its own, since a peak is not forgotten. */
async function measure(person: number) {
  const app = await startBuiltApp(fixture.url)
  try {
    const idle = await peakMemory(app.pid)
    const started = performance.now()
    const response = await fetch(`${app.url}/api/export`, { headers: { cookie: cookieOf(person) } })
    if (!response.ok || !response.body) throw new Error(`The export was answered with ${response.status}`)
    let bytes = 0
    for await (const chunk of response.body) bytes += chunk.length
    return {
      megabytes: bytes / 1e6,
      seconds: (performance.now() - started) / 1_000,
      idle,
      peak: await peakMemory(app.pid),
    }
  } finally {
    await app.stop()
  }
}

try {
  await lengthen()
  console.log('  entries     ZIP, MB   seconds   ms an entry   memory before, MB   at its peak')
  const peaks: number[] = []
  for (const [index, entries] of histories.entries()) {
    const { megabytes, seconds, idle, peak } = await measure(index + 1)
    peaks.push(peak)
    const figures = [
      entries.toLocaleString('en').padStart(9),
      megabytes.toFixed(1).padStart(12),
      seconds.toFixed(1).padStart(10),
      ((seconds * 1_000) / entries).toFixed(1).padStart(14),
      idle.toFixed(0).padStart(20),
      peak.toFixed(0).padStart(14),
    ]
    console.log(figures.join(''))
  }
  const [short = 0, long = 0] = peaks
  const isMet = long / short <= maxMemoryRatio
  console.log(
    `${isMet ? ' ' : '!'} peak of the long one / the short one: ${(long / short).toFixed(2)}, target ${maxMemoryRatio}`,
  )
  if (!isMet) process.exitCode = 1
} finally {
  await fixture.stop()
  await data.remove()
}
