import { and, desc, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm'
import { pushDevices, sessions, users } from '@shared/schema'
import { builtOnce, type Db } from '../../db/db'
import { one, UnauthorizedError } from '../../http/errors'
import type { Logout } from '../../senders/identity-provider/logout-token'
import { lockUser } from './users-repository'

const renewedAt = sql<number>`(${sessions.sess} ->> 'renewedAt')::float8`
const signedInAt = sql<number>`(${sessions.sess} ->> 'signedInAt')::float8`

// Sessions from before it was kept have none, so their sign-in is never a recent one.
const authenticatedAt = sql<number>`coalesce((${sessions.sess} ->> 'authenticatedAt')::float8, 0)`

/** Of a session that was ended from another browser, alone or with all: its browser can still be told why. */
const isSignedOut = sql<boolean>`(${sessions.sess} ->> 'signedOut') is not null`

const isLive = gt(sessions.expire, sql`now()`)

const prepared = builtOnce((db) =>
  db
    .select({ userId: sessions.userId, renewedAt, signedInAt, authenticatedAt, isSignedOut })
    .from(sessions)
    .where(and(eq(sessions.sid, sql.placeholder('sid')), isLive))
    .prepare('session'),
)

/** The user of a session, and when it began and was last renewed, in ms; undefined if it does not exist or has expired. */
export async function liveSession(db: Db, sid: string) {
  const [row] = await prepared(db).execute({ sid })
  return row
}

type Renewal = { renewedAt: number; maxAge: number }

/** Extends a session by `maxAge` ms from now; false if it has ended in the meantime. */
export async function renewSession(db: Db, sid: string, { maxAge, ...times }: Renewal): Promise<boolean> {
  const { rowCount } = await db
    .update(sessions)
    .set({
      expire: sql`now() + ${maxAge} * interval '1 millisecond'`,
      sess: sql`(${sessions.sess}::jsonb || ${JSON.stringify(times)}::jsonb)::json`,
    })
    .where(and(eq(sessions.sid, sid), isLive, isNotNull(sessions.userId)))
  return rowCount === 1
}

/** Part of a hash, since the id itself is what the cookie holds; as a UUID of version 8 (RFC 9562). */
const hash = sql`left(encode(sha256(convert_to(${sessions.sid}, 'UTF8')), 'hex'), 32)`
const publicId = sql<string>`overlay(overlay(${hash} placing '8' from 13) placing 'a' from 17)::uuid`

const browser = sql<string | null>`${sessions.sess} ->> 'browser'`

/**
 * Locks the user's row, as signing out everywhere does too, and their session `sid`, so that its end waits. Throws if it has
 * ended before.
 */
export async function lockSignedIn(tx: Db, userId: string, sid = ''): Promise<{ browser: string | null }> {
  await lockUser(tx, userId)
  const isSignedIn = and(eq(sessions.sid, sid), eq(sessions.userId, userId), isLive)
  const [session] = await tx.select({ browser }).from(sessions).where(isSignedIn).for('share')
  if (!session) throw new UnauthorizedError()
  return session
}

/** An ended session stays until it expires, without a user; without the cookie's settings it could not be read. */
const ended = { sess: sql`json_build_object('cookie', ${sessions.sess} -> 'cookie', 'signedOut', true)` }

/** Removes the devices of ended sessions. A separate statement sees one that was registered while the end waited. */
export const removeDevices = (db: Db, ended: { sid: string }[]) =>
  db.delete(pushDevices).where(
    inArray(
      pushDevices.sid,
      ended.map(({ sid }) => sid),
    ),
  )

/** Ends the sessions that the provider has signed out. Resolves with their users. */
export async function endAtProvider(
  db: Db,
  { issuer, subject, providerSid, before }: Logout,
): Promise<string[]> {
  // A token may arrive late, when the person has signed in again.
  const isEarlier = sql`${signedInAt} <= ${before.getTime()}`
  const isSubject = subject === undefined ? undefined : eq(users.oidcSubject, subject)
  const isSession =
    providerSid === undefined ? undefined : sql`(${sessions.sess} ->> 'providerSid') = ${providerSid}`
  const rows = await db
    .update(sessions)
    .set(ended)
    .from(users)
    .where(
      and(
        eq(sessions.userId, users.id),
        eq(users.oidcIssuer, issuer),
        isSubject,
        isSession,
        isLive,
        isEarlier,
      ),
    )
    .returning({ sid: sessions.sid, userId: users.id })
  await removeDevices(db, rows)
  // The devices of sessions that have expired are left.
  if (!providerSid)
    await db.execute(sql`delete from push_devices d using users u
      where u.id = d.user_id and u.oidc_issuer = ${issuer} and u.oidc_subject = ${subject}
        and not exists (select from ${sessions} where ${sessions.sid} = d.sid and ${isLive} and not ${isEarlier})`)
  return [...new Set(rows.map(({ userId }) => userId))]
}

export function sessionsOf(db: Db, userId: string) {
  const mine = eq(sessions.userId, userId)
  return {
    list: (currentSid: string) =>
      db
        .select({
          id: publicId,
          current: sql<boolean>`${sessions.sid} = ${currentSid}`,
          signedInAt,
          renewedAt,
          browser,
        })
        .from(sessions)
        .where(and(mine, isLive))
        .orderBy(desc(renewedAt)),
    /** Resolves with the id of that session as its cookie has it. */
    endOne: (id: string) =>
      db.transaction(async (tx) => {
        const isIt = and(mine, isLive, eq(publicId, id))
        const rows = await tx.update(sessions).set(ended).where(isIt).returning({ sid: sessions.sid })
        const session = one(rows, 'Session')
        await removeDevices(tx, rows)
        return session.sid
      }),
    /** Ends the session `sid` from its own browser, which need not be told why. */
    endOwn: (sid: string) =>
      db.transaction(async (tx) => {
        await tx.delete(sessions).where(and(mine, eq(sessions.sid, sid)))
        await removeDevices(tx, [{ sid }])
      }),
    /** After a sign-in over the session `earlier`: keeps its device if the device is this user's, else removes it. */
    takeDevicesOver: async (earlier: string, sid: string) => {
      const ofEarlier = eq(pushDevices.sid, earlier)
      await db
        .update(pushDevices)
        .set({ sid })
        .where(and(ofEarlier, eq(pushDevices.userId, userId)))
      await db.delete(pushDevices).where(ofEarlier)
    },
    /** Removes the devices of sessions that had expired too. In a transaction that has locked the user. */
    endAll: async () => {
      await db.update(sessions).set(ended).where(mine)
      await db.delete(pushDevices).where(eq(pushDevices.userId, userId))
    },
  }
}
