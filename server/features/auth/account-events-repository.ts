import { and, desc, eq, gt, lte, not, sql, type SQL } from 'drizzle-orm'
import type { Request } from 'express'
import type { AccountEventKind } from '@shared/account-events'
import { dayMs } from '@shared/instants'
import { accountEvents, users } from '@shared/schema'
import type { AppContext } from '../../context'
import { type Db, isOrphaned } from '../../db/db'
import { deleteInBatches } from '../../db/delete-in-batches'
import { isDatabaseAway, logOutage } from '../../db/outage'
import { isAsItWas } from '../../http/change'
import { originOf } from '../../http/request-origin'
import type { Caller } from '../../http/serve'

// A session ends 90 days after its sign-in: when the next one comes, that sign-in still has to be known.
const [daysListed, daysKept] = [90, 120]
// Of each kind, so that none that can be caused at will pushes the others out of the list, or fills a page.
const listedAtMost = 1_000
const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * dayMs)

// A script may cause these as often as it likes: one an hour is stored for each network, or for each token that writes.
const repeatable: readonly AccountEventKind[] = [
  'sign-in-refused',
  'token',
  'token-refused',
  'token-wrote',
  'phone-changed',
]

/** `tokenName` is that of the token that did it, or that it is about. */
type Whose = ({ userId: string } | { email: string }) & { tokenName?: string }

/**
 * Logs an event and stores it for its owner; nothing happens if there is no such user. Never rejects: what is done is
 * done. The statement is the same whether or not the email address is known. Without `req` it was caused by somebody else,
 * and the owner is not told from where. Resolves with true for a sign-in if neither its network nor its kind of device is that
 * of an earlier one.
 */
export async function recordEvent(
  ctx: Pick<AppContext, 'db' | 'log' | 'now' | 'secrets'>,
  req: Request | undefined,
  kind: AccountEventKind,
  whose: Whose,
): Promise<boolean> {
  const nowhere = { device: null, network: '', networks: [''] }
  const { device, network, networks } = req ? originOf(ctx, req) : nowhere
  const now = ctx.now().toISOString()
  const isOwner = 'userId' in whose ? eq(users.id, whose.userId) : eq(users.email, whose.email)
  const tokenName = whose.tokenName ?? null
  const isSame = kind === 'token-wrote' ? sql`e.token_name = ${tokenName}` : sql`e.network = ${network}`
  const isNew = sql`not exists (
    select from account_events e where e.user_id = owner.id and e.kind = ${kind} and ${isSame}
      and e.created_at > ${now}::timestamptz - interval '1 hour')`
  // What is stored by the same statement does not count.
  const isFromElsewhere =
    kind === 'sign-in'
      ? sql`not exists (select from account_events e where e.user_id = owner.id and e.kind = 'sign-in'
          and (e.network = any(${sql.param(networks)}) or e.device is not distinct from ${device}))`
      : sql`false`
  try {
    const { rows } = await ctx.db.execute<{ id: string; isFromElsewhere: boolean }>(sql`
      with owner as (select id from users where ${isOwner}), stored as (
        insert into account_events (user_id, kind, device, network, token_name, created_at)
        select id, ${kind}, ${device}, ${network}, ${tokenName}, ${now}::timestamptz from owner
        where ${repeatable.includes(kind) ? isNew : sql`true`}
      )
      select id, ${isFromElsewhere} as "isFromElsewhere" from owner`)
    for (const { id: userId } of rows) ctx.log.info({ userId, kind, network }, 'Account event')
    return rows.some((row) => row.isFromElsewhere)
  } catch (error) {
    if (isDatabaseAway(error)) logOutage(ctx.log, error)
    else if (!isOrphaned(error)) ctx.log.error({ err: error, kind }, 'An account event could not be stored')
    return false
  }
}

/** What `change` gives. Nothing is changed if the caller's token was withdrawn meanwhile; if it was not, its owner is told. */
export async function makeChange<T>(
  ctx: AppContext,
  { req, userId, access, askAgain }: Caller & { req: Request },
  change: (db: Db) => Promise<T>,
): Promise<T> {
  if (!access) return change(ctx.db)
  const answer = await ctx.db.transaction(async (tx) => {
    const changed = await change(tx)
    await askAgain?.(tx)
    return changed
  })
  if (!isAsItWas(answer)) await recordEvent(ctx, req, 'token-wrote', { userId, tokenName: access.name })
  return answer
}

export function eventsOf(db: Db, userId: string) {
  return {
    /** Those of the last 90 days, newest first, the latest of each kind; or all that are kept. */
    list: (now: Date, { all = false } = {}) => {
      const { id, kind, createdAt, device, network, tokenName } = accountEvents
      const hasSignedInBefore = (partition: SQL) => sql`coalesce(bool_or(${kind} = 'sign-in')
        over (${partition} order by ${createdAt} rows between unbounded preceding and 1 preceding), false)`
      const isAnotherNetwork = not(hasSignedInBefore(sql`partition by ${network}`))
      const newNetwork =
        sql<boolean>`${hasSignedInBefore(sql``)} and ${isAnotherNetwork} and ${network} <> ''`.as(
          'new_network',
        )
      const nth = sql<number>`row_number() over (partition by ${kind} order by ${createdAt} desc)`.as('nth')
      const listed = db
        .select({ id, kind, createdAt, device, tokenName, newNetwork, nth })
        .from(accountEvents)
        .where(eq(accountEvents.userId, userId))
        .as('listed')
      return db
        .select({
          id: listed.id,
          kind: listed.kind,
          at: listed.createdAt,
          detail: listed.device,
          tokenName: listed.tokenName,
          newNetwork: listed.newNetwork,
        })
        .from(listed)
        .where(
          all
            ? undefined
            : and(gt(listed.createdAt, daysBefore(now, daysListed)), lte(listed.nth, listedAtMost)),
        )
        .orderBy(desc(listed.createdAt), desc(listed.id))
    },
  }
}

/** Deletes the events of all users that are older than 120 days. */
export function deleteOldEvents(db: Db, now: Date, stopping: AbortSignal): Promise<void> {
  const isOld = sql`created_at < ${daysBefore(now, daysKept).toISOString()}`
  return deleteInBatches(db, accountEvents, isOld, stopping)
}
