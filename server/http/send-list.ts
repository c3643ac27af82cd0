import { Readable } from 'node:stream'
import type { Request, Response } from 'express'
import type { Batch } from '../db/batches'
import { TooManyRequestsError } from './errors'
import { compress, jsonType, sendJson } from './send-json'
import { haveSocket, sendStream } from './send-stream'
import { createTurns } from './turns'

/** For each user, in this process. */
const streams = { atOnce: 2, waiting: 4 }
const retryAfterSeconds = 10

type SendList = (
  userId: string,
  req: Request,
  res: Response,
  status: number,
  first: Batch<unknown>,
) => Promise<void>

/**
 * Answers with a list. What fits into the first batch is sent like any other answer; a longer list is read as fast as the
 * client takes it, and never held in memory as a whole.
 */
export function listSender(): SendList {
  const inTurn = createTurns(streams, () => {
    throw new TooManyRequestsError(
      "You're downloading too many long lists at once. Please wait for them to finish.",
      retryAfterSeconds,
    )
  })
  return async (userId, req, res, status, first) => {
    if (first.total !== undefined) res.setHeader('X-Total-Count', first.total)
    if (!first.next) return sendJson(req, res, status, first.rows)
    res.statusCode = status
    res.setHeader('Content-Type', jsonType)
    if (req.method === 'HEAD') return void res.end()
    await haveSocket(req, res)
    await inTurn(userId, async () => {
      compress(req, res, () => {})
      await sendStream(req, res, Readable.from(jsonOf(first)))
    })
  }
}

async function* jsonOf(first: Batch<unknown>): AsyncGenerator<string> {
  let separator = '['
  for (let batch: Batch<unknown> | undefined = first; batch; batch = await batch.next?.()) {
    if (!batch.rows.length) continue
    yield separator + JSON.stringify(batch.rows).slice(1, -1)
    separator = ','
  }
  yield ']'
}
