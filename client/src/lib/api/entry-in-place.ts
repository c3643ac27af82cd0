import { ApiError } from './api'

/** The id of the entry that has the date already, from the answer 409. */
export function entryInPlace(error: unknown): string | undefined {
  const { id } = Object(error instanceof ApiError && error.status === 409 && error.body) as { id?: unknown }
  return typeof id === 'string' ? id : undefined
}
