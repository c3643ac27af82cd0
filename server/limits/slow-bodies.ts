import type { IncomingMessage } from 'node:http'
import type { RequestHandler } from 'express'
import { hasBody } from '../http/request-body'

const KiB = 1024
/** Most bodies arrive completely in this time; of others at least so many bytes must. */
const everyMs = 30_000
/** The longest entry is smaller: it can be saved at 9 kbit/s. A file to import is larger. */
const longestText = 4 * 1024 * KiB
const leastBytesOf = ({ headers }: IncomingMessage) =>
  Number(headers['content-length']) <= longestText ? 32 * KiB : 256 * KiB

/** Closes connections whose body arrives too slowly, so that a client cannot hold many of them open (Slowloris). */
export const cutSlowBodies =
  (ms = everyMs): RequestHandler =>
  (req, res, next) => {
    if (hasBody(req)) {
      const leastBytes = leastBytesOf(req)
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
