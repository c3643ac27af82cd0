import { importEndpoints, uploadLimit } from '@shared/import'
import { RetryLaterError } from '../../http/errors'
import { usesOf } from '../../limits/limits'
import { serve } from '../../http/serve'
import { withStoredBody } from '../../http/stored-body'
import { createTurns } from '../../limits/turns'
import { recordEvent } from '../auth/account-events-repository'
import { importFile } from './import-file'
import { importUnderWay } from './import-repository'
import { undoImport } from './undo-import'

const endpoint = importEndpoints.endpoints['POST /api/import']

export const importRoutes = serve(importEndpoints, (ctx) => {
  const ofOneUser = createTurns({ atOnce: 1, waiting: 0 }, () => {
    throw importUnderWay()
  })
  const reading = createTurns({ atOnce: 2, waiting: 20 }, () => {
    throw new RetryLaterError(
      503,
      'Too many people are importing right now. Please try again in a minute.',
      60,
    )
  })
  const ofAll = ''

  return {
    'POST /api/import': ({
      userId,
      query: { preview = 'true', name },
      req,
      change,
      access,
      askAgain,
      uses,
    }) =>
      ofOneUser(access ? `${userId} tokens` : userId, async () => {
        await usesOf(ctx, uploadLimit).take(userId)
        const isPreview = preview === 'true'
        if (!isPreview) await uses.take(userId)
        const left = new AbortController()
        const leave = () => left.abort()
        if (isPreview) req.socket.once('close', leave)
        if (isPreview && req.socket.destroyed) leave()
        try {
          const report = await withStoredBody(
            req,
            endpoint,
            (file, folder) =>
              reading(ofAll, () =>
                importFile(ctx, {
                  userId,
                  token: change.token,
                  file,
                  folder,
                  name,
                  type: req.headers['content-type'],
                  isPreview,
                  left: left.signal,
                  askAgain,
                }),
              ),
            askAgain,
          )
          if (!isPreview) await recordEvent(ctx, req, 'import', { userId, tokenName: access?.name })
          return report
        } catch (error) {
          if (!isPreview) await uses.giveBack(userId)
          throw error
        } finally {
          req.socket.off('close', leave)
        }
      }),
    'POST /api/imports/:id/undo': ({ userId, id }) =>
      ofOneUser(userId, () => reading(ofAll, () => undoImport(ctx, userId, id))),
  }
})
