import type { Request } from 'express'
import { begunExportLimit, exportEndpoints } from '@shared/export'
import { localDay } from '@shared/timezones'
import { Download } from '../../http/download'
import { CrossSiteError, RetryLaterError } from '../../http/errors'
import { usesOf } from '../../limits/limits'
import { scopeMissing, serve } from '../../http/serve'
import { keepOnDisk, type TemporaryFile } from '../../http/temporary-file'
import { createTurns } from '../../limits/turns'
import { recordEvent } from '../auth/account-events-repository'
import { accountOf } from '../auth/users-repository'
import { dayOneArchive, type Exported, lisaArchive } from './archives'
import { exportOf, exportUnderWay } from './export-repository'
import { openSnapshot } from './snapshot'
import { zipOf } from './zip'

const archives = {
  lisa: { name: 'lisa', files: lisaArchive },
  dayone: { name: 'lisa-day-one', files: dayOneArchive },
}

export const exportRoutes = serve(exportEndpoints, (ctx) => {
  // Each has a connection to the database.
  const making = createTurns({ atOnce: 4, waiting: 8 }, () => {
    throw new RetryLaterError(
      503,
      'Too many people are exporting right now. Please try again in a minute.',
      60,
    )
  })
  const ofAll = ''
  const begun = usesOf(ctx, begunExportLimit)
  const ofOneUser = createTurns({ atOnce: 1, waiting: 0 }, () => {
    throw exportUnderWay()
  })

  const make = async (
    userId: string,
    files: (typeof archives)['lisa']['files'],
    what: Exported,
    left: AbortSignal,
  ) => {
    left.throwIfAborted()
    const { db, close } = await openSnapshot(ctx.pool)
    try {
      await exportOf(db, userId).claim()
      return await keepOnDisk(zipOf(files(db, userId, ctx.now(), what), ctx.now()), left)
    } finally {
      await close()
    }
  }

  return {
    'GET /api/export': async ({ userId, access, query: { format = 'lisa', versions }, req, uses }) => {
      refuseOtherSites(req)
      const what = { versions: versions === 'true', rowsOnly: access?.id !== undefined }
      // These hold what was deleted.
      if (what.versions && what.rowsOnly) throw scopeMissing()
      const { name, files } = archives[format]
      const { timezone } = await accountOf(ctx.db, userId).view()
      return new Download('application/zip', `${name}-${localDay(ctx.now(), timezone)}.zip`, (send, left) =>
        ofOneUser(userId, async () => {
          await uses.take(userId)
          let isSent = false
          let file: TemporaryFile | undefined
          try {
            await begun.take(userId)
            file = await making(ofAll, () => make(userId, files, what, left)).catch(
              async (error: unknown) => {
                if (!left.aborted) await begun.giveBack(userId)
                throw error
              },
            )
            await recordEvent(ctx, req, 'export', { userId, tokenName: access?.name })
            isSent = await send(file)
          } finally {
            await file?.close()
            if (!isSent) await uses.giveBack(userId)
          }
        }),
      )
    },
  }
})

/** A link on another site could use the exports up and put files on the disk. */
function refuseOtherSites(req: Request) {
  const site = req.get('sec-fetch-site')
  if (site === 'cross-site' || site === 'same-site') throw new CrossSiteError()
}
