import { Router } from 'express'
import type { AppContext } from '../../context'
import { openApiDocument } from './document'
import { docsPage } from './docs-page'

/** What the API is, for programs and for people. */
export function openApiRoutes({ env }: Pick<AppContext, 'env'>, sessionCookieName: string): Router {
  const document = openApiDocument(env.appUrl, sessionCookieName)
  const { html, headers } = docsPage(document)
  const router = Router()
  router.get('/openapi.json', (_req, res) => void res.json(document))
  router.get('/docs', (_req, res) => void res.set(headers).type('html').send(html))
  return router
}
