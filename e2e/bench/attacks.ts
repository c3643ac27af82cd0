import { createHash } from 'node:crypto'
import { Agent, type OutgoingHttpHeaders, request } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import pg from 'pg'
import { entryRecord } from '@shared/journal'
import { createBrowser } from '../../server/test/browser'
import { hostileFiles } from '../../server/test/hostile-files'
import { zipFile } from '../../server/features/import/readers/fixtures/uploads'
import { cookieOf } from './fixture'

export type Attack = {
  name: string
  /** Everybody waits until all of it is refused: it meets the target when they are answered, however late. */
  isBurst?: true
  /** Goes on until `over`, which comes when the ordinary traffic has ended; resolves when all is answered or cut. */
  run(origin: string, over: AbortSignal, round: number): Promise<unknown>
  /** What is broken after it, beside the ordinary traffic. */
  aftermath?(origin: string): Promise<string | undefined>
}

/** Begins anew once a second, unless the time before is still under way. */
async function everySecond(over: AbortSignal, wave: () => Promise<unknown>) {
  while (!over.aborted) await Promise.all([wave(), setTimeout(1_000)])
}

/** People of the fixture: the first one writes ordinarily. */
const people = { fat: 2, passwords: 3, importing: [6, 7, 8, 9], reading: 10 }

const json = { 'Content-Type': 'application/json' }
const agent = new Agent({ keepAlive: false })
/** Reuses its connections, as a proxy does. */
const proxy = new Agent({ keepAlive: true })

type Sent = {
  method?: string
  headers?: OutgoingHttpHeaders
  body?: string | Buffer
  signal?: AbortSignal
  agent?: Agent
}

/** Resolves when the answer is read, or the connection cut. */
function send(url: string, { body, ...options }: Sent, perQuarterSecond?: number): Promise<void> {
  return new Promise((resolve) => {
    const sent = request(url, { agent, ...options }, (answer) => {
      if (!perQuarterSecond) return answer.resume()
      const reading = setInterval(() => answer.read(perQuarterSecond), 250)
      return answer.once('close', () => clearInterval(reading))
    })
    sent.on('error', () => {}).once('close', resolve)
    // Where a server is killed, the end of a connection may go unseen.
    const giveUp = globalThis.setTimeout(() => sent.destroy() && resolve(), 120_000)
    sent.once('close', () => clearTimeout(giveUp))
    sent.end(body)
  })
}

const post = (url: string, body: string | Buffer, headers: OutgoingHttpHeaders = {}) =>
  send(url, { method: 'POST', body, headers: { ...json, ...headers } })
const signedIn = (origin: string, person: number) => ({ Cookie: cookieOf(person), Origin: origin })

const deep = `{"a":${'['.repeat(2_000_000)}${']'.repeat(2_000_000)}}`
const bomb = gzipSync(deep)
const gzip = { 'Content-Encoding': 'gzip' }

const bodies: Attack = {
  name: 'bodies that unpack or nest',
  run: (origin, over) => {
    const login = `${origin}/api/auth/login`
    return everySecond(over, () =>
      Promise.all([
        post(login, bomb, gzip),
        post(login, bomb, gzip),
        post(login, bomb, gzip),
        post(login, deep),
        post(login, deep.slice(0, 3_000_000)),
        post(login, bomb.subarray(0, -100), gzip),
        post(`${origin}/api/journal-entries`, deep, signedIn(origin, people.fat)),
      ]),
    )
  },
}

const lists: Attack = {
  name: 'lists of 110 MB, one read slowly',
  run: (origin, over) => {
    const list = (signal?: AbortSignal, perQuarterSecond?: number) =>
      send(
        `${origin}/api/journal-entries`,
        { headers: signedIn(origin, people.fat), signal },
        perQuarterSecond,
      )
    return Promise.all([list(over, 65_536), everySecond(over, () => Promise.all([list(), list(), list()]))])
  },
}

const hashes: Attack = {
  name: '40 new passwords and 40 logins',
  run: (origin, _over, round) => {
    const numbers = Array.from({ length: 40 }, (_, i) => i)
    return Promise.all(
      numbers.flatMap((i) => [
        post(
          `${origin}/api/auth/add-password`,
          JSON.stringify({ password: `a password ${i}` }),
          signedIn(origin, people.passwords + round),
        ),
        post(
          `${origin}/api/auth/login`,
          JSON.stringify({ email: `${round}-${i}@nowhere.example`, password: 'a guess' }),
          { 'X-Forwarded-For': `2001:db8:${round + 1}:${i + 1}::1` },
        ),
      ]),
    )
  },
}

const path = `/api/login?${new URLSearchParams({ returnTo: `/${'€'.repeat(301)}` })}`

const cookies: Attack = {
  name: 'four clicks with long returnTo',
  run: (origin, over) => everySecond(over, () => lockedOut(origin)),
  aftermath: lockedOut,
}

async function lockedOut(origin: string) {
  const browser = createBrowser(origin)
  for (let click = 0; click < 4; click++) {
    const { status } = await browser.get(path)
    if (click === 0 && status !== 302) return `sign-in answers ${status}`
  }
  const { status } = await browser.get('/api/auth/user')
  return status === 401 ? undefined : `the browser that clicked gets ${status}`
}

/** Previews of four people, each begun as soon as the one before it is answered. */
const previews = (name: string, bodies: () => Promise<Buffer[]>): Attack => ({
  name,
  run: async (origin, over) => {
    const files = await bodies()
    const url = `${origin}/api/import?name=2024-02-29.md`
    await Promise.all(
      people.importing.map(async (person, first) => {
        const headers = { 'Content-Type': 'application/octet-stream', ...signedIn(origin, person) }
        for (let i = first; !over.aborted; i += people.importing.length)
          await send(url, { method: 'POST', body: files[i % files.length], headers, signal: over })
      }),
    )
  },
})

const hostile = previews('files that were made to take long', async () => {
  const files = await hostileFiles()
  return Promise.all(files.map(async ([, { make }]) => Buffer.from((await make()) as string)))
})

/** Of 84 kB, each of which takes as long as a reading may. */
const longReadings = previews('files that take a minute', async () => {
  const text = `${'<blockquote>'.repeat(29)}${'<p>a'.repeat(60_000)}`
  const entry = JSON.stringify({ date_journal: 1_571_386_059_000, type: 'html', text })
  const files = Array.from({ length: 200 }, (_, i) => [`${i}.json`, entry])
  return [await zipFile(Object.fromEntries(files))]
})

/** Every second so many requests at once, which are given up after `patienceMs`. */
const atOnce = (
  name: string,
  times: number,
  patienceMs: number,
  sent: (origin: string) => Sent & { path: string },
): Attack => ({
  name,
  isBurst: true,
  run: (origin, over) =>
    everySecond(over, () => {
      const { path, ...options } = sent(origin)
      const one = () =>
        send(origin + path, { agent: proxy, ...options, signal: AbortSignal.timeout(patienceMs) })
      return Promise.all(Array.from({ length: times }, one))
    }),
})

const patienceMs = 10_000

const probes = atOnce('130 who ask whether Lisa is ready', 130, patienceMs, () => ({ path: '/readyz' }))

const reads = atOnce('130 reads of one person', 130, patienceMs, (origin) => ({
  path: '/api/goals',
  headers: signedIn(origin, people.reading),
}))

const abandonedLogins = atOnce('200 logins that are given up', 200, 100, () => ({
  path: '/api/auth/login',
  method: 'POST',
  headers: { ...json, 'X-Forwarded-For': '192.0.2.1' },
  body: JSON.stringify({ email: 'nobody@nowhere.example', password: 'a guess' }),
}))

const bearer = (token: string) => ({
  ...json,
  Authorization: `Bearer ${token}`,
  'X-Forwarded-For': '192.0.2.2',
})
const token = `lisa_pat_${'x'.repeat(43)}`

const proposals: Attack = {
  ...atOnce('130 proposals of one token', 130, patienceMs, () => ({
    path: '/api/jwt/proposals',
    method: 'POST',
    headers: bearer(token),
    body: JSON.stringify({ kind: 'goal', payload: { title: 'Mine', timeline: 'monthly' } }),
  })),
  async aftermath(origin) {
    const answer = await fetch(`${origin}/api/proposals`, {
      headers: { cookie: cookieOf(people.reading) },
    })
    const { length } = (await answer.json()) as unknown[]
    return length === 20 ? undefined : `${length} proposals are stored`
  },
}

const madeUpTokens = atOnce('130 tokens that nobody made', 130, patienceMs, () => ({
  path: '/api/mcp',
  method: 'POST',
  headers: bearer(`lisa_pat_${Math.random()}`),
  body: '{}',
}))

export const attacks = {
  1: bodies,
  4: lists,
  5: hashes,
  9: cookies,
  10: hostile,
  11: longReadings,
  12: probes,
  13: reads,
  14: abandonedLogins,
  15: proposals,
  16: madeUpTokens,
}

/** 200 entries of 550 kB, past any form, and the token of the one who proposes. */
export async function fatten(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const columns = entryRecord.texts.map((name) =>
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  )
  await client.query(
    `insert into access_tokens (user_id, name, scopes, token_hash, expires_at)
     select id, 'Attacker', '{propose}', $1, now() + interval '1 day' from users where email = '${people.reading}@example.org'`,
    [createHash('sha256').update(token).digest('hex')],
  )
  await client
    .query(
      `insert into journal_entries (user_id, entry_date, ${columns.join(', ')})
       select id, current_date - 100 - d, ${columns.map(() => `repeat('A day. ', 7143)`).join(', ')}
       from users, generate_series(1, 200) as d where email = '${people.fat}@example.org'`,
    )
    .finally(() => client.end())
}
