import type { Request } from 'express'
import { AppError } from './errors'
import { flatJsonFault } from './flat-json'
import { hasBody, readText } from './request-body'

/** The JSON object in the body, with so many objects or arrays in it; no body at all is an empty object. */
export async function readJson(req: Request, limit: number, objectsWithin?: number): Promise<object> {
  if (!hasBody(req)) return {}
  if (!req.is('application/json'))
    throw new AppError(415, 'The body must be JSON (Content-Type: application/json)')
  const text = await readText(req, limit)
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
