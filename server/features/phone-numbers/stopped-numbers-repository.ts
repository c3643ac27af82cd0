import { inArray } from 'drizzle-orm'
import { stoppedNumbers } from '@shared/schema'
import type { Db } from '../../db/db'
import { inE164, spellingsOf } from '../../e164'
import { type Secrets, sign, signaturesOf } from '../../secrets'

/** The numbers that said STOP, whichever accounts have them. Only keyed hashes of them are stored. */
export function stoppedNumbersIn(db: Db, secrets: Secrets) {
  const isOf = (number: string) =>
    inArray(
      stoppedNumbers.numberHash,
      spellingsOf(number).flatMap((spelling) => signaturesOf(secrets, 'phone numbers', spelling)),
    )
  return {
    has: async (number: string): Promise<boolean> =>
      (await db.select().from(stoppedNumbers).where(isOf(number)).limit(1)).length > 0,
    add: async (number: string): Promise<void> => {
      const numberHash = sign(secrets, 'phone numbers', inE164(number))
      await db.insert(stoppedNumbers).values({ numberHash }).onConflictDoNothing()
    },
    remove: async (number: string): Promise<void> => {
      await db.delete(stoppedNumbers).where(isOf(number))
    },
  }
}
