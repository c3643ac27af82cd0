import type { RequestHandler } from 'express'
import { hasBody } from './request-body'

/** Most bodies come whole in this time. Of a larger one, such as a file to import, at least so much has to come. */
const leastBytes = 256 * 1024
const everyMs = 30_000

/** Cuts connections whose body comes too slowly, so that nobody can hold as many as they like for as long as they like. */
export const cutSlowBodies =
  (ms = everyMs): RequestHandler =>
  (req, res, next) => {
    if (hasBody(req)) {
      let seen = req.socket.bytesRead
      const timer = setInterval(() => {
        if (req.complete) return clearInterval(timer)
        const received = req.socket.bytesRead - seen
        seen += received
        // A full buffer waits for the server.
        const isWaiting = req.readableLength >= req.readableHighWaterMark
        if (received < leastBytes && !isWaiting) req.socket.destroy()
      }, ms).unref()
      res.once('close', () => clearInterval(timer))
    }
    next()
  }
