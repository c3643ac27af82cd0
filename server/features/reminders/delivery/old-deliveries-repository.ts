import { sql } from 'drizzle-orm'
import { reminderDeliveries } from '@shared/schema'
import type { Db } from '../../../db/db'
import { deleteInBatches } from '../../../db/delete-in-batches'

/** Deletes the deliveries of all users from before `day`. */
export const deleteOldDeliveries = (db: Db, day: string, stopping: AbortSignal): Promise<void> =>
  deleteInBatches(db, reminderDeliveries, sql`local_date < ${day}`, stopping)
