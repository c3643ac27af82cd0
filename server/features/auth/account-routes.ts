import { type RequestHandler, Router } from 'express'
import { addPasswordInput } from '@shared/auth'
import type { AppContext } from '../../context'
import { userId } from './guards'
import { hashPassword } from './passwords'
import { accountOf, passwordAlreadySet } from './users-repository'

export const showUser =
  ({ db }: AppContext): RequestHandler =>
  async (req, res) =>
    void res.json(await accountOf(db, userId(req)).view())

export function accountRoutes(ctx: AppContext): Router {
  const { db, now } = ctx
  const router = Router()
  router.get('/auth/user', showUser(ctx))
  router.post('/auth/add-password', async (req, res) => {
    const { password } = addPasswordInput.parse(req.body)
    const account = accountOf(db, userId(req))
    // A hash costs a good part of a second: nobody gets it computed for nothing, again and again.
    if ((await account.view()).password) throw passwordAlreadySet()
    res.status(201).json(await account.addPassword(await hashPassword(password), now()))
  })
  return router
}
