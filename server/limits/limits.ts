import { sql } from 'drizzle-orm'
import type { Limit } from '@shared/endpoint'
import type { AppContext } from '../context'
import type { Db } from '../db/db'
import { sign, signaturesOf } from '../secrets'
import { ProviderError } from '../senders/provider-error'
import { TooManyRequestsError } from '../http/errors'

export type RateLimit = { limit: number; windowSeconds: number; now: Date }
type Store = Pick<AppContext, 'db' | 'secrets'>

const hashLength = 22
const shorten = (signature: string) => signature.slice(0, hashLength)

/** The last word of a key is whom it counts: a user, an email, an address or a number. */
const lastWord = (key: string) => key.slice(key.lastIndexOf(' ') + 1)

/** A hash of whom it counts and one of the whole key: what is stored tells neither. */
function storedKey({ secrets }: Store, key: string): string {
  const hash = (text: string) => shorten(sign(secrets, 'rate-limit keys', text))
  return hash(lastWord(key)) + hash(key)
}

/**
 * Counts one more use of `key` and answers how many seconds are left until the next one is allowed: 0 when this one is.
 * The window begins with the first use. One statement, so instances and requests at the same moment share the limit.
 */
export async function takeOne(
  store: Store,
  key: string,
  { limit, windowSeconds, now }: RateLimit,
): Promise<number> {
  const expiresAt = new Date(now.getTime() + windowSeconds * 1_000).toISOString()
  const at = now.toISOString()
  const { rows } = await store.db.execute<{ count: number; seconds: number }>(sql`
    insert into rate_limits as r (key, count, expires_at) values (${storedKey(store, key)}, 1, ${expiresAt})
    on conflict (key) do update set
      count = case when r.expires_at <= ${at} then 1 else least(r.count, ${limit}::int) + 1 end,
      expires_at = case when r.expires_at <= ${at} then excluded.expires_at else r.expires_at end
    returning count, ceil(extract(epoch from expires_at - ${at}::timestamptz))::int as seconds`)
  const [row] = rows
  return row && row.count > limit ? row.seconds : 0
}

/** Takes back a use that turned out not to count. */
export async function giveBack(
  store: Store,
  key: string,
  { limit }: Pick<RateLimit, 'limit'>,
): Promise<void> {
  await store.db.execute(
    sql`update rate_limits set count = least(count, ${limit}::int) - 1
      where key = ${storedKey(store, key)} and count > 0`,
  )
}

/** Forgets everything that was counted for one of `whose`. */
export async function forgetUses({ db, secrets }: Store, whose: string[]): Promise<void> {
  const signatures = whose.flatMap((each) => signaturesOf(secrets, 'rate-limit keys', lastWord(each)))
  const hashes = signatures.map(shorten)
  await db.execute(
    sql`delete from rate_limits where left(key, ${hashLength}::int) = any(${sql.param(hashes)}::text[])`,
  )
}

/** Instances that do this at the same moment skip each other's rows. */
export async function forgetExpiredLimits(db: Db, now: Date): Promise<void> {
  await db.execute(sql`
    delete from rate_limits where key in (
      select key from rate_limits where expires_at <= ${now.toISOString()} for update skip locked
    )`)
}

/** The uses of an endpoint that has a limit, counted for each of `whose`: a user, an address, an email. */
export type Uses = {
  /** Counts one use, or throws what the endpoint says when there have been too many. */
  take(...whose: string[]): Promise<void>
  giveBack(whose: string): Promise<void>
}

export function usesOf(ctx: Store & Pick<AppContext, 'now'>, limit: Limit): Uses {
  return {
    async take(...whose) {
      for (const each of whose) {
        const seconds = await takeOne(ctx, `${limit.name} ${each}`, { ...limit, now: ctx.now() })
        if (seconds) throw new TooManyRequestsError(limit.refusal(seconds), seconds, limit.name)
      }
    },
    giveBack: (whose) => giveBack(ctx, `${limit.name} ${whose}`, limit),
  }
}

/** Counts a use by each of `limits`, or by none if one of them refuses or `work` does not reach its provider. */
export async function counted(
  limits: { uses: Uses; whose: string }[],
  work: () => Promise<void>,
): Promise<void> {
  const taken: typeof limits = []
  try {
    for (const limit of limits) {
      await limit.uses.take(limit.whose)
      taken.push(limit)
    }
    await work()
  } catch (error) {
    const isRefused = taken.length < limits.length
    const isUnreachable = error instanceof ProviderError && error.kind === 'unreachable'
    if (isRefused || isUnreachable) for (const { uses, whose } of taken) await uses.giveBack(whose)
    throw error
  }
}
