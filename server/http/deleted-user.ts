import { databaseError, isOrphaned } from '../db/db'
import { UnauthorizedError } from './errors'

/** 401 if `error` says that the user of a row has been deleted since the request came in. */
export function deletedUserError(error: unknown): UnauthorizedError | undefined {
  const isOfUser = databaseError(error)?.constraint?.endsWith('_users_id_fk')
  return isOrphaned(error) && isOfUser ? new UnauthorizedError() : undefined
}
