import { Router } from 'express'
import { reminderSettingsInput } from '@shared/reminders'
import type { AppContext } from '../../context'
import { userId } from '../auth/guards'
import { remindersOf } from './reminders-repository'

export function remindersRoutes({ db, now }: AppContext): Router {
  const router = Router()
  router.get('/reminder-settings', async (req, res) => {
    res.json(await remindersOf(db, userId(req)).settings())
  })
  router.put('/reminder-settings', async (req, res) => {
    res.json(await remindersOf(db, userId(req)).change(reminderSettingsInput.parse(req.body), now()))
  })
  router.get('/reminder-deliveries/latest', async (req, res) => {
    res.json(await remindersOf(db, userId(req)).latest())
  })
  return router
}
