import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import express, { type Request, type Response } from 'express'
import { AppError } from './errors'

/** Invalid UTF-8 would silently be stored as replacement characters. */
function requireUtf8(_req: IncomingMessage, _res: unknown, bytes: Buffer, charset: string) {
  const error = (type: string, status: number) => Object.assign(new Error(type), { type, status })
  if (charset !== 'utf-8') throw error('charset.unsupported', 415)
  if (!isUtf8(bytes)) throw error('encoding.invalid', 400)
}

const parse = express.json({ limit: '4mb', verify: requireUtf8 })

/** The JSON object in the body, of at most 4 MiB; no body at all is an empty object. */
export async function readJson(req: Request, res: Response): Promise<object> {
  const hasBody = 'transfer-encoding' in req.headers || Number(req.headers['content-length']) > 0
  if (!hasBody) return {}
  if (!req.is('application/json'))
    throw new AppError(415, 'The body must be JSON (Content-Type: application/json)')
  await new Promise<void>((resolve, reject) =>
    parse(req, res, (error?: unknown) => (error ? reject(error as Error) : resolve())),
  )
  const body: unknown = req.body
  if (Array.isArray(body)) throw new AppError(400, 'The body must be a JSON object')
  return (body ?? {}) as object
}
