import { WebSocket } from 'ws'
import { parsedJson } from './voice-dialects'

/** Told of a call that is watched: each event of the provider, or, once, why none come any more. */
export type Watcher = { onEvent: (event: unknown) => void; onLost: (reason: string) => void }

type Options = Watcher & {
  url: string
  apiKey: string | undefined
  limitMs: number
  /** The provider may not know a new call at once. */
  pausesMs: readonly number[]
}

/** An item may hold the sound of a whole turn. */
const longestEvent = 16 * 1024 * 1024

/** Reads the events of a call beside the page. Returns how to stop that; from then on nobody is told anything. */
export function openSideband({ url, apiKey, limitMs, pausesMs, onEvent, onLost }: Options): () => void {
  const pauses = [...pausesMs]
  let isStopped = false
  let retry: ReturnType<typeof setTimeout> | undefined
  let socket = open()

  function open(): WebSocket {
    let reason = 'The connection was closed'
    return new WebSocket(url, {
      headers: apiKey ? { Authorization: `Bearer ${apiKey}` } : {},
      handshakeTimeout: limitMs,
      maxPayload: longestEvent,
      perMessageDeflate: false,
    })
      .on('message', (data) => isStopped || onEvent(parsedJson(String(data))))
      .on('error', ({ message }) => (reason = message))
      .on('close', () => {
        if (isStopped) return
        const pause = pauses.shift()
        if (pause === undefined) onLost(reason)
        else retry = setTimeout(() => (socket = open()), pause).unref()
      })
  }

  return () => {
    isStopped = true
    clearTimeout(retry)
    socket.terminate()
  }
}
