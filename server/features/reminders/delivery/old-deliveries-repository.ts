import { sql } from 'drizzle-orm'
import { reminderDeliveries } from '@shared/schema'
import type { Db } from '../../../db/db'
import { deleteInBatches } from '../../../db/delete-in-batches'

/** Deletes what became of the reminders of all users before `day`. */
export const deleteOldDeliveries = (db: Db, day: string, stopping: AbortSignal): Promise<void> =>
  deleteInBatches(db, reminderDeliveries, sql`local_date < ${day}`, stopping)
