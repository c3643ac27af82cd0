import type { MutationMeta } from '@tanstack/react-query'
import { ApiError, isOutOfReach } from './api'

/** The time limit of one request: a long entry takes long on a slow line. */
export const requestLimitMs = 60_000

/** The server could not accept the save now: it waits and is sent again. */
export class NotTaken extends Error {}

export const isNotTaken = (error: unknown) =>
  isOutOfReach(error) || isEnded(error) || (error instanceof ApiError && error.status === 429)

/** No save is aborted here, but Safari does so to every request when the page is left. */
const isEnded = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

/** The toasts of a save; none for a lost connection, which the form shows. */
export const toldOf = (done: string, failed: string): MutationMeta => ({
  done,
  failed: (error) => (isNotTaken(error) ? '' : failed),
})

export const isConflict = (error: unknown) => error instanceof ApiError && error.status === 409
