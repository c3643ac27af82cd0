import { useSyncExternalStore } from 'react'

/** 'offline': calls do not reach the server; 'away': it, or a proxy before it, answers that it cannot serve now. */
export type ConnectionState = 'ok' | 'offline' | 'away'

let state: ConnectionState = 'ok'
const listeners = new Set<() => void>()

/** The state of the connection as the last call found it; watch-connection.ts asks while it is not 'ok'. */
export const connection = {
  now: () => state,

  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },

  /** For whoever calls the server: how a call ended. */
  found(next: ConnectionState) {
    if (next === state) return
    state = next
    for (const listener of listeners) listener()
  },
}

export const useConnection = () => useSyncExternalStore(connection.subscribe, connection.now)

/**
 * Whether an answer that failed says that the server, or what it needs, is away. Its own 502 is of another service, and
 * its own 503 without Retry-After of one that is not set up; both say so in JSON, which a proxy does not.
 */
export const isAway = (status: number, retryAfter: string | null, isOurs: boolean) =>
  isOurs ? status === 503 && retryAfter !== null : [502, 503, 504].includes(status)
