import { Router } from 'express'
import { day } from '@shared/dates'
import { journalEntryInput, journalEntryUpdate, journalPage } from '@shared/journal'
import type { AppContext } from '../../context'
import { knownId } from '../../http/ids'
import { userId } from '../auth/guards'
import { journalOf } from './journal-repository'

/** What a bearer token opens too. */
export function journalListRoutes({ db }: AppContext): Router {
  const router = Router()
  router.get('/journal-entries', async (req, res) => {
    res.json(await journalOf(db, userId(req)).list(journalPage.parse(req.query)))
  })
  router.post('/journal-entries', async (req, res) => {
    res.status(201).json(await journalOf(db, userId(req)).create(journalEntryInput.parse(req.body)))
  })
  return router
}

export function journalRoutes(ctx: AppContext): Router {
  const { db, now } = ctx
  const router = journalListRoutes(ctx)
  router.param('id', knownId('Journal entry'))
  router.get('/journal-entries/by-date/:date', async (req, res) => {
    res.json(await journalOf(db, userId(req)).getByDate(day.parse(req.params.date)))
  })
  router.get('/journal-entries/:id', async (req, res) => {
    res.json(await journalOf(db, userId(req)).get(req.params.id))
  })
  router.put('/journal-entries/:id', async (req, res) => {
    const { updatedAt, ...input } = journalEntryUpdate.parse(req.body)
    const loadedAt = updatedAt ? new Date(updatedAt) : undefined
    res.json(await journalOf(db, userId(req)).update(req.params.id, input, now(), loadedAt))
  })
  router.delete('/journal-entries/:id', async (req, res) => {
    await journalOf(db, userId(req)).remove(req.params.id)
    res.status(204).end()
  })
  return router
}
