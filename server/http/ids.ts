import type { RequestParamHandler } from 'express'
import { NotFoundError } from './errors'

export const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

/** Guards a router's `:id`: a malformed id is an id of nothing, so it is simply not found. */
export function knownId(what: string): RequestParamHandler {
  return (_req, _res, next, id) => (isId(String(id)) ? next() : next(new NotFoundError(what)))
}
