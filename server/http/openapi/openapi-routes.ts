import { Router } from 'express'
import type { AppContext } from '../../context'
import { sendPage } from '../../html/html-page'
import { sendJson } from '../send-json'
import { openApiDocument } from './document'
import { docsPage } from './docs-page'

/** Serves the API description, as OpenAPI and as a page to read. */
export function openApiRoutes({ env }: Pick<AppContext, 'env'>, sessionCookieName: string): Router {
  const document = openApiDocument(env.appUrl, sessionCookieName)
  const page = docsPage(document)
  const router = Router()
  router.get('/openapi.json', (req, res) => sendJson(req, res, 200, document))
  router.get('/docs', (_req, res) => sendPage(res, 200, page))
  return router
}
