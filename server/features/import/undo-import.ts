import type { ImportUndone } from '@shared/import'
import type { AppContext } from '../../context'
import { versionsOf } from '../versions/versions-repository'
import { allOrNothing } from './import-file'
import { importUndoOf } from './import-undo-repository'

/** Gives the rows that an import changed their earlier words and removes those that it added, unless they were changed since. */
export const undoImport = (ctx: AppContext, userId: string, importId: string): Promise<ImportUndone> =>
  allOrNothing(ctx, userId, async (db, rows) => {
    const change = { now: ctx.now(), by: 'undo' as const }
    const undo = importUndoOf(db, userId, importId, change)
    await undo.lock()
    const kept = await undo.leaveOutChanged()
    const restored = await undo.restoreEntries()
    const removed = await undo.removeEntries()
    const goals = await undo.undoGoals()
    await rows.recount()
    await versionsOf(db, userId).trim(change)
    const keptGoals = kept.goals + goals.kept || undefined
    return {
      restored: restored + goals.restored,
      removed: removed + goals.removed,
      kept: kept.days,
      keptGoals,
    }
  })
