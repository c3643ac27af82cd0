import { randomBytes } from 'node:crypto'
import { and, arrayOverlaps, desc, eq, gt, lte, not, sql } from 'drizzle-orm'
import { dayMs } from '@shared/instants'
import { accessTokens } from '@shared/schema'
import type { Scope } from '@shared/scopes'
import { mostTokens } from '@shared/tokens'
import { builtOnce, type Db } from '../../db/db'
import { deleteInBatches } from '../../db/delete-in-batches'
import { ConflictError, one } from '../../http/errors'
import { hashOf } from '../../secrets'

const prefix = 'lisa_pat_'
/** Those that come later are neither kept nor told: a telephone is in another network every day. */
const mostNetworks = 50
/** An instant, not a day of UTC, since each reader sees it in a timezone. A use so soon after the stored one is not stored. */
const storedEveryMs = 60 * 60 * 1000

/** Whether it is a token that its user has made, going by its form. */
export const isNamedToken = (token: string) => token.startsWith(prefix)

const { id, name, scopes, createdAt, expiresAt, lastUsedAt, networks, lastNetwork } = accessTokens
const view = { id, name, scopes, createdAt, expiresAt, lastUsedAt }

export type NewToken = { name: string; scopes: Scope[]; expiresInDays: number }

export function tokensOf(db: Db, userId: string) {
  const mine = eq(accessTokens.userId, userId)
  const living = (now: Date) => and(mine, gt(expiresAt, now))
  return {
    /** `here`: all hashes of the network of the request. */
    list: (now: Date, here: string[]) =>
      db
        .select({ ...view, lastUsedHere: sql<boolean | null>`${lastNetwork} = any(${sql.param(here)})` })
        .from(accessTokens)
        .where(living(now))
        .orderBy(desc(createdAt), desc(id)),
    /**
     * The token itself is in the answer only: its hash is stored. Its use from a network that is not among `known` is told;
     * where none is known, the first use is not. After `lockSignedIn`, so that two at once are not one too many.
     */
    make: async ({ expiresInDays, ...token }: NewToken, now: Date, known: string[]) => {
      if ((await db.$count(accessTokens, living(now))) >= mostTokens)
        throw new ConflictError(`You have ${mostTokens} tokens already. Withdraw one to make another.`)
      const secret = prefix + randomBytes(32).toString('base64url')
      const values = {
        ...token,
        userId,
        tokenHash: hashOf(secret),
        networks: known,
        createdAt: now,
        expiresAt: new Date(now.getTime() + expiresInDays * dayMs),
      }
      const row = one(await db.insert(accessTokens).values(values).returning(view), 'Token')
      return { ...row, token: secret }
    },
    /** Whether it is there and has not ended. Its withdrawal waits for the end of the transaction. */
    lock: async (tokenId: string, now: Date): Promise<boolean> => {
      const byId = and(living(now), eq(id, tokenId))
      return (await db.select({ id }).from(accessTokens).where(byId).for('key share')).length > 0
    },
    /** Resolves to its name. */
    withdraw: async (tokenId: string): Promise<string> => {
      const withdrawn = await db
        .delete(accessTokens)
        .where(and(mine, eq(id, tokenId)))
        .returning({ name })
      return one(withdrawn, 'Token').name
    },
    /** Those of assistants too. */
    withdrawAll: async (): Promise<void> => void (await db.delete(accessTokens).where(mine)),
  }
}

/** What is read of a token, or of the grant that an assistant's token is of, with each request. */
export const usedToken = { userId: accessTokens.userId, id, name, scopes, lastUsedAt, networks, lastNetwork }
export type UsedToken = Pick<typeof accessTokens.$inferSelect, keyof typeof usedToken>

const prepared = builtOnce((db) =>
  db
    .select(usedToken)
    .from(accessTokens)
    .where(
      and(
        eq(accessTokens.tokenHash, sql.placeholder('hash')),
        gt(expiresAt, sql`${sql.placeholder('now')}::timestamptz`),
      ),
    )
    .prepare('access_token'),
)

/** Undefined if it has ended, was withdrawn or was never made. */
export async function livingToken(db: Db, token: string, now: Date): Promise<UsedToken | undefined> {
  const [row] = await prepared(db).execute({ hash: hashOf(token), now: now.toISOString() })
  return row
}

/**
 * Stores a use an hour or more after the one that is stored, and each from another network than the use before. Resolves to
 * whether the network is new and others were known; of two such uses at once, one does.
 */
export async function noteUse(
  db: Db,
  token: UsedToken,
  from: { network: string; networks: string[] },
  now: Date,
): Promise<boolean> {
  const byId = and(eq(accessTokens.userId, token.userId), eq(id, token.id))
  const lastUse = { lastUsedAt: now, lastNetwork: from.network }
  const isKnown = token.networks.some((network) => from.networks.includes(network))
  if (!isKnown && token.networks.length < mostNetworks) {
    const [noted] = await db
      .update(accessTokens)
      .set({ ...lastUse, networks: sql`${networks} || ${from.network}::text` })
      .where(and(byId, not(arrayOverlaps(networks, from.networks))))
      .returning({ networks })
    return noted !== undefined && noted.networks.length > 1
  }
  const isElsewhere = !token.lastNetwork || !from.networks.includes(token.lastNetwork)
  if (isElsewhere || !token.lastUsedAt || now.getTime() - token.lastUsedAt.getTime() >= storedEveryMs)
    await db.update(accessTokens).set(lastUse).where(byId)
  return false
}

/** Deletes the tokens of all users that have ended. */
export const deleteEndedTokens = (db: Db, now: Date, stopping: AbortSignal) =>
  deleteInBatches(db, accessTokens, lte(expiresAt, now), stopping)
