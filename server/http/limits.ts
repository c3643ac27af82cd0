import { sql } from 'drizzle-orm'
import type { Limit } from '@shared/endpoint'
import type { AppContext } from '../context'
import type { Db } from '../db/db'
import { TooManyRequestsError } from './errors'

export type RateLimit = { limit: number; windowSeconds: number; now: Date }

/**
 * Counts one more use of `key` and answers how many seconds are left until the next one is allowed: 0 when this one is.
 * The window begins with the first use. One statement, so instances and requests at the same moment share the limit; it
 * removes some of what has expired along the way.
 */
export async function takeOne(
  db: Db,
  key: string,
  { limit, windowSeconds, now }: RateLimit,
): Promise<number> {
  const expiresAt = new Date(now.getTime() + windowSeconds * 1_000).toISOString()
  const at = now.toISOString()
  const { rows } = await db.execute<{ count: number; seconds: number }>(sql`
    with pruned as (
      delete from rate_limits where key in (
        select key from rate_limits where expires_at <= ${at} and key <> ${key}
        order by expires_at limit 10 for update skip locked
      )
    )
    insert into rate_limits as r (key, count, expires_at) values (${key}, 1, ${expiresAt})
    on conflict (key) do update set
      count = case when r.expires_at <= ${at} then 1 else least(r.count, ${limit}::int) + 1 end,
      expires_at = case when r.expires_at <= ${at} then excluded.expires_at else r.expires_at end
    returning count, ceil(extract(epoch from expires_at - ${at}::timestamptz))::int as seconds`)
  const [row] = rows
  return row && row.count > limit ? row.seconds : 0
}

/** Takes back a use that turned out not to count. */
export async function giveBack(db: Db, key: string, { limit }: Pick<RateLimit, 'limit'>): Promise<void> {
  await db.execute(
    sql`update rate_limits set count = least(count, ${limit}::int) - 1 where key = ${key} and count > 0`,
  )
}

/** The uses of an endpoint that has a limit, counted for each of `whose`: a user, an address, an e-mail. */
export type Uses = {
  /** Counts one use, or throws what the endpoint says when there have been too many. */
  take(...whose: string[]): Promise<void>
  giveBack(whose: string): Promise<void>
}

export function usesOf({ db, now }: Pick<AppContext, 'db' | 'now'>, limit: Limit): Uses {
  return {
    async take(...whose) {
      for (const each of whose) {
        const seconds = await takeOne(db, `${limit.name} ${each}`, { ...limit, now: now() })
        if (seconds) throw new TooManyRequestsError(limit.refusal(seconds), seconds)
      }
    },
    giveBack: (whose) => giveBack(db, `${limit.name} ${whose}`, limit),
  }
}
