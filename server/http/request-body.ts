import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import type { Request } from 'express'
import getRawBody from 'raw-body'
import { bodyTooLarge, defaultBodyLimit, formType } from '@shared/endpoint'
import { AppError } from './errors'
import { parse, type ParsedUrlQuery } from 'node:querystring'

export const hasBody = ({ headers }: IncomingMessage) =>
  'transfer-encoding' in headers || Number(headers['content-length']) > 0

/** The body, of at most `limit` bytes. A compressed one is refused: a few kB can unpack to more than there is memory. */
export async function readBytes(req: Request, limit: number): Promise<Buffer> {
  refuseCompressed(req)
  const { 'content-length': length } = req.headers
  return getRawBody(req, { length, limit }).catch(({ type }: getRawBody.RawBodyError) => {
    throw type === 'entity.too.large'
      ? new AppError(413, bodyTooLarge(limit))
      : new AppError(400, 'The body is incomplete')
  })
}

/** As much of the body as `limit` allows; the rest of a longer one is left unread. A compressed one is refused. */
export async function readBeginning(
  req: Request,
  limit: number,
): Promise<{ bytes: Buffer; isWhole: boolean }> {
  refuseCompressed(req)
  const chunks: Buffer[] = []
  let size = 0
  try {
    // The connection stays open for the answer.
    for await (const chunk of req.iterator({ destroyOnReturn: false })) {
      chunks.push(chunk as Buffer)
      size += (chunk as Buffer).length
      if (size > limit) break
    }
  } catch {
    throw new AppError(400, 'The body is incomplete')
  }
  return { bytes: Buffer.concat(chunks).subarray(0, limit), isWhole: size <= limit }
}

function refuseCompressed({ headers }: Request) {
  const { 'content-encoding': encoding = 'identity' } = headers
  if (encoding.toLowerCase() !== 'identity') throw new AppError(415, 'The body must not be compressed')
}

/** The body as text. Invalid UTF-8 is refused, since it would silently be stored as replacement characters. */
export async function readText(req: Request, limit: number): Promise<string> {
  const charset = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(req.headers['content-type'] ?? '')?.[1] ?? 'utf-8'
  if (!/^utf-?8$/i.test(charset)) throw new AppError(415, 'The character set of the body is not supported')
  const bytes = await readBytes(req, limit)
  if (!isUtf8(bytes)) throw new AppError(400, 'The body is not valid UTF-8')
  return bytes.toString()
}

/** The body as text, which has to be of this type. */
export async function readTextOfType(req: Request, type: string, limit: number): Promise<string> {
  if (!req.is(type)) throw new AppError(415, `The body must be ${type}`)
  return readText(req, limit)
}

/** The fields of the form in the body; none where there is no form. */
export async function readForm(req: Request, limit = defaultBodyLimit): Promise<ParsedUrlQuery> {
  if (!hasBody(req) || !req.is(formType)) return {}
  return parse(await readText(req, limit))
}

/** The JSON object in the body, with so many objects or arrays in it; no body at all is an empty object. */
export async function readJson(req: Request, limit: number, objectsWithin?: number): Promise<object> {
  if (!hasBody(req)) return {}
  if (!req.is('application/json'))
    throw new AppError(415, 'The body must be JSON (Content-Type: application/json)')
  const text = (await readText(req, limit)).replace(/^\ufeff/, '')
  const fault = flatJsonFault(text, objectsWithin)
  if (fault) throw new AppError(400, fault)
  const body = parsed(text)
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new AppError(400, 'The body must be a JSON object')
  return body
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError(400, 'The body is not valid JSON')
  }
}

export const mostFields = 100

/**
 * Why this JSON may not be parsed; undefined if it may. Endpoints take no object or array within the object unless they
 * declare it, and parsing millions of them holds up everybody: one pass over the text finds the first one too many.
 */
function flatJsonFault(text: string, objectsWithin = 0): string | undefined {
  let isInString = false
  let begun = 0
  let fields = 1
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (isInString) {
      if (character === '\\') at++
      else if (character === '"') isInString = false
    } else if (character === '"') isInString = true
    else if (character === ',') {
      if (++fields > mostFields) return `The body must not have more than ${mostFields} fields`
    } else if ((character === '{' || character === '[') && ++begun > 1 + objectsWithin)
      return objectsWithin
        ? 'The body contains too many nested objects or arrays'
        : 'The body must not contain nested objects or arrays'
  }
  return undefined
}
