import { and, eq, gt, lt, or, sql } from 'drizzle-orm'
import { phoneCodes, users } from '@shared/schema'
import { type Db, violates } from '../../db/db'
import { FieldError } from '../../http/errors'
import type { Secrets } from '../../secrets'
import { remindersOf } from '../reminders/reminders-repository'
import { codeHash, codeMinutes, maxTries } from './phone-code'
import { stoppedNumbersIn } from './stopped-numbers-repository'

/** The phone number of one user on its way from saved to confirmed. */
export function phoneNumberOf(db: Db, secrets: Secrets, userId: string) {
  const me = eq(users.id, userId)
  const mine = eq(phoneCodes.userId, userId)

  /** Moves the pending number to this user; another account that had it loses it. Resolves to the id of that account. */
  const take = (phoneNumber: string, now: Date): Promise<string | undefined> =>
    db.transaction(async (tx) => {
      const both = await tx
        .select({ id: users.id, pending: users.pendingPhoneNumber })
        .from(users)
        .where(or(me, eq(users.phoneNumber, phoneNumber)))
        // Always in the same order, so that two users who take each other's number cannot deadlock.
        .orderBy(users.id)
        .for('update')
      const other = both.find(({ id }) => id !== userId)
      if (other) {
        await tx.update(users).set({ phoneNumber: null, updatedAt: now }).where(eq(users.id, other.id))
        if (!other.pending) await remindersOf(tx, other.id).change({ phoneReminderEnabled: false }, now)
      }
      const taken = await tx
        .update(users)
        .set({ phoneNumber, pendingPhoneNumber: null, updatedAt: now })
        .where(and(me, eq(users.pendingPhoneNumber, phoneNumber)))
        .returning({ id: users.id })
      if (!taken.length) throw refused(noCode)
      await tx.delete(phoneCodes).where(mine)
      return other?.id
    })

  return {
    /** Of the number in the settings. What an unconfirmed one has said is not told: it may be somebody else's. */
    state: async (): Promise<{ confirmed: boolean; stopped?: true }> => {
      const { phoneNumber, pendingPhoneNumber } = await remindersOf(db, userId).recipient()
      if (!phoneNumber || pendingPhoneNumber) return { confirmed: false }
      const hasStopped = await stoppedNumbersIn(db, secrets).has(phoneNumber)
      return { confirmed: true, ...(hasStopped && { stopped: true }) }
    },

    /** Makes `code`, which was sent to `phoneNumber`, the only one that counts. */
    storeCode: async (code: string, phoneNumber: string, now: Date): Promise<void> => {
      const stored = {
        codeHash: codeHash(secrets, userId, phoneNumber, code),
        tries: 0,
        expiresAt: new Date(now.getTime() + codeMinutes * 60_000),
      }
      await db
        .insert(phoneCodes)
        .values({ userId, ...stored })
        .onConflictDoUpdate({ target: phoneCodes.userId, set: stored })
    },

    /** Resolves to the id of the account that had the number before, if any. */
    confirm: async (code: string, now: Date): Promise<string | undefined> => {
      const { pendingPhoneNumber } = await remindersOf(db, userId).recipient()
      // Counted before the comparison and in one statement: tries at the same moment count too.
      const [tried] = await db
        .update(phoneCodes)
        .set({ tries: sql`${phoneCodes.tries} + 1` })
        .where(and(mine, gt(phoneCodes.expiresAt, now), lt(phoneCodes.tries, maxTries)))
        .returning()
      if (!pendingPhoneNumber || !tried) throw refused(await whyUseless(now))
      if (tried.codeHash !== codeHash(secrets, userId, pendingPhoneNumber, code))
        throw refused(wrongCode(maxTries - tried.tries))
      return take(pendingPhoneNumber, now).catch((error: unknown) => {
        // Another account confirmed the same number at this moment: the later one has it.
        if (violates(error, 'users_phone_number')) return take(pendingPhoneNumber, now)
        throw error
      })
    },
  }

  async function whyUseless(now: Date) {
    const [code] = await db.select().from(phoneCodes).where(mine)
    if (!code) return noCode
    return code.expiresAt > now ? usedUp : `This code has expired. ${askForCode}`
  }
}

const askForCode = 'Choose Send Test SMS to get a new one.'
const noCode = `There is no code for this number. ${askForCode}`
const usedUp = `The code was wrong ${maxTries} times. ${askForCode}`

const wrongCode = (left: number) =>
  left ? `That's not the right code. You have ${left} ${left === 1 ? 'try' : 'tries'} left.` : usedUp

const refused = (message: string) => new FieldError('code', message)
