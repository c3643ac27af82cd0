import type { RequestHandler } from 'express'
import { hasBody } from './request-body'

/** Most bodies arrive completely in this time. Of a larger one, such as a file to import, at least so many bytes must. */
const leastBytes = 256 * 1024
const everyMs = 30_000

/** Closes connections whose body arrives too slowly, so that a client cannot hold many of them open (Slowloris). */
export const cutSlowBodies =
  (ms = everyMs): RequestHandler =>
  (req, res, next) => {
    if (hasBody(req)) {
      let seen = req.socket.bytesRead
      const timer = setInterval(() => {
        if (req.complete) return clearInterval(timer)
        const received = req.socket.bytesRead - seen
        seen += received
        // The buffer is full: the client waits for the server.
        const isWaiting = req.readableLength >= req.readableHighWaterMark
        if (received < leastBytes && !isWaiting) req.socket.destroy()
      }, ms).unref()
      res.once('close', () => clearInterval(timer))
    }
    next()
  }
