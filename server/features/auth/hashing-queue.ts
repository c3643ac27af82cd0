import { RetryLaterError } from '../../http/errors'

/** Each keeps a core and one of Node's four threads busy, which files and DNS need too. */
const atOnce = 2
const mostWaiting = 8

let running = 0
const waiting: (() => void)[] = []

/** Does `hash` when fewer than two others are under way in this process; 503 when too many wait already. */
export async function inTurn<T>(hash: () => Promise<T>): Promise<T> {
  if (running < atOnce) running++
  else if (waiting.length < mostWaiting) await new Promise<void>((resolve) => waiting.push(resolve))
  else
    throw new RetryLaterError(
      503,
      'The server is busy checking passwords. Please try again in a few seconds.',
      5,
    )
  try {
    return await hash()
  } finally {
    // The one that waits takes over the place, so `running` stays as it is.
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}
