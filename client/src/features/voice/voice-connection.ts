const everyMs = 250
/** Once nothing has come for 2.5 seconds, the browser asks the other side for a sign of life many times a second. */
const mostUnanswered = 3

type Stats = {
  id: string
  type: string
  selectedCandidatePairId?: string
  bytesReceived?: number
  responsesReceived?: number
  requestsSent?: number
}

/**
 * Tells when nothing comes from the provider any more, and when something does again. The browser's own connection state
 * tells it only after about six seconds; where a browser does not give these numbers, that is all there is.
 */
export function watchConnection(
  peer: Pick<RTCPeerConnection, 'getStats' | 'connectionState'>,
  onChange: (isInterrupted: boolean) => void,
): () => void {
  let heard: string | undefined
  let askedBefore = 0
  let isInterrupted = false

  function set(value: boolean) {
    if (value === isInterrupted) return
    isInterrupted = value
    onChange(value)
  }
  async function look() {
    const stats = [...(await peer.getStats()).values()] as Stats[]
    const selected = stats.find(({ type }) => type === 'transport')?.selectedCandidatePairId
    const {
      bytesReceived,
      responsesReceived,
      requestsSent = 0,
    } = stats.find(({ id }) => id === selected) ?? {}
    const now = `${bytesReceived} ${responsesReceived}`
    if (now !== heard) {
      heard = now
      askedBefore = requestsSent
    }
    set(requestsSent - askedBefore >= mostUnanswered || peer.connectionState === 'disconnected')
  }

  const timer = setInterval(() => void look().catch(() => {}), everyMs)
  return () => clearInterval(timer)
}
