import type { ScreenPath } from '../shared/screens'

/** An id for each screen whose path asks for one. */
export type Ids = Record<Extract<ScreenPath, `${string}:id`>, string>

export function addressOf(path: ScreenPath, ids: Ids): string {
  const known: Partial<Record<ScreenPath, string>> = ids
  return path.replace(':id', known[path] ?? '')
}
