import { versionEndpoints } from '@shared/versions'
import { Created, serve } from '../../http/serve'
import { goalOfVersion, goalsOf } from '../goals/goals-repository'
import { entryOfVersion, journalOf } from '../journal/journal-repository'
import { versionsOf } from './versions-repository'

export const versionsRoutes = serve(versionEndpoints, ({ db }) => ({
  'GET /api/journal-entries/:id/versions': async ({ userId, id, change }) => {
    const versions = await versionsOf(db, userId).list('entry', id, change)
    if (!versions.length) await journalOf(db, userId).get(id)
    return versions.map((version) => ({ ...version, row: entryOfVersion(version.row) }))
  },
  'GET /api/goals/:id/versions': async ({ userId, id, change }) => {
    const versions = await versionsOf(db, userId).list('goal', id, change)
    if (!versions.length) await goalsOf(db, userId).get(id)
    return versions.map((version) => ({ ...version, row: goalOfVersion(version.row) }))
  },
  'GET /api/deleted': ({ userId }) => versionsOf(db, userId).deleted(),
  'POST /api/versions/:id/restore': async ({ userId, id, change }) => {
    const version = await versionsOf(db, userId).get(id)
    const rows = version.kind === 'entry' ? journalOf(db, userId) : goalsOf(db, userId)
    const { row, isNew } = await rows.restore(version, { ...change, by: 'undo' })
    return isNew ? new Created(row) : row
  },
  'DELETE /api/versions/:id': ({ userId, id }) => versionsOf(db, userId).remove(id),
}))
