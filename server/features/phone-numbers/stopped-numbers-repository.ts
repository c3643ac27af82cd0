import { createHmac } from 'node:crypto'
import { inArray } from 'drizzle-orm'
import { stoppedNumbers } from '@shared/schema'
import type { Db } from '../../db/db'
import { keysFor, type Secrets } from '../../secrets'

/** The numbers that said STOP, whichever accounts have them. Only keyed hashes of them are stored. */
export function stoppedNumbersIn(db: Db, secrets: Secrets) {
  const hashes = (number: string) =>
    keysFor(secrets, 'phone numbers').map((key) =>
      createHmac('sha256', key).update(number).digest('base64url'),
    )
  const isOf = (number: string) => inArray(stoppedNumbers.numberHash, hashes(number))
  return {
    has: async (number: string): Promise<boolean> =>
      (await db.select().from(stoppedNumbers).where(isOf(number)).limit(1)).length > 0,
    add: async (number: string): Promise<void> => {
      const [numberHash = ''] = hashes(number)
      await db.insert(stoppedNumbers).values({ numberHash }).onConflictDoNothing()
    },
    remove: async (number: string): Promise<void> => {
      await db.delete(stoppedNumbers).where(isOf(number))
    },
  }
}
