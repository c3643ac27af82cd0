import type { Job } from './clock'
import { deleteOldEvents } from './features/auth/account-events-repository'
import { forgetExpiredLimits } from './http/limits'
import { removeLeftUploads } from './http/stored-body'

/** Deletes what is kept for a while only. The files are those of killed processes on this machine. */
export const forgetExpired: Job = async ({ db, now }) => {
  await forgetExpiredLimits(db, now())
  await deleteOldEvents(db, now())
  await removeLeftUploads(now())
}
