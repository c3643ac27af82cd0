import { ApiError, isOutOfReach } from '@/lib/api/api'

/** Whether the server could not accept a save now, so that it waits and is sent again. */
export const isNotTaken = (error: unknown) =>
  isOutOfReach(error) || isEnded(error) || (error instanceof ApiError && error.status === 429)

/** No save is aborted here, but Safari does so to every request when the page is left. */
const isEnded = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

/** The current row, from the answer 409. */
export const currentOf = <Row>(error: unknown): Row | undefined =>
  error instanceof ApiError && error.status === 409 ? Object(error.body).current : undefined
