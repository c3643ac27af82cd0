import { sql } from 'drizzle-orm'
import { dailyMessages } from '@shared/schema'
import type { Db } from '../../db/db'
import { deleteInBatches } from '../../db/delete-in-batches'

/** Deletes the texts of all users that are older than `day`: each after the reply to it, which would go along unlocked. */
export function deleteOldTexts(db: Db, day: string, stopping: AbortSignal): Promise<void> {
  const isOld = sql`local_date < ${day} and not exists (
    select from daily_messages reply where reply.reply_to = daily_messages.id)`
  return deleteInBatches(db, dailyMessages, isOld, stopping)
}
