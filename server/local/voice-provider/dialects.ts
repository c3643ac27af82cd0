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
  /** The content type and the body of a refusal. */
  refusal: (error: Pick<HttpError, 'status' | 'message' | 'details'>) => [type: string, body: string]
  /** Its path is `/v1/realtime/calls/{id}`, followed by `suffix`. */
  hangUp?: { method: string; suffix: string; status: number }
  /** The id of the call whose events a second client wants to read. Undefined: only the page gets events. */
  sideband?: (req: IncomingMessage, serverKey: string) => string | null
  /** The most calls at the same time. */
  room: number
  /** Replaces each of OpenAI's events by the one that the client gets. Undefined: the event is not sent. */
  sends: (event: Event) => Event | undefined
}

const locationOf = (id: string) => `/v1/realtime/calls/${id}`
const sdpAnswer: Dialect['answer'] = (res, id, sdp) =>
  void res.writeHead(201, { 'Content-Type': 'application/sdp', Location: locationOf(id) }).end(sdp)
const typeOf = (req: IncomingMessage) => req.headers['content-type'] ?? ''

function requireKey({ headers }: IncomingMessage, serverKey: string) {
  if (headers.authorization !== `Bearer ${serverKey}`) throw new HttpError(401, 'Incorrect API key provided')
}

type Item = { id: string; type: string; content?: { type: string }[] }
const itemOf = (event: Event) => event.item as Item
/** Whether the client has made the item: not what was spoken, by either side, and no tool call. */
const isOfClient = ({ type, content }: Item) =>
  type === 'function_call_output' || content?.[0]?.type === 'input_text'

/** LocalAI sends these events with a placeholder as their id, and the others without an id. */
const withoutOwnId = /^session\.|^input_audio_buffer\.|^conversation\.item\.(?:input_audio|retrieved)/
const unsentByLocalAi = /^output_audio_buffer\.|^conversation\.item\.done$|^response\.output_audio\.done$/
const sentBySpeechToSpeech =
  /^error$|^session\.|^input_audio_buffer\.speech_|^conversation\.item\.input_audio_transcription\.|^response\.(?:created|done|output_item\..*|output_audio.*|function_call_arguments\.done)$/

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
    refusal: ({ message, details }) => [
      'application/json',
      JSON.stringify({ error: { type: 'invalid_request_error', message, ...details } }),
    ],
    hangUp: { method: 'POST', suffix: '/hangup', status: 200 },
    sideband(req, serverKey) {
      requireKey(req, serverKey)
      return new URL(req.url ?? '', 'http://localhost').searchParams.get('call_id')
    },
    room: Infinity,
    sends: (event) => event,
  },
  /**
   * Like LocalAI (core/http/endpoints/openai/realtime*.go of 4.9): no key unless it was given one, and no setting with the
   * offer but the model.
   */
  json: {
    async read(req) {
      const { sdp, model } = await fieldsOf(req)
      if (!sdp) throw new HttpError(400, 'sdp is required')
      if (!model) throw new HttpError(400, 'model is required')
      return { offer: sdp, session: { type: 'realtime', model } }
    },
    answer: (res, id, sdp) =>
      void res
        .writeHead(201, { 'Content-Type': 'application/json' })
        .end(JSON.stringify({ sdp, session_id: id })),
    refusal: ({ message }) => ['application/json', JSON.stringify({ error: message })],
    room: Infinity,
    sends(given) {
      const { event_id: _id, ...event } = given
      if (unsentByLocalAi.test(event.type)) return undefined
      if (event.type === 'conversation.item.added') {
        const item = itemOf(event)
        if (isOfClient(item)) return event
        if (item.content?.[0]?.type !== 'input_audio') return undefined
        // It adds what was spoken under another id than it was transcribed under.
        return { ...event, item: { ...item, id: `${item.id}_added`, content: [spoken] } }
      }
      // It names neither the setting nor the model that it refuses.
      if (event.type === 'error') return { ...event, error: { ...refusedUpdate, message: messageOf(event) } }
      if (event.type.startsWith('input_audio_buffer.speech_')) delete event.item_id
      if (event.type === 'response.done') return withDetails(event, undefined)
      return withoutOwnId.test(event.type) ? { ...event, event_id: 'event_TODO' } : event
    },
  },
  /** Like huggingface/speech-to-speech 0.2.12 (api/openai_realtime): no key, no settings with the offer, one talk at a time. */
  sdp: {
    async read(req) {
      if (!typeOf(req).includes('application/sdp'))
        throw new HttpError(415, 'Content-Type must be application/sdp')
      return { offer: await text(req), session: { type: 'realtime' } }
    },
    answer: sdpAnswer,
    refusal: ({ status, message, details: { code: type } }) =>
      status === 503
        ? [
            'application/json',
            JSON.stringify({ type: 'error', event_id: 'event_1', error: { type, message } }),
          ]
        : ['text/plain', message],
    hangUp: { method: 'DELETE', suffix: '', status: 200 },
    room: 1,
    sends(event) {
      if (event.type === 'conversation.item.added' && isOfClient(itemOf(event)))
        return { ...event, type: 'conversation.item.created' }
      if (event.type === 'response.done') return withDetails(event, null)
      return sentBySpeechToSpeech.test(event.type) ? event : undefined
    },
  },
}

/** Neither server says what came from a cache. */
function withDetails(event: Event, input_token_details: null | undefined): Event {
  const response = event.response as { usage?: object }
  const usage = response.usage && { ...response.usage, input_token_details }
  return { ...event, response: { ...response, usage } }
}

const refusedUpdate = { type: 'invalid_request_error', code: 'session_update_error' }
const messageOf = ({ error }: Event) => `Failed to update session: ${(error as { message: string }).message}`
const spoken = { type: 'input_audio', transcript: 'Words as they were transcribed' }

async function fieldsOf(req: IncomingMessage): Promise<Record<string, string | undefined>> {
  const body = await text(req)
  try {
    if (!body || typeOf(req).startsWith('application/json')) return JSON.parse(body || '{}')
  } catch {
    // Refused below.
  }
  throw new HttpError(400, 'invalid request body')
}
