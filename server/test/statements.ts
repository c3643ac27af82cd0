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

/** How many rows of tables and of what is made from them PostgreSQL visits to answer these. */
export async function rowsVisited(pool: pg.Pool, statements: Statement[]): Promise<number> {
  // To read the whole of a table that is as small as this one may seem cheaper; that of all people never does.
  const planner = await pool.connect()
  await planner.query('set enable_seqscan = off')
  let rows = 0
  for (const { text, values } of statements) {
    const explained = await planner.query(`explain (analyze, format json) ${text}`, values)
    rows += visited(explained.rows[0]['QUERY PLAN'][0].Plan)
  }
  planner.release(true)
  return rows
}

type PlanNode = {
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}
const visited = (node: PlanNode): number =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'] +
  (node.Plans ?? []).reduce((sum, child) => sum + visited(child), 0)
