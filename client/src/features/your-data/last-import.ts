import type { ImportReport } from '@shared/import'
import { draftOf } from '@/lib/saving/drafts'
import { changesOf } from './import-words'

/** An import that can be undone. */
export type LastImport = {
  id: string
  /** Such as `312 entries and 5 goals imported from Day One`. */
  told: string
  hasGoals: boolean
}

const keptForMs = 86_400_000

/** Kept for its user on this device, for all windows, and gone with a sign-out as drafts are. */
const placeOf = (userId: string) => draftOf<LastImport>(userId, 'import', 'last', 'device')

export function keepImport(userId: string, report: ImportReport): LastImport | undefined {
  if (!report.importId) return undefined
  const last = {
    id: report.importId,
    told: `${changesOf(report)} imported from ${report.source}`,
    hasGoals: report.goals.new > 0,
  }
  placeOf(userId).write(last)
  return last
}

export function lastImport(userId: string): LastImport | undefined {
  const kept = placeOf(userId).read()
  return kept && kept.savedAt > Date.now() - keptForMs ? kept.values : undefined
}

export const forgetImport = (userId: string) => placeOf(userId).remove()
