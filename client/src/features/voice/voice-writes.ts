import { ApiError, ConnectionError, messageOf } from '@/lib/api'

/** What a tool was to save, and what became of it. `unknown`: the server may have saved it, its answer was lost. */
export type Write = {
  /** Its idempotency key. */
  id: string
  /** To run it again with its input. */
  tool: string
  input: unknown
  state: 'pending' | 'saved' | 'failed' | 'unknown'
  text: string
  href?: string
  /** Why it failed. */
  reason?: string
}

/** The server may have carried out the request all the same. */
export class LostAnswer extends ConnectionError {}

/** Of one try. */
export const tryLimitMs = 6_000
const pausesMs = [300, 1_200]

/** Sends it again when the answer was lost, so it must be safe to repeat. */
export async function repeated<T>(send: () => Promise<T>): Promise<T> {
  for (const pauseMs of pausesMs) {
    try {
      return await send()
    } catch (error) {
      if (!isLost(error)) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  return send().catch((error: unknown) => {
    throw isLost(error) ? new LostAnswer(messageOf(error), { cause: error }) : error
  })
}

/** By the statuses of a proxy, and of a server that lost its database. */
const isLost = (error: unknown) =>
  error instanceof ConnectionError || (error instanceof ApiError && [502, 503, 504].includes(error.status))
