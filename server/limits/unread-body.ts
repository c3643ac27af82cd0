import type { RequestHandler, Response } from 'express'
import { MiB } from '@shared/endpoint'
import { hasBody } from '../http/request-body'

/** What is read and thrown away after the answer, for a client that only reads it once it has sent everything. */
const mostUnread = { bytes: 256 * MiB, ms: 25_000 }

/**
 * Answers to a long body that was refused, and closes the connection: the answer says so, and comes before the rest of the
 * body, which is thrown away within bounds. Closing a connection over unread bytes would destroy the answer.
 */
export const endUnreadUploads =
  ({ bytes, ms } = mostUnread): RequestHandler =>
  (req, res, next) => {
    if (!hasBody(req) || Number(req.headers['content-length']) <= MiB) return next()
    // Nobody reads a body of these. What they answer may be streamed, and is complete only with its end.
    if (req.method === 'GET' || req.method === 'HEAD') {
      res.setHeader('Connection', 'close')
      return next()
    }
    const end = res.end.bind(res)
    const answer = (chunk: unknown) => {
      if (!res.headersSent) res.setHeader('Connection', 'close')
      res.locals.answeredAt = performance.now()
      if (typeof chunk === 'string' || Buffer.isBuffer(chunk)) res.write(chunk)
      else res.flushHeaders()
      let left = bytes
      const finish = () => {
        clearTimeout(timer)
        req.off('data', count).off('end', finish).off('close', finish)
        end(() => req.complete || req.socket.destroySoon())
      }
      const count = (part: Buffer) => void ((left -= part.length) < 0 && finish())
      const timer = setTimeout(finish, ms)
      req.on('data', count).once('end', finish).once('close', finish).resume()
      return res
    }
    res.end = ((...given: Parameters<Response['end']>) =>
      req.complete || req.destroyed ? end(...given) : answer(given[0])) as Response['end']
    next()
  }
