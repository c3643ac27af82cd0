import { and, eq, lt, lte } from 'drizzle-orm'
import { dayMs } from '@shared/instants'
import { incomingMails as mails, users } from '@shared/schema'
import type { Db } from '../../db/db'
import { deleteInBatches } from '../../db/delete-in-batches'

/** Longer than any mail server goes on trying. */
const keptDays = 30

const writer = {
  userId: users.id,
  email: users.email,
  firstName: users.firstName,
  timezone: users.timezone,
  phoneNumber: users.phoneNumber,
  usesAi: users.aiEnabled,
}
export type Writer = Pick<typeof users.$inferSelect, 'firstName' | 'timezone' | 'phoneNumber'> & {
  userId: string
  email: string | null
  usesAi: boolean
}
const stored = { outcome: mails.outcome, answerDueAt: mails.answerDueAt, dangerAnswer: mails.dangerAnswer }
export type StoredMail = Pick<typeof mails.$inferSelect, keyof typeof stored>

export function incomingMailsOf(db: Db, userId: string) {
  const mine = eq(mails.userId, userId)
  const mineByHash = (messageHash: string) => and(mine, eq(mails.messageHash, messageHash))
  return {
    writer: async (): Promise<Writer | undefined> =>
      (await db.select(writer).from(users).where(eq(users.id, userId)))[0],
    get: async (messageHash: string): Promise<StoredMail | undefined> =>
      (await db.select(stored).from(mails).where(mineByHash(messageHash)))[0],
    /** Undefined if it was added before. Waits for another transaction that is adding it. */
    add: async (messageHash: string, mail: StoredMail, now: Date): Promise<StoredMail | undefined> => {
      const expiresAt = new Date(now.getTime() + keptDays * dayMs)
      const added = await db
        .insert(mails)
        .values({ ...mail, userId, messageHash, expiresAt })
        .onConflictDoNothing()
        .returning(stored)
      return added[0]
    },
    /** Whether the answer is due: only one of those who ask at once is told so. */
    claimAnswer: async (messageHash: string, now: Date, answerDueAt: Date): Promise<boolean> => {
      const claimed = await db
        .update(mails)
        .set({ answerDueAt })
        .where(and(mineByHash(messageHash), lte(mails.answerDueAt, now)))
        .returning({ messageHash: mails.messageHash })
      return claimed.length > 0
    },
    /** After a claim, whose lease it ends. */
    retryAnswer: async (messageHash: string, answerDueAt: Date): Promise<void> => {
      await db.update(mails).set({ answerDueAt }).where(mineByHash(messageHash))
    },
    settleAnswer: async (messageHash: string): Promise<void> => {
      await db.update(mails).set({ answerDueAt: null, dangerAnswer: null }).where(mineByHash(messageHash))
    },
  }
}

export const deleteOldMails = (db: Db, now: Date, stopping: AbortSignal) =>
  deleteInBatches(db, mails, lt(mails.expiresAt, now), stopping)
