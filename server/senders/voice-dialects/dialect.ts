import type { realtimeSettings } from '../realtime-settings'

type Session = ReturnType<typeof realtimeSettings>
/** `id` is the provider's id of the call, `answer` its SDP. */
export type Call = { id: string; answer: string }

type Answer = { text: string; location: string | null }

/** How a server of the Realtime API begins and ends a call over WebRTC. `callsUrl` ends in `/realtime/calls`. */
export type Dialect = {
  /** Whether the server accepts the settings of the talk with the offer. If not, the page sends them once it is connected. */
  takesSession: boolean
  /** The body of the request that begins a call, and its content type unless `fetch` sets that from the body. */
  offer: (sdp: string, session: Session) => { body: string | FormData; type?: string }
  /** What an answer has of a call. With an id alone, it has begun, but the page cannot connect to it. */
  callIn: (answer: Answer) => Partial<Call>
  /** Undefined if the server has no such request: the call ends when the page closes its connection. */
  hangUp?: (callUrl: string) => { method: 'POST' | 'DELETE'; url: string }
  /** Where the server tells us the events of a call too. Undefined if it does not. */
  sideband?: (callsUrl: string, callId: string) => string
  /** What a 503 says when the server is full, as one that has room for few talks often is. */
  full?: string
}

export const sdpIn = (text = '') => (text.startsWith('v=') ? text : undefined)
const idIn = (location: string | null) => /(?:^|\/)([\w.~-]{1,200})(?:\?.*)?$/.exec(location ?? '')?.[1]

export const callAt = ({ text, location }: Answer) => ({ id: idIn(location), answer: sdpIn(text) })
