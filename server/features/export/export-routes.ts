import type { Request } from 'express'
import { exportEndpoints } from '@shared/export'
import { localDay } from '@shared/timezones'
import { Download } from '../../http/download'
import { AppError, RetryLaterError } from '../../http/errors'
import { serve } from '../../http/serve'
import { createTurns } from '../../http/turns'
import { recordEvent } from '../auth/account-events-repository'
import { accountOf } from '../auth/users-repository'
import { dayOneArchive, lisaArchive } from './archives'
import { exportOf, exportUnderWay } from './export-repository'
import { openSnapshot, type Snapshot } from './snapshot'
import { type ExportFile, zipOf } from './zip'

const archives = {
  lisa: { name: 'lisa', files: lisaArchive },
  dayone: { name: 'lisa-day-one', files: dayOneArchive },
}

export const exportRoutes = serve(exportEndpoints, (ctx) => {
  // Each export has a connection to the database for as long as the client takes, in this process.
  const fewAtOnce = createTurns({ atOnce: 4, waiting: 0 }, () => {
    throw new RetryLaterError(
      503,
      'Too many people are exporting right now. Please try again in a minute.',
      60,
    )
  })
  const oneOfEach = createTurns({ atOnce: 1, waiting: 0 }, () => {
    throw exportUnderWay()
  })
  return {
    'GET /api/export': async ({ userId, query: { format = 'lisa' }, req, uses }) => {
      refuseOtherSites(req)
      const { name, files } = archives[format]
      const { timezone } = await accountOf(ctx.db, userId).view()
      const now = ctx.now()
      return new Download('application/zip', `${name}-${localDay(now, timezone)}.zip`, (send) =>
        oneOfEach(userId, () =>
          fewAtOnce('everybody', async () => {
            await uses.take(userId)
            const { db, close } = await openSnapshot(ctx.pool)
            try {
              await exportOf(db, userId).claim()
              await recordEvent(ctx, req, 'export', { userId })
              await send(zipOf(closing(files(db, userId, now), close), now))
            } finally {
              await close()
            }
          }),
        ),
      )
    },
  }
})

/** Closes the snapshot before the last bytes are sent: whoever has all of the file can export again at once. */
async function* closing(files: AsyncIterable<ExportFile>, close: Snapshot['close']) {
  yield* files
  await close()
}

/** A link on another site could use the exports up and put files on the disk. */
function refuseOtherSites(req: Request) {
  const site = req.get('sec-fetch-site')
  if (site === 'cross-site' || site === 'same-site') throw new AppError(403, 'Cross-site request refused')
}
