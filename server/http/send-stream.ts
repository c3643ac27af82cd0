import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Request, Response } from 'express'

/** A connection that takes nothing for so long is closed. */
const stalledAfterMs = 60_000

/** Resolves when an answer to a pipelined request has its socket, after the ones before it, or the client has left. */
export async function haveSocket(req: Request, res: Response): Promise<void> {
  if (!res.socket && !req.socket.destroyed)
    await Promise.race([once(res, 'socket'), once(req.socket, 'close')])
}

/**
 * Sends `content` as fast as the client takes it. An error on the way destroys the connection, so that no client takes a
 * part for the whole; so does an abort of `end`, in whose absence a minute without progress does it.
 */
export async function sendStream(
  req: Request,
  res: Response,
  content: Readable,
  { end }: { end?: AbortSignal } = {},
): Promise<void> {
  if (req.socket.destroyed) return void content.destroy()
  if (!end) res.setTimeout(stalledAfterMs)
  try {
    await pipeline(content, res, { signal: end })
  } catch (error) {
    const hasClientLeft = (error as { code?: string }).code === 'ERR_STREAM_PREMATURE_CLOSE'
    if (!hasClientLeft && !end?.aborted) throw error
  }
}
