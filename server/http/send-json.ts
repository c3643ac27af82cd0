import compression from 'compression'
import type { Request, Response } from 'express'
import type { CreatedText } from '@shared/endpoint'

/** Compressing a shorter answer costs more than it saves. */
const compressedFrom = 8 * 1024
export const compress = compression()
export const jsonType = 'application/json; charset=utf-8'

/** Answers with `value` as JSON, or with nothing where there is none. */
export function sendJson(req: Request, res: Response, status: number, value: unknown): void {
  sendJsonText(req, res, status, value === undefined ? '' : JSON.stringify(value))
}

/** The same with what is JSON already; without any, there is no body. */
export function sendJsonText(req: Request, res: Response, status: number, body: string): void {
  res.statusCode = status
  if (!body) return void res.end()
  const length = Buffer.byteLength(body)
  res.setHeader('Content-Type', jsonType)
  res.setHeader('Content-Length', length)
  const send = () => void res.end(req.method === 'HEAD' ? undefined : body)
  if (length < compressedFrom) send()
  else compress(req, res, send)
}

export function sendCreatedText(res: Response, type: string, { text, location }: CreatedText): void {
  res.statusCode = 201
  res.setHeader('Content-Type', type)
  res.setHeader('Location', location)
  res.end(text)
}

export function sendText(req: Request, res: Response, status: number, type: string, text: string): void {
  res.statusCode = status
  res.setHeader('Content-Type', `${type}; charset=utf-8`)
  compress(req, res, () => void res.end(text))
}
