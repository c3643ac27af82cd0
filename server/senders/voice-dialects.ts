import { z } from 'zod'
import type { Env } from '../env'
import { type realtimeSettings, settingsOfOpenAi } from './realtime-settings'

type Session = ReturnType<typeof realtimeSettings>
/** `id` is the provider's id of the call, `answer` its SDP. */
export type Call = { id: string; answer: string }

/** How a server of the Realtime API begins and ends a call over WebRTC. `callsUrl` ends in `/realtime/calls`. */
type Dialect = {
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

const jsonAnswer = z.object({ sdp: z.string(), session_id: z.string().min(1).max(200) })

const isSdp = (text: string) => text.startsWith('v=')
const idIn = (location: string | null) => /(?:^|\/)([\w.~-]{1,200})(?:\?.*)?$/.exec(location ?? '')?.[1]

function callAt({ text, location }: { text: string; location: string | null }): Call | undefined {
  const id = idIn(location)
  return id && isSdp(text) ? { id, answer: text } : undefined
}

export const dialects: Record<Env['realtime']['dialect'], Dialect> = {
  /** OpenAI, by its published description (`RealtimeCallCreateRequest`). */
  openai: {
    takesSession: true,
    offer(sdp, session) {
      const body = new FormData()
      body.set('sdp', sdp)
      body.set('session', JSON.stringify(settingsOfOpenAi(session)))
      return { body }
    },
    callIn: callAt,
    hangUp: (callUrl) => ({ method: 'POST', url: `${callUrl}/hangup` }),
    sideband(callsUrl, callId) {
      const url = new URL(callsUrl)
      url.protocol = url.protocol.replace('http', 'ws')
      url.pathname = url.pathname.replace(/\/calls$/, '')
      url.searchParams.set('call_id', callId)
      return url.href
    },
  },
  /** LocalAI. */
  json: {
    takesSession: false,
    offer: (sdp, session) => ({
      body: JSON.stringify({ sdp, model: session.model, session }),
      type: 'application/json',
    }),
    callIn({ text }) {
      const { data } = jsonAnswer.safeParse(parsedJson(text))
      return data && isSdp(data.sdp) ? { id: data.session_id, answer: data.sdp } : undefined
    },
  },
  /** huggingface/speech-to-speech. */
  sdp: {
    takesSession: false,
    offer: (sdp) => ({ body: sdp, type: 'application/sdp' }),
    callIn: callAt,
    hangUp: (callUrl) => ({ method: 'DELETE', url: callUrl }),
    full: 'session_limit_reached',
  },
}

/** Undefined if the text is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
