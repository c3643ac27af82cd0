import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import type { Request } from 'express'
import getRawBody from 'raw-body'
import { bodyTooLarge } from '@shared/endpoint'
import { AppError } from './errors'

export const hasBody = ({ headers }: IncomingMessage) =>
  'transfer-encoding' in headers || Number(headers['content-length']) > 0

/** The body, of at most `limit` bytes. A compressed one is refused: a few kB can unpack to more than there is memory. */
export async function readBytes(req: Request, limit: number): Promise<Buffer> {
  const { 'content-encoding': encoding = 'identity', 'content-length': length } = req.headers
  if (encoding.toLowerCase() !== 'identity') throw new AppError(415, 'The body must not be compressed')
  return getRawBody(req, { length, limit }).catch(({ type }: getRawBody.RawBodyError) => {
    throw type === 'entity.too.large'
      ? new AppError(413, bodyTooLarge(limit))
      : new AppError(400, 'The body is incomplete')
  })
}

/** The body as text. Invalid UTF-8 is refused, since it would silently be stored as replacement characters. */
export async function readText(req: Request, limit: number): Promise<string> {
  const charset = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(req.headers['content-type'] ?? '')?.[1] ?? 'utf-8'
  if (charset.toLowerCase() !== 'utf-8')
    throw new AppError(415, 'The character set of the body is not supported')
  const bytes = await readBytes(req, limit)
  if (!isUtf8(bytes)) throw new AppError(400, 'The body is not valid UTF-8')
  return bytes.toString()
}

/** The body as text, which has to be of this type. */
export async function readTextOfType(req: Request, type: string, limit: number): Promise<string> {
  if (!req.is(type)) throw new AppError(415, `The body must be ${type}`)
  return readText(req, limit)
}
