import { WebSocket } from 'ws'
import { parsedJson } from './parsed-json'

/** Told of a call that is watched. */
export type Watcher = {
  /** Each `response.done` and `session.updated`. */
  onEvent: (event: unknown) => void
  /** An event was too long to be read, which has broken the connection. */
  onTooLong: () => void
  /** Once, why no events come any more. */
  onLost: (reason: string) => void
}

type Options = Watcher & {
  url: string
  apiKey: string | undefined
  limitMs: number
  /** The provider may not know a new call at once. */
  pausesMs: readonly number[]
}

/** An item may hold the sound of a whole turn: this leaves room for more than eight minutes. */
const longestEvent = 32 * 1024 * 1024
const judged = ['"response.done"', '"session.updated"']
const pingMs = 30_000

/** Reads the events of a call beside the page. Returns how to stop that; from then on nobody is told anything. */
export function openSideband(options: Options): () => void {
  const { url, apiKey, limitMs, pausesMs, onEvent, onTooLong, onLost } = options
  let pauses = [...pausesMs]
  let isStopped = false
  let retry: ReturnType<typeof setTimeout> | undefined
  let socket = open()

  function open(): WebSocket {
    let reason = 'The connection was closed'
    let pulse: ReturnType<typeof setInterval> | undefined
    let pings = 0
    let pongs = 0
    const opened = new WebSocket(url, {
      headers: apiKey ? { Authorization: `Bearer ${apiKey}` } : {},
      handshakeTimeout: limitMs,
      maxPayload: longestEvent,
      perMessageDeflate: false,
    })

    function ping() {
      if (pongs === pings++) return opened.ping()
      reason = 'The connection does not answer'
      opened.terminate()
    }

    return opened
      .on('open', () => (pulse = setInterval(ping, pingMs).unref()))
      .on('pong', () => {
        // It has held for a minute.
        if (++pongs === 2) pauses = [...pausesMs]
      })
      .on('message', (data) => {
        // Others may be large, with sound.
        const isJudged = Buffer.isBuffer(data) && judged.some((type) => data.includes(type))
        if (isJudged && !isStopped) onEvent(parsedJson(String(data)))
      })
      .on('error', (error: Error & { code?: string }) => {
        reason = error.message
        if (error.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH' && !isStopped) onTooLong()
      })
      .on('close', () => {
        clearInterval(pulse)
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
