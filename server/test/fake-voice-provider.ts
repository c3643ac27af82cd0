import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { createLog } from '../log'
import { createVoiceProvider } from '../senders/voice-provider'
import type { Client } from './people'
import { serve } from './serve'

export type Answer = (res: ServerResponse) => unknown
type Asked = { url: string; authorization?: string; user?: string; type?: string; body: string; form: Form }
/** The fields of a form. */
type Form = Record<string, string>

export const offer = 'v=0\r\no=- 1 2 IN IP4 127.0.0.1\r\n'
export const sdpAnswer = 'v=0\r\no=- 3 4 IN IP4 127.0.0.1\r\n'

/** A voice provider over HTTP, without sound. A test may have it answer otherwise. */
export async function createFakeVoiceProvider() {
  const server = await serve()
  let calls = 0
  const fake = {
    origin: server.origin,
    /** In the order of coming. */
    asked: [] as Asked[],
    /** The calls that were hung up. */
    hungUp: [] as string[],
    onCall: undefined as Answer | undefined,
    onHangUp: undefined as Answer | undefined,
    onModel: undefined as Answer | undefined,
    /** Who connected last to read the events of each call, and the status to refuse that with. */
    sidebands: new Map<string, WebSocket>(),
    sidebandStatus: 101,
    askedForSideband: [] as Pick<Asked, 'url' | 'authorization'>[],
    tell: (callId: string, event: object) => fake.sidebands.get(callId)?.send(JSON.stringify(event)),
    askedFor: (path: string) => fake.asked.filter(({ url }) => url.endsWith(path)),
    reset() {
      Object.assign(fake, { asked: [], hungUp: [], askedForSideband: [], sidebandStatus: 101 })
      fake.onCall = fake.onHangUp = fake.onModel = undefined
    },
    settings: {
      baseUrl: `${server.origin}/v1`,
      apiKey: 'sk-server',
      callsUrl: `${server.origin}/v1/realtime/calls`,
      dialect: 'openai' as const,
      model: 'gpt-realtime',
      modelFallbacks: ['second', 'third'],
      voice: undefined,
      transcriptionLanguage: undefined,
      transcriptionModel: 'gpt-4o-mini-transcribe',
      transcriptionModelFallbacks: ['writer-2'],
    },
    /** The provider as the server sees it. */
    create: (overrides: object = {}, limitMs?: number, log = createLog('silent'), pausesMs?: number[]) =>
      createVoiceProvider({ ...fake.settings, ...overrides }, log, limitMs, pausesMs),
  }

  async function handle(req: IncomingMessage, res: ServerResponse) {
    const { authorization, 'content-type': type, 'openai-safety-identifier': user } = req.headers
    const url = req.url ?? ''
    const body = await text(req)
    const asked = { url, authorization, user: user?.toString(), type: type?.split(';')[0], body }
    fake.asked.push({ ...asked, form: type?.startsWith('multipart/') ? await formIn(type, body) : {} })
    const hungUp = /calls\/(\w+)(\/hangup)?$/.exec(url)?.[1]
    if (hungUp) {
      if (fake.onHangUp) return fake.onHangUp(res)
      fake.hungUp.push(hungUp)
      return res.end()
    }
    if (url.includes('/models/')) return fake.onModel?.(res) ?? res.end('{}')
    if (fake.onCall) return fake.onCall(res)
    res.writeHead(201, { 'Content-Type': 'application/sdp', Location: `/v1/realtime/calls/rtc_${++calls}` })
    return res.end(sdpAnswer)
  }
  server.handle((req, res) => void handle(req, res).catch(() => {}))

  const webSockets = new WebSocketServer({ noServer: true })
  server.onUpgrade((req, socket, head) => {
    const { url = '', headers } = req
    fake.askedForSideband.push({ url, authorization: headers.authorization })
    if (fake.sidebandStatus !== 101) return socket.end(`HTTP/1.1 ${fake.sidebandStatus} Refused\r\n\r\n`)
    webSockets.handleUpgrade(req, socket, head, (sideband) => {
      fake.sidebands.set(new URL(url, server.origin).searchParams.get('call_id') ?? '', sideband)
    })
  })
  afterAll(() => webSockets.clients.forEach((sideband) => sideband.terminate()))
  return fake
}

async function formIn(type: string, body: string): Promise<Form> {
  const form = await new Response(body, { headers: { 'Content-Type': type } }).formData()
  return Object.fromEntries([...form].map(([name, value]) => [name, String(value)]))
}

export const refuse =
  (status: number, error: object = {}): Answer =>
  (res) =>
    res.writeHead(status).end(JSON.stringify({ error: { message: 'sk-server is no good', ...error } }))

export const keyFor = (client: Client) => client.post('/api/voice/ephemeral-key').send({})

export const sendOffer = (client: Client, key: string, body = offer) =>
  client
    .post('/api/voice/calls')
    .set('Authorization', `Bearer ${key}`)
    .set('Content-Type', 'application/sdp')
    .send(body)

/** Begins a talk: its key. */
export async function beginTalk(client: Client) {
  const { body } = await keyFor(client).expect(200)
  await sendOffer(client, body.value).expect(201)
  return body as { value: string; talkId: string; seconds: number }
}
