import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { Request, Response } from 'express'
import type { Batch } from '../db/batches'
import type { AskAgain } from './ask-again'
import { TooManyRequestsError } from './errors'
import { compress, jsonType, sendJson } from './send-json'
import { haveSocket, sendStream } from './send-stream'
import { createTurns } from '../limits/turns'

/** For the pages of each user, and for each token, in this process. */
const streams = { atOnce: 2, waiting: 4 }
const retryAfterSeconds = 10
/** A piece of a long list ends with the row that reaches so many UTF-16 units. */
const pieceLength = 64 * 1024
/** 10 MB a second: if a long list were sent faster, the requests of others would wait for it. */
const bytesPerMs = 10_000

type SendList = (
  line: string,
  req: Request,
  res: Response,
  status: number,
  first: Batch<unknown>,
  askAgain?: AskAgain,
) => Promise<void>

/**
 * Answers with a list. What fits into the first batch is sent like any other answer; a longer list is read as fast as the
 * client takes it, up to `bytesPerMs`, and never held in memory as a whole.
 */
export function listSender(): SendList {
  const inTurn = createTurns(streams, () => {
    throw new TooManyRequestsError(
      "You're downloading too many long lists at once. Please wait for them to finish.",
      retryAfterSeconds,
      'long lists at once',
    )
  })
  return async (line, req, res, status, first, askAgain) => {
    if (first.total !== undefined) res.setHeader('X-Total-Count', first.total)
    if (!first.next) return sendJson(req, res, status, first.rows)
    res.statusCode = status
    res.setHeader('Content-Type', jsonType)
    if (req.method === 'HEAD') return void res.end()
    await haveSocket(req, res)
    await inTurn(line, async () => {
      await askAgain?.()
      compress(req, res, () => {})
      await sendStream(req, res, Readable.from(jsonOf(first, askAgain)))
    })
  }
}

async function* jsonOf(first: Batch<unknown>, askAgain?: AskAgain): AsyncGenerator<string> {
  const nextOf = async ({ next }: Batch<unknown>) => {
    if (next) await askAgain?.()
    return next?.()
  }
  let piece = '['
  let separator = ''
  for (let batch: Batch<unknown> | undefined = first; batch; batch = await nextOf(batch))
    for (const row of batch.rows) {
      piece += separator + JSON.stringify(row)
      separator = ','
      if (piece.length < pieceLength) continue
      yield piece
      await wait(Buffer.byteLength(piece) / bytesPerMs)
      piece = ''
    }
  yield piece + ']'
}
