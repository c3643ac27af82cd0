import type pg from 'pg'
import { onTestFinished, vi } from 'vitest'

export type Statement = { text: string; values: unknown[] }

/** Records what `pool` is asked during the rest of a test. */
export function recordStatements(pool: pg.Pool) {
  const query = vi.spyOn(pool, 'query')
  onTestFinished(() => query.mockRestore())
  return {
    clear: () => void query.mockClear(),
    all: () =>
      (query.mock.calls as unknown as [string | { text: string }, unknown[]?][]).map(
        ([statement, values = []]): Statement => ({
          text: typeof statement === 'string' ? statement : statement.text,
          values,
        }),
      ),
  }
}
