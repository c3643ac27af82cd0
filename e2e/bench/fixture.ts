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

/**
 * Users with as many entries as `histories` says, up to today, ten goals and a session each. A negative number is that many
 * entries a month apart.
 */
export async function createFixture(dataDir: string, histories: number[]) {
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
export async function fill(pool: pg.Pool, histories: number[]) {
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
       select gen_random_uuid() as id, n, abs(entries) as entries,
         case when entries < 0 then interval '1 month' else interval '1 day' end as apart
       from unnest($1::int[]) with ordinality as history (entries, n)`,
      [histories],
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
       from people, generate_series(1, 10) as g`,
    )
    await client.query(
      `insert into journal_entries (user_id, entry_date, mood, gratitude1, gratitude2, gratitude3, daily_events, wins, overall_reflection)
       select id, current_date - d * apart, (array['very-sad', 'sad', 'neutral', 'happy', 'very-happy'])[d % 5 + 1],
         'The sun on the stairs', 'A friend who called', 'Bread', repeat('A day like others. ', 15),
         repeat('Ran before work. ', 4), repeat('Slower is better. ', 1 + d % 13)
       from people, generate_series(0, entries - 1) as d order by id, d`,
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
