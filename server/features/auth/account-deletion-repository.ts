import { eq, inArray, sql } from 'drizzle-orm'
import { goals, journalEntries, users, voiceCalls, voiceTalks } from '@shared/schema'
import type { AppContext } from '../../context'
import { isDeadlock, isLocked } from '../../db/db'
import { UnauthorizedError } from '../../http/errors'
import { forgetUses } from '../../limits/limits'
import { holdBack } from '../reminders/delivery/ledger'
import { sessionsOf } from './sessions-repository'

/** What a mail needs to somebody who is no user any more. */
export type DeletedAccount = Pick<typeof users.$inferSelect, 'email' | 'firstName' | 'timezone'>

/**
 * Deletes a user and, by the foreign keys, all that is theirs, unless `confirm` throws. Undefined, with nothing deleted,
 * while something of theirs is being saved or sent. Hardly any lock is waited for, and a deadlock counts as such a one.
 */
export async function deleteAccount(
  { db, secrets, now }: Pick<AppContext, 'db' | 'secrets' | 'now'>,
  userId: string,
  confirm: (account: DeletedAccount) => void,
): Promise<DeletedAccount | undefined> {
  const deletion = db.transaction(async (tx) => {
    for (const table of [journalEntries, goals])
      await tx.execute(sql`
        select count(*) from (select id from ${table} where user_id = ${userId} for update nowait) as locked`)
    const me = eq(users.id, userId)
    const { email, firstName, timezone } = users
    const [account] = await tx
      .select({ email, firstName, timezone })
      .from(users)
      .where(me)
      .for('update', { noWait: true })
    if (!account) throw new UnauthorizedError()
    confirm(account)
    if (!(await holdBack(tx, userId, now()))) return undefined
    const talks = tx.select({ id: voiceTalks.id }).from(voiceTalks).where(eq(voiceTalks.userId, userId))
    await tx.update(voiceCalls).set({ hangUpAt: now() }).where(inArray(voiceCalls.talkId, talks))
    await forgetUses({ db: tx, secrets }, [userId, account.email ?? userId])
    // Before they go with the user, so that other browsers can be told.
    await sessionsOf(tx, userId).endAll()
    await tx.delete(users).where(me)
    return account
  })
  return deletion.catch((error: unknown) => {
    if (!isLocked(error) && !isDeadlock(error)) throw error
    return undefined
  })
}
