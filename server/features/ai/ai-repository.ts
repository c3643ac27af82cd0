import { eq } from 'drizzle-orm'
import { users } from '@shared/schema'
import type { Db } from '../../db/db'
import { UnauthorizedError } from '../../http/errors'

export function aiOf(db: Db, userId: string) {
  const me = eq(users.id, userId)
  const setting = { enabled: users.aiEnabled }
  const current = ([row]: { enabled: boolean }[]) => {
    if (!row) throw new UnauthorizedError()
    return row
  }
  return {
    /** False too once the account is deleted. */
    isEnabled: async () => (await db.select(setting).from(users).where(me))[0]?.enabled ?? false,
    settings: async () => current(await db.select(setting).from(users).where(me)),
    setEnabled: async (aiEnabled: boolean) =>
      current(await db.update(users).set({ aiEnabled }).where(me).returning(setting)),
  }
}
