import { useSyncExternalStore } from 'react'

/** 'offline': calls do not reach the server; 'away': the server, or a proxy in front of it, answers that it cannot serve now. */
export type ConnectionState = 'ok' | 'offline' | 'away'

/** A page with a notice may name days, of which nobody has told the server. */
const longestRetryAfterMs = 600_000

/** How long a `Retry-After` asks to wait: seconds, or as proxies send it a date. 0 if there is none. */
export function retryAfterMsOf(header: string | null): number {
  const ms = Number(header) * 1_000 || Date.parse(header ?? '') - Date.now()
  return Math.min(Math.max(ms || 0, 0), longestRetryAfterMs)
}

let state: ConnectionState = 'ok'
let retryAfterMs = 0
const listeners = new Set<() => void>()

/** The state of the connection as the last call found it; watch-connection.ts polls while it is not 'ok'. */
export const connection = {
  now: () => state,

  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },

  /** For how long the server, which is away, has just asked not to be asked again. */
  retryAfterMs: () => retryAfterMs,

  /** Every call to the server reports here how it ended; `notForMs` is what an answer that it is away asks for. */
  found(next: ConnectionState, notForMs = 0) {
    retryAfterMs = notForMs
    if (next === state && !retryAfterMs) return
    state = next
    for (const listener of listeners) listener()
  },
}

export const useConnection = () => useSyncExternalStore(connection.subscribe, connection.now)

/**
 * Whether an error answer means that the server, or what it depends on, is away. The server's own 502 is about another
 * service, its own 503 without Retry-After about one that is not set up. Both have a JSON body; those of a proxy do not.
 */
export const isAway = (status: number, retryAfter: string | null, isOurs: boolean) =>
  isOurs ? status === 503 && retryAfter !== null : [502, 503, 504].includes(status)
