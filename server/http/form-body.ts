import { parse, type ParsedUrlQuery } from 'node:querystring'
import type { Request } from 'express'
import { defaultBodyLimit } from '@shared/endpoint'
import { hasBody, readText } from './request-body'

/** The fields of the form in the body; none where there is no form. */
export async function readForm(req: Request): Promise<ParsedUrlQuery> {
  if (!hasBody(req) || !req.is('application/x-www-form-urlencoded')) return {}
  return parse(await readText(req, defaultBodyLimit))
}
