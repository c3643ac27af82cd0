import { type RequestHandler, Router } from 'express'
import type { AppContext } from '../context'
import { oneHost } from './one-host'
import type { Outbox } from './outbox'
import { outboxRoutes } from './outbox-routes'

type Parts = { identityProvider?: RequestHandler; outbox?: Outbox }

/** What the local mode serves besides the app. */
export const localRoutes =
  ({ identityProvider, outbox }: Parts) =>
  (ctx: AppContext): Router => {
    const router = Router()
    router.use(oneHost(ctx.env))
    if (identityProvider) router.use('/dev-idp', identityProvider)
    if (outbox) router.use('/dev/outbox', outboxRoutes(ctx, outbox))
    return router
  }
