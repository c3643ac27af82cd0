import type { RequestHandler } from 'express'
import { MiB } from '@shared/endpoint'
import { hasBody } from './request-body'

/** Time to read the answer: closing a connection over unread bytes at once could destroy it. */
const lingerMs = 1_000

/** Closes the connection after the answer to a long body that was refused. */
export const endUnreadUploads: RequestHandler = (req, res, next) => {
  if (hasBody(req) && !(Number(req.headers['content-length']) <= MiB)) {
    // Node throws away, to its end, a body of which nothing was read; of others it reads no more than fits its buffer.
    req.read(0)
    res.once('close', () => {
      setTimeout(() => req.complete || req.socket.destroy(), lingerMs).unref()
    })
  }
  next()
}
