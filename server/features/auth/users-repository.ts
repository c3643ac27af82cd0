import { and, eq, isNull, sql } from 'drizzle-orm'
import type { UserView } from '@shared/auth'
import { users } from '@shared/schema'
import { type Db, violates } from '../../db/db'
import { ConflictError, one, UnauthorizedError } from '../../http/errors'
import { firstReminderAt } from '../reminders/reminders-repository'
import type { Profile } from './claims'

/** The user of a profile, created at the first sign-in and refreshed at later ones. What the profile lacks stays as it is. */
export async function signInUser(
  db: Db,
  { issuer, subject, ...claims }: Profile,
  now: Date,
): Promise<{ id: string }> {
  const upsert = async () =>
    one(
      await db
        .insert(users)
        .values({
          oidcIssuer: issuer,
          oidcSubject: subject,
          nextReminderAt: firstReminderAt(now),
          ...claims,
        })
        .onConflictDoUpdate({
          target: [users.oidcIssuer, users.oidcSubject],
          set: { ...claims, updatedAt: sql`now()` },
        })
        .returning({ id: users.id }),
      'User',
    )
  const emailTaken = (error: unknown) => violates(error, 'users_email')
  try {
    return await upsert()
  } catch (error) {
    if (!emailTaken(error)) throw error
  }
  // The address may have been taken by the same person a moment ago, in another tab: then the row is found now.
  return upsert().catch((error: unknown) => {
    throw emailTaken(error) ? new ConflictError('This e-mail address belongs to another account') : error
  })
}

/** The hash never leaves the database, only whether there is one. */
const view = {
  id: users.id,
  email: users.email,
  firstName: users.firstName,
  lastName: users.lastName,
  profileImageUrl: users.profileImageUrl,
  password: sql<boolean>`${users.password} is not null`,
  timezone: users.timezone,
}

export const passwordAlreadySet = () => new ConflictError('A password is already set')

export async function userExists(db: Db, id: string): Promise<boolean> {
  return (await db.select({ id: users.id }).from(users).where(eq(users.id, id))).length > 0
}

/** Who logs in with `email`, and the hash to compare the password with; null when they have set none. */
export async function loginOf(
  db: Db,
  email: string,
): Promise<{ user: UserView; hash: string | null } | undefined> {
  const [row] = await db
    .select({ user: view, hash: users.password })
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
    /** The first password stays: one that is set is not replaced. */
    addPassword: async (hash: string, now: Date): Promise<UserView> => {
      const [user] = await db
        .update(users)
        .set({ password: hash, updatedAt: now })
        .where(and(me, isNull(users.password)))
        .returning(view)
      if (!user) throw passwordAlreadySet()
      return user
    },
  }
}
