import { sql } from 'drizzle-orm'
import { dailyMessages } from '@shared/schema'
import type { Db } from '../../db/db'
import { deleteInBatches } from '../../db/delete-in-batches'

/** Deletes all users' texts older than `day`. Replies first: deleting the text that they answer would cascade without a lock. */
export function deleteOldTexts(db: Db, day: string, stopping: AbortSignal): Promise<void> {
  const isOld = sql`local_date < ${day} and not exists (
    select from daily_messages reply where reply.reply_to = daily_messages.id)`
  return deleteInBatches(db, dailyMessages, isOld, stopping)
}
