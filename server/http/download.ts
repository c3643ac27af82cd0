import type { Readable } from 'node:stream'
import type { Request, Response } from 'express'
import { haveSocket, sendStream } from './send-stream'

/** A client that takes longer, however steadily, is not waited for: what the file is read from is held meanwhile. */
const longestMs = 60 * 60_000

/**
 * A file that is sent while it is made. `make` gets ready what it needs, sends the content and clears up; until it sends, an
 * error is an ordinary answer. A HEAD request does not call it.
 */
export class Download {
  constructor(
    readonly type: string,
    readonly name: string,
    readonly make: (send: (content: Readable) => Promise<void>) => Promise<void>,
  ) {}
}

export async function sendDownload(
  req: Request,
  res: Response,
  status: number,
  { type, name, make }: Download,
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
  await make(async (content) => {
    setHeaders()
    await sendStream(req, res, content, { signal: AbortSignal.timeout(longestMs) })
  })
}
