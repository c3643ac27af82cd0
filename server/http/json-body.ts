import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import express, { type RequestHandler } from 'express'
import { AppError } from './errors'

const requireJson: RequestHandler = (req, _res, next) => {
  const hasBody = 'transfer-encoding' in req.headers || Number(req.headers['content-length']) > 0
  if (hasBody && !req.is('application/json'))
    throw new AppError(415, 'The body must be JSON (Content-Type: application/json)')
  next()
}

const requireObject: RequestHandler = (req, _res, next) => {
  req.body ??= {}
  if (Array.isArray(req.body)) throw new AppError(400, 'The body must be a JSON object')
  next()
}

/** Bytes that are no text would be stored as question marks, without a word. */
function requireUtf8(_req: IncomingMessage, _res: unknown, bytes: Buffer, charset: string) {
  const error = (type: string, status: number) => Object.assign(new Error(type), { type, status })
  if (charset !== 'utf-8') throw error('charset.unsupported', 415)
  if (!isUtf8(bytes)) throw error('encoding.invalid', 400)
}

/** JSON objects of at most 4 MiB; no body at all is an empty object. */
export const jsonBody: RequestHandler[] = [
  requireJson,
  express.json({ limit: '4mb', verify: requireUtf8 }),
  requireObject,
]
