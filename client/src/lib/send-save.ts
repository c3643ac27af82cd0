import { ApiError } from './api'
import type { Loaded, Save } from './pending-saves'
import { isConflict } from './save-errors'

type Calls<T, Row> = {
  create: (values: T, idempotencyKey: string) => Promise<Row>
  update: (loaded: Loaded, values: T) => Promise<Row>
  /** The current row, from the answer 409. */
  current: (error: ApiError) => Promise<Row | undefined>
  isSame: (row: Row, values: T) => boolean
}

/**
 * Creates or updates a row without overwriting anything that the user has not seen: if the row has changed since it was
 * loaded, or exists already, that is a conflict, unless it equals an earlier version of this save, whose answer was lost.
 */
export async function sendSave<T, Row extends Loaded>(save: Save<T>, calls: Calls<T, Row>): Promise<Row> {
  const { key, values, loaded, seen } = save
  try {
    if (loaded) return await calls.update(loaded, values)
    const row = await calls.create(values, key)
    // For a key that was used before, the server answers with the current row of that request.
    if (seen.length === 0 || calls.isSame(row, values)) return row
    throw new ApiError(409, JSON.stringify({ message: 'This was changed elsewhere', current: row }))
  } catch (error) {
    const current = error instanceof ApiError && isConflict(error) ? await calls.current(error) : undefined
    if (!current || !seen.some((version) => calls.isSame(current, version))) throw error
    return calls.update(current, values)
  }
}
