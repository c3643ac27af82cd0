import type { Db } from '../db/db'

/**
 * Rejects if a token has been withdrawn or has ended since its request came in. It asks the database once a second at most; one
 * that is away says nothing about the token. In a transaction it always asks, as the last statement: a withdrawal then waits
 * for the end of it.
 */
export type AskAgain = (tx?: Db) => Promise<void>

const everyMs = 250

/** Calls `refuse` once a token is found withdrawn, until the function that is given back is called. */
export function watchToken(askAgain: AskAgain, refuse: (error: unknown) => void): () => void {
  const timer = setInterval(() => void askAgain().catch(refuse), everyMs)
  return () => clearInterval(timer)
}

/** What `task` gives, or rejects once the token is found withdrawn. */
export async function whileHolding<T>(askAgain: AskAgain | undefined, task: Promise<T>): Promise<T> {
  if (!askAgain) return task
  let stop: (() => void) | undefined
  const refused = new Promise<never>((_, reject) => (stop = watchToken(askAgain, reject)))
  return Promise.race([task, refused]).finally(stop)
}
