import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { UserView } from '@shared/auth'
import { users } from '@shared/schema'
import { type Db, violates } from '../../db/db'
import { ConflictError, UnauthorizedError } from '../../http/errors'
import { firstReminderAt } from '../reminders/reminders-repository'
import type { Profile } from '../../senders/identity-provider/claims'

/**
 * Creates the user at the first sign-in, if they `mayJoin`, and updates it at later ones; a claim that is absent leaves
 * its column unchanged. Undefined if there is no user. `earlierEmail` is the address before this sign-in.
 */
export async function signInUser(
  db: Db,
  { issuer, subject, ...claims }: Profile,
  { now, mayJoin }: { now: Date; mayJoin: boolean },
): Promise<(UserView & { createdAt: Date; earlierEmail: string | null }) | undefined> {
  const latest = { ...claims, updatedAt: sql`now()` }
  // A query within a statement sees the row as it was before.
  const earlierEmail = sql<string | null>`(select email from ${users} as earlier
    where earlier.oidc_issuer = ${issuer} and earlier.oidc_subject = ${subject})`
  const returned = { ...view, createdAt: users.createdAt, earlierEmail }
  async function save() {
    const [user] = mayJoin
      ? await db
          .insert(users)
          .values({
            oidcIssuer: issuer,
            oidcSubject: subject,
            nextReminderAt: firstReminderAt(now),
            ...claims,
          })
          .onConflictDoUpdate({ target: [users.oidcIssuer, users.oidcSubject], set: latest })
          .returning(returned)
      : await db
          .update(users)
          .set(latest)
          .where(and(eq(users.oidcIssuer, issuer), eq(users.oidcSubject, subject)))
          .returning(returned)
    return user
  }
  const emailTaken = (error: unknown) => violates(error, 'users_email')
  try {
    return await save()
  } catch (error) {
    if (!emailTaken(error)) throw error
  }
  // A concurrent sign-in of the same user in another tab may have inserted the row: the second try then updates it.
  return save().catch((error: unknown) => {
    throw emailTaken(error) ? new ConflictError('This email address belongs to another account') : error
  })
}

// `password` only says whether a hash is set; the hash itself is never returned.
const view = {
  id: users.id,
  email: users.email,
  firstName: users.firstName,
  lastName: users.lastName,
  profileImageUrl: users.profileImageUrl,
  password: sql<boolean>`${users.password} is not null`,
  timezone: users.timezone,
}

export const passwordWithoutEmail = () =>
  new ConflictError(
    'Your account has no verified email address, and a password works only together with one. Add it at the service you sign in with, then sign in again.',
  )

export const passwordAlreadySet = () => new ConflictError('A password is already set')

/** Locks the user's row, so that a user's transactions that call this run one after the other. */
export async function lockUser(tx: Db, userId: string): Promise<void> {
  const found = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
  if (!found.length) throw new UnauthorizedError()
}

/**
 * A token is valid until its user is deleted, removes the password, adds another one or signs out everywhere; with `lock`, none
 * of that happens before the end of the transaction.
 */
export async function isTokenOfUser(
  db: Db,
  { userId, version }: { userId: string; version: number },
  lock?: 'share',
): Promise<boolean> {
  const isCurrent = and(eq(users.id, userId), eq(users.tokenVersion, version), isNotNull(users.password))
  const found = db.select({ id: users.id }).from(users).where(isCurrent)
  return (await (lock ? found.for(lock) : found)).length > 0
}

/** The user with `email` and their password hash, null when they have set no password. */
export async function loginOf(
  db: Db,
  email: string,
): Promise<{ user: UserView; hash: string | null; tokenVersion: number } | undefined> {
  const [row] = await db
    .select({ user: view, hash: users.password, tokenVersion: users.tokenVersion })
    .from(users)
    .where(eq(users.email, email))
  return row
}

export function accountOf(db: Db, userId: string) {
  const me = eq(users.id, userId)
  return {
    view: async (): Promise<UserView> => {
      const [user] = await db.select(view).from(users).where(me)
      if (!user) throw new UnauthorizedError()
      return user
    },
    /** Does not replace a password that is already set. */
    addPassword: async (hash: string, now: Date): Promise<UserView> => {
      const [user] = await db
        .update(users)
        .set({ password: hash, tokenVersion: sql`${users.tokenVersion} + 1`, updatedAt: now })
        .where(and(me, isNull(users.password)))
        .returning(view)
      if (user) return user
      await accountOf(db, userId).view()
      throw passwordAlreadySet()
    },
    /** Makes every token worthless that was given so far. */
    endTokens: async (): Promise<void> => {
      await db
        .update(users)
        .set({ tokenVersion: sql`${users.tokenVersion} + 1` })
        .where(me)
    },
    /** Resolves to whether a password was set. */
    removePassword: async (now: Date): Promise<boolean> => {
      const removed = await db
        .update(users)
        .set({ password: null, updatedAt: now })
        .where(and(me, isNotNull(users.password)))
        .returning({ id: users.id })
      return removed.length > 0
    },
  }
}
