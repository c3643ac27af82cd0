import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Env } from '../../env'
import type { Event, Settings } from './realtime-session'

export class HttpError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly details: { code?: string; param?: string } = {},
  ) {
    super(message)
  }
}

/** How servers that speak the Realtime API over WebRTC differ, including what they refuse. */
type Dialect = {
  /** Reads the offer, and the settings that come with it. */
  read: (req: IncomingMessage, serverKey: string) => Promise<{ offer: string; session: Settings }>
  answer: (res: ServerResponse, id: string, sdp: string) => void
  /** Its path is `/v1/realtime/calls/{id}`, followed by `suffix`. */
  hangUp?: { method: string; suffix: string; status: number }
  /** The call whose events somebody wants to read too. Undefined: this server tells nobody but the page. */
  sideband?: (req: IncomingMessage, serverKey: string) => string | null
  /** The most calls at the same time. */
  room: number
  /** Replaces each of OpenAI's events by the one that the client gets. Undefined: the event is not sent. */
  sends: (event: Event) => Event | undefined
}

const locationOf = (id: string) => `/v1/realtime/calls/${id}`
const sdpAnswer: Dialect['answer'] = (res, id, sdp) =>
  void res.writeHead(201, { 'Content-Type': 'application/sdp', Location: locationOf(id) }).end(sdp)
const withoutAudioBuffer = (event: Event) =>
  event.type.startsWith('output_audio_buffer.') ? undefined : event
const typeOf = (req: IncomingMessage) => req.headers['content-type'] ?? ''

function requireKey({ headers }: IncomingMessage, serverKey: string) {
  if (headers.authorization !== `Bearer ${serverKey}`) throw new HttpError(401, 'Incorrect API key provided')
}

export const dialects: Record<Env['realtime']['dialect'], Dialect> = {
  openai: {
    async read(req, serverKey) {
      requireKey(req, serverKey)
      if (!typeOf(req).startsWith('multipart/form-data'))
        throw new HttpError(415, 'Send the fields sdp and session as multipart/form-data')
      const body = await text(req)
      const form = await new Response(body, { headers: { 'Content-Type': typeOf(req) } }).formData()
      return { offer: String(form.get('sdp')), session: JSON.parse(String(form.get('session'))) as Settings }
    },
    answer: sdpAnswer,
    hangUp: { method: 'POST', suffix: '/hangup', status: 200 },
    sideband(req, serverKey) {
      requireKey(req, serverKey)
      return new URL(req.url ?? '', 'http://localhost').searchParams.get('call_id')
    },
    room: Infinity,
    sends: (event) => event,
  },
  /** Like LocalAI, which asks for no key, reads JSON whatever the content type, and accepts no setting but the model. */
  json: {
    async read(req) {
      try {
        const { sdp, model } = JSON.parse(await text(req)) as Record<string, unknown>
        if (typeof sdp === 'string' && typeof model === 'string')
          return { offer: sdp, session: { type: 'realtime', model } }
      } catch {
        // Refused below.
      }
      throw new HttpError(400, 'sdp and model are required')
    },
    answer: (res, id, sdp) =>
      void res
        .writeHead(201, { 'Content-Type': 'application/json' })
        .end(JSON.stringify({ sdp, session_id: id })),
    room: Infinity,
    sends: withoutAudioBuffer,
  },
  /** Like huggingface/speech-to-speech: no key, no settings with the offer, one talk at a time. */
  sdp: {
    async read(req) {
      if (typeOf(req) !== 'application/sdp') throw new HttpError(415, 'Content-Type must be application/sdp')
      return { offer: await text(req), session: { type: 'realtime' } }
    },
    answer: sdpAnswer,
    hangUp: { method: 'DELETE', suffix: '', status: 204 },
    room: 1,
    sends(event) {
      const type = event.type.replace('conversation.item.added', 'conversation.item.created')
      return withoutAudioBuffer({ ...event, type })
    },
  },
}
