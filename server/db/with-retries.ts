import { setTimeout as wait } from 'node:timers/promises'

/** Tries up to three times: a short outage of the database must not lose the outcome of a send. */
export function withRetries(store: () => Promise<void>): Promise<void> {
  const again = () => wait(500).then(store)
  return store().catch(again).catch(again)
}
