import { createHmac } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { migrateDatabase } from '../../server/db/migrate'
import { sessionCookie, sessionCookieName } from '../../server/features/auth/sessions'
import { keysFor } from '../../server/secrets'
import { startPostgres } from '../../server/local/postgres'

const appUrl = 'http://127.0.0.1'
export const secrets = {
  session: 'a session secret that only benches know',
  jwt: 'a token secret that only benches know',
}

/** Entries up to today, one a day; a negative number is that many a month apart. Each names `links` of the goals, in turn. */
type History = { entries: number; goals: number; links: number }

/** Users with these histories, or with as many entries and ten goals, and a session each. */
export async function createFixture(dataDir: string, histories: (number | History)[]) {
  let postgres = await startPostgres({ dataDir })
  // How statements are counted; it is part of PostgreSQL, and has to be there from the start.
  await sql(postgres.url, `alter system set shared_preload_libraries = 'pg_stat_statements'`)
  await postgres.stop()
  postgres = await startPostgres({ dataDir })
  const pool = new pg.Pool({ connectionString: postgres.url, max: 2 })
  await migrateDatabase(pool)
  await pool.query('create extension pg_stat_statements')
  await pool.query(`alter system set pg_stat_statements.track = 'none'`)
  await pool.query('select pg_reload_conf()')
  await fill(pool, histories)
  return {
    url: postgres.url,
    /** Turns counting on, or off with what was counted; during the timed rounds it is off. */
    countStatements: async (isOn: boolean) => {
      await pool.query(`alter system set pg_stat_statements.track = '${isOn ? 'top' : 'none'}'`)
      await pool.query('select pg_reload_conf()')
      // A connection takes a setting over with its next statement.
      await setTimeout(300)
      const { rows } = await pool.query<{ all: number; sessionWrites: number }>(`
        select coalesce(sum(calls), 0)::int as all,
          coalesce(sum(calls) filter (where query ~* 'sessions' and query !~* '^select'), 0)::int as "sessionWrites"
        from pg_stat_statements where query !~* 'pg_|alter system'`)
      await pool.query('select pg_stat_statements_reset()')
      return rows[0] ?? { all: 0, sessionWrites: 0 }
    },
    stop: async () => {
      await pool.end()
      await postgres.stop()
    },
  }
}

async function sql(url: string, text: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(text).finally(() => client.end())
}

/** Adds users, their sessions, entries and goals to a migrated database. */
export async function fill(pool: pg.Pool, histories: (number | History)[]) {
  const all = histories.map((one) => (typeof one === 'number' ? { entries: one, goals: 10, links: 0 } : one))
  const { maxAge = 0, ...cookie } = sessionCookie(appUrl)
  const expires = new Date(Date.now() + maxAge)
  const session = {
    cookie: { ...cookie, originalMaxAge: maxAge, expires },
    idToken: 'id-token',
    renewedAt: Date.now(),
    signedInAt: Date.now(),
    authenticatedAt: Date.now(),
  }
  const client = await pool.connect()
  try {
    await client.query(`set synchronous_commit = off`)
    await client.query('alter table journal_entries disable trigger user')
    await client.query(
      `create temporary table people as
       select gen_random_uuid() as id, n, abs(entries) as entries, goals, links,
         case when entries < 0 then interval '1 month' else interval '1 day' end as apart
       from unnest($1::int[], $2::int[], $3::int[]) with ordinality as history (entries, goals, links, n)`,
      [all.map(({ entries }) => entries), all.map(({ goals }) => goals), all.map(({ links }) => links)],
    )
    await client.query(
      `insert into users (id, email, first_name) select id, n || '@example.org', 'Ana' from people`,
    )
    await client.query(
      `insert into sessions (sid, sess, expire)
       select 'person-' || n, jsonb_set($1::jsonb, '{passport}', jsonb_build_object('user', id)), $2::timestamptz from people`,
      [JSON.stringify(session), expires],
    )
    await client.query(
      `insert into goals (user_id, title, description, motivation, timeline, created_at)
       select id, 'Goal ' || g, repeat('Why and how. ', 6), repeat('Because. ', 8),
         (array['long-term', 'annual', 'monthly'])[g % 3 + 1], now() - g * interval '1 day'
       from people, generate_series(1, goals) as g`,
    )
    await client.query(
      `insert into journal_entries (user_id, entry_date, mood, gratitude1, gratitude2, gratitude3, daily_events, wins, overall_reflection)
       select id, current_date - d * apart, (array['very-sad', 'sad', 'neutral', 'happy', 'very-happy'])[d % 5 + 1],
         'The sun on the stairs', 'A friend who called', 'Bread', repeat('A day like others. ', 15),
         repeat('Ran before work. ', 4), repeat('Slower is better. ', 1 + d % 13)
       from people, generate_series(0, entries - 1) as d order by id, d`,
    )
    await client.query(
      `insert into goal_days (entry_id, goal_id, user_id)
       select e.id, g.id, p.id
       from people p join journal_entries e on e.user_id = p.id
         join generate_series(1, p.links) as l on true
         join goals g on g.user_id = p.id
           and g.title = 'Goal ' || ((current_date - e.entry_date) * p.links + l) % p.goals + 1`,
    )
    await client.query(
      `insert into journal_runs
       select user_id, min(entry_date), max(entry_date)
       from (
         select user_id, entry_date, entry_date - row_number() over (partition by user_id order by entry_date)::int as run
         from journal_entries
       ) as days group by user_id, run`,
    )
    await client.query(
      `insert into journal_words (entry_id, user_id) select id, user_id from journal_entries`,
    )
    await client.query('alter table journal_entries enable trigger user')
    await client.query('vacuum analyze')
  } finally {
    client.release(true)
  }
}

/** The cookie of the `n`th person, counted from one. */
export function cookieOf(n: number): string {
  const sid = `person-${n}`
  const [key] = keysFor({ session: [secrets.session] }, 'sessions')
  const signature = createHmac('sha256', key).update(sid).digest('base64').replace(/=+$/, '')
  return `${sessionCookieName(appUrl)}=${encodeURIComponent(`s:${sid}.${signature}`)}`
}
