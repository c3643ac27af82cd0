import { type Response, Router } from 'express'
import { loginInput, loginLimit, type LoginView } from '@shared/auth'
import type { AppContext } from '../../context'
import { AppError, UnauthorizedError } from '../../http/errors'
import { jsonBody } from '../../http/json-body'
import { takeOne } from '../../http/limits'
import { showUser } from './account-routes'
import { networkOf } from './network'
import { isPassword } from './passwords'
import { tokenLifetimeSeconds, tokens } from './tokens'
import { loginOf } from './users-repository'

/** The open door of the token API. No cookie has a part in it, so it may be used from anywhere. */
export function loginRoutes(ctx: AppContext): Router {
  const { sign } = tokens(ctx)
  const router = Router()
  router.post('/auth/login', ...jsonBody, async (req, res) => {
    const { email, password } = loginInput.parse(req.body)
    await takeTry(ctx, res, `address ${networkOf(req.ip)}`)
    await takeTry(ctx, res, `email ${email}`)
    const login = await loginOf(ctx.db, email)
    if (!(await isPassword(password, login?.hash)) || !login)
      throw new UnauthorizedError('Invalid email or password')
    const answer: LoginView = {
      token: sign(login.user.id),
      tokenType: 'Bearer',
      expiresIn: tokenLifetimeSeconds,
      user: login.user,
    }
    res.json(answer)
  })
  return router
}

async function takeTry({ db, now }: AppContext, res: Response, key: string): Promise<void> {
  const wait = await takeOne(db, `login ${key}`, { ...loginLimit, now: now() })
  if (!wait) return
  res.set('Retry-After', String(wait))
  throw new AppError(429, 'Too many tries. Please wait a while.')
}

/** What of the account a bearer token opens. */
export function tokenUserRoutes(ctx: AppContext): Router {
  const router = Router()
  router.get('/user', showUser(ctx))
  return router
}
