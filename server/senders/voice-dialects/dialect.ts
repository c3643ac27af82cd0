import type { realtimeSettings } from '../realtime-settings'

export type Session = ReturnType<typeof realtimeSettings>
/** `id` is the provider's id of the call, `answer` its SDP. */
export type Call = { id: string; answer: string }

/** How a server of the Realtime API begins and ends a call over WebRTC. `callsUrl` ends in `/realtime/calls`. */
export type Dialect = {
  /** Whether the server accepts the settings of the talk with the offer. If not, the page sends them once it is connected. */
  takesSession: boolean
  /** The body of the request that begins a call, and its content type unless `fetch` sets that from the body. */
  offer: (sdp: string, session: Session) => { body: string | FormData; type?: string }
  /** Undefined if the answer has no SDP or no id of the call. */
  callIn: (answer: { text: string; location: string | null }) => Call | undefined
  /** Undefined if the server has no such request: the call ends when the page closes its connection. */
  hangUp?: (callUrl: string) => { method: 'POST' | 'DELETE'; url: string }
  /** Where the server tells us the events of a call too. Undefined if it does not. */
  sideband?: (callsUrl: string, callId: string) => string
  /** What a 503 says when the server is full, as one that has room for few talks often is. */
  full?: string
}

export const isSdp = (text: string) => text.startsWith('v=')
const idIn = (location: string | null) => /(?:^|\/)([\w.~-]{1,200})(?:\?.*)?$/.exec(location ?? '')?.[1]

export const callAt: Dialect['callIn'] = ({ text, location }) => {
  const id = idIn(location)
  return id && isSdp(text) ? { id, answer: text } : undefined
}
