import { Router } from 'express'
import type { AppContext } from '../../context'
import { AppError } from '../../http/errors'
import { giveBack, takeOne } from '../../http/limits'
import { userId } from '../auth/guards'

const keysAnHour = { limit: 10, windowSeconds: 60 * 60 }

export function voiceRoutes({ db, now, voiceKeys }: AppContext): Router {
  const router = Router()
  router.post('/voice/ephemeral-key', async (req, res) => {
    if (!voiceKeys) throw new AppError(503, 'Voice is not set up on this server')
    const counter = `voice key ${userId(req)}`
    const seconds = await takeOne(db, counter, { ...keysAnHour, now: now() })
    if (seconds) {
      res.set('Retry-After', String(seconds))
      throw new AppError(429, 'Too many talks were begun within an hour. Please wait a while.')
    }
    try {
      res.json(await voiceKeys.create())
    } catch (error) {
      // What counts is the keys that were given.
      await giveBack(db, counter, keysAnHour)
      throw error
    }
  })
  return router
}
