import type { Job } from './clock'
import { deleteOldEvents } from './features/auth/account-events-repository'
import { forgetExpiredLimits } from './http/limits'

/** Deletes what is kept for a while only. */
export const forgetExpired: Job = async ({ db, now }) => {
  await forgetExpiredLimits(db, now())
  await deleteOldEvents(db, now())
}
