import { and, count, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import { dayMs } from '@shared/instants'
import type { Scope } from '@shared/scopes'
import { accessTokens, oauthRecords } from '@shared/schema'
import { mostTokens } from '@shared/tokens'
import type { Db } from '../../db/db'
import { iso } from '../../db/parameters'
import { ConflictError } from '../../http/errors'
import { hashOf } from '../../secrets'
import { usedToken, type UsedToken } from '../tokens/tokens-repository'
import { lockUser } from './users-repository'

export type Payload = Record<string, unknown>

/** A used refresh token is kept this long, to recognise a later use. */
const usedDays = 30
const unusedClientDays = 30
/** A client registers just before it asks to be let in, so an unused registration need not be kept longer. */
const newClientDays = 1

/** Refresh tokens can be used again for so long: an answer gets lost, and programs of one person share a token. */
const refreshAgainMs = 60_000
const refreshedAfter = (now: Date) => new Date(now.getTime() - refreshAgainMs)

/** These ids open nothing; those of codes, tokens and the like are kept as hashes. */
const publicIds = ['Client', 'Grant']
const storedId = (model: string, id: string) => (publicIds.includes(model) ? id : hashOf(id))

/** A grant and its records are valid only while its row in `access_tokens` is. */
const hasLivingGrant = (now: Date) => sql`(${oauthRecords.grantId} is null or exists (
  select from ${accessTokens} where ${accessTokens.grantId} = ${oauthRecords.grantId}
    and ${accessTokens.expiresAt} > ${iso(now)}))`

/** What the OAuth server keeps of one kind: each of these is one statement. */
export function oauthRecordsOf(db: Db, model: string) {
  const byId = (id: string) => and(eq(oauthRecords.model, model), eq(oauthRecords.id, storedId(model, id)))
  const isUnused = (now: Date) =>
    or(
      isNull(oauthRecords.consumedAt),
      model === 'RefreshToken' ? gt(oauthRecords.consumedAt, refreshedAfter(now)) : undefined,
    )
  return {
    upsert: async (
      id: string,
      payload: Payload,
      { userId, grantId, expiresAt }: { userId?: string; grantId?: string; expiresAt?: Date },
    ): Promise<void> => {
      // `jti` is the id itself.
      const values = { payload: { ...payload, jti: undefined }, userId, grantId, expiresAt }
      await db
        .insert(oauthRecords)
        .values({ model, id: storedId(model, id), ...values })
        .onConflictDoUpdate({ target: [oauthRecords.model, oauthRecords.id], set: values })
    },
    find: async (id: string, now: Date) => {
      const isLiving = or(isNull(oauthRecords.expiresAt), gt(oauthRecords.expiresAt, now))
      const [row] = await db
        .select({ payload: oauthRecords.payload, isUsed: sql<boolean>`not ${isUnused(now)}` })
        .from(oauthRecords)
        .where(and(byId(id), isLiving, hasLivingGrant(now)))
      return row && { payload: row.payload as Payload, isUsed: row.isUsed }
    },
    /** Resolves to false if it was used before, codes also at the same moment. */
    consume: async (id: string, now: Date): Promise<boolean> => {
      const knownUntil = new Date(now.getTime() + usedDays * dayMs)
      const { rowCount } = await db
        .update(oauthRecords)
        .set({
          consumedAt: sql`coalesce(${oauthRecords.consumedAt}, ${iso(now)})`,
          expiresAt: sql`least(${oauthRecords.expiresAt}, ${iso(knownUntil)})`,
        })
        .where(and(byId(id), isUnused(now)))
      return rowCount === 1
    },
    destroy: async (id: string): Promise<void> => {
      await db.delete(oauthRecords).where(byId(id))
    },
  }
}

/** Ends a grant with its tokens and codes. Resolves to its user, or undefined if it had ended. */
export async function endGrant(
  db: Db,
  grantId: string,
): Promise<{ userId: string; tokenName: string } | undefined> {
  const { rows } = await db.execute<{ userId: string; tokenName: string }>(sql`
    with records as (delete from oauth_records where grant_id = ${grantId}),
      ended as (delete from access_tokens where grant_id = ${grantId} returning user_id, name)
    select user_id as "userId", name as "tokenName" from ended`)
  return rows[0]
}

type Grant = { grantId: string; clientId: string; name: string; scopes: Scope[]; expiresAt: Date }

export function grantsOf(db: Db, userId: string) {
  return {
    /** Adds the grant to the user's tokens and ends the client's earlier one. Resolves to false if it was added before. */
    allow: ({ grantId, clientId, name, scopes, expiresAt }: Grant, now: Date): Promise<boolean> =>
      db.transaction(async (tx) => {
        // One after the other, so that two at the same moment are not one too many.
        await lockUser(tx, userId)
        const mine = eq(accessTokens.userId, userId)
        const { rowCount } = await tx
          .update(accessTokens)
          .set({ scopes })
          .where(and(mine, eq(accessTokens.grantId, grantId)))
        if (rowCount) return false
        const before = tx
          .select({ grantId: oauthRecords.id })
          .from(oauthRecords)
          .where(
            and(
              eq(oauthRecords.userId, userId),
              eq(oauthRecords.model, 'Grant'),
              sql`${oauthRecords.payload} ->> 'clientId' = ${clientId}`,
            ),
          )
        await tx.delete(accessTokens).where(and(mine, inArray(accessTokens.grantId, before)))
        const [{ living } = { living: 0 }] = await tx
          .select({ living: count() })
          .from(accessTokens)
          .where(and(mine, gt(accessTokens.expiresAt, now)))
        if (living >= mostTokens) throw new ConflictError(`There are ${mostTokens} tokens already`)
        await tx.insert(accessTokens).values({ userId, name, scopes, grantId, expiresAt, createdAt: now })
        const clientUntil = new Date(expiresAt.getTime() + unusedClientDays * dayMs)
        await tx
          .update(oauthRecords)
          .set({ expiresAt: sql`greatest(${oauthRecords.expiresAt}, ${iso(clientUntil)})` })
          .where(and(eq(oauthRecords.model, 'Client'), eq(oauthRecords.id, clientId)))
        return true
      }),
  }
}

export async function addClient(db: Db, metadata: Payload & { client_id: string }, now: Date): Promise<void> {
  const expiresAt = new Date(now.getTime() + newClientDays * dayMs)
  await oauthRecordsOf(db, 'Client').upsert(metadata.client_id, metadata, { expiresAt })
}

/** The grant of an access token, by one statement; undefined if it has ended or is for something else than `resource`. */
export async function livingGrant(
  db: Db,
  token: string,
  resource: string,
  now: Date,
): Promise<UsedToken | undefined> {
  const [row] = await db
    .select({
      grant: usedToken,
      scope: sql<string | null>`${oauthRecords.payload} ->> 'scope'`,
    })
    .from(oauthRecords)
    .innerJoin(accessTokens, eq(accessTokens.grantId, oauthRecords.grantId))
    .where(
      and(
        eq(oauthRecords.model, 'AccessToken'),
        eq(oauthRecords.id, storedId('AccessToken', token)),
        gt(oauthRecords.expiresAt, now),
        gt(accessTokens.expiresAt, now),
        sql`${oauthRecords.payload} ->> 'aud' = ${resource}`,
      ),
    )
  if (!row) return undefined
  // A client may ask for less than it was granted.
  const asked = row.scope?.split(' ') ?? []
  return { ...row.grant, scopes: row.grant.scopes.filter((scope) => asked.includes(scope)) }
}

/**
 * Deletes what has ended, of all users: records, what is left of withdrawn grants, and grants of assistants that have not come
 * back in time. A new grant is given a day for its first token.
 */
export async function forgetEndedGrants(db: Db, now: Date): Promise<void> {
  const at = iso(now)
  await db.execute(sql`
    delete from oauth_records where (model, id) in (
      select model, id from oauth_records r
      where expires_at <= ${at} or (grant_id is not null
        and not exists (select from access_tokens t where t.grant_id = r.grant_id and t.expires_at > ${at}))
      for update skip locked
    )`)
  await db.execute(sql`
    delete from access_tokens t where grant_id is not null and created_at < ${at}::timestamptz - interval '1 day'
      and not exists (select from oauth_records r where r.grant_id = t.grant_id and r.model = 'RefreshToken'
        and r.expires_at > ${at} and (r.consumed_at is null or r.consumed_at > ${iso(refreshedAfter(now))}))`)
}
