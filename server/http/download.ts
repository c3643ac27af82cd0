import type { Socket } from 'node:net'
import type { Request, Response } from 'express'
import { KiB } from '@shared/endpoint'
import { type AskAgain, watchToken } from './ask-again'
import { haveSocket, sendStream } from './send-stream'
import type { TemporaryFile } from './temporary-file'

/** A client that takes less than this is cut off. The time is long because a proxy takes much at once, then nothing. */
const leastSpeed = { bytes: 512 * KiB, everyMs: 2 * 60_000 }

/** Resolves to whether all of the file was sent; the last of it may still lie in the buffers of the connection. */
type Send = (file: TemporaryFile) => Promise<boolean>

/**
 * A file that is made on the disk and then sent, so that nothing but the disk waits for a slow client. Until `make` sends, an
 * error is an ordinary answer; `left` aborts when the client leaves, or its token is withdrawn. A HEAD request does not call it.
 */
export class Download {
  constructor(
    readonly type: string,
    readonly name: string,
    readonly make: (send: Send, left: AbortSignal) => Promise<void>,
  ) {}
}

export async function sendDownload(
  req: Request,
  res: Response,
  status: number,
  { type, name, make }: Download,
  askAgain?: AskAgain,
): Promise<void> {
  const setHeaders = () => {
    res.statusCode = status
    res.setHeader('Content-Type', type)
    res.setHeader('Content-Disposition', `attachment; filename="${name}"`)
  }
  if (req.method === 'HEAD') {
    setHeaders()
    return void res.end()
  }
  await haveSocket(req, res)
  if (req.socket.destroyed) return
  const gone = new AbortController()
  const leave = () => gone.abort()
  req.socket.once('close', leave)
  const stopWatching = askAgain && watchToken(askAgain, (error) => gone.abort(error))
  try {
    await make(async (file) => {
      setHeaders()
      res.setHeader('Content-Length', file.size)
      const tooSlow = slowClient(req.socket)
      const content = file.read()
      try {
        await sendStream(req, res, content, { end: AbortSignal.any([tooSlow.signal, gone.signal]) })
        return content.bytesRead === file.size
      } finally {
        tooSlow.stop()
      }
    }, gone.signal)
  } catch (error) {
    if (!gone.signal.aborted) throw error
    if (!req.socket.destroyed) throw gone.signal.reason
  } finally {
    stopWatching?.()
    req.socket.off('close', leave)
  }
}

/** Its signal aborts when what is sent over `socket` is taken too slowly. */
export function slowClient(socket: Socket, { bytes, everyMs } = leastSpeed) {
  const slow = new AbortController()
  const taken = () => socket.bytesWritten - socket.writableLength
  let before = taken()
  const timer = setInterval(() => {
    if (taken() - before < bytes && socket.writableLength) slow.abort()
    before = taken()
  }, everyMs).unref()
  return { signal: slow.signal, stop: () => clearInterval(timer) }
}
