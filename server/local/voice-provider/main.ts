// Runs in its own process: serves the connections that the app passes on, and exits with the app.
import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { createServer, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import { dialects, HttpError } from './dialects'
import { type Event, missingModel } from './realtime-session'
import { runScript } from './script'

/** `open` holds what closes the call, and is empty once it is closed. */
type Call = { open: Set<() => void>; sidebands: Set<WebSocket> }

const calls = new Map<string, Call>()
const webSockets = new WebSocketServer({ noServer: true })
let serverKey = ''
let dialect = dialects.openai

/** Undefined where node-datachannel has no build for this machine. */
const webRtc = import('./call').catch(() => undefined)

const server = createServer((req, res) => {
  handle(req, res).catch((error: unknown) => {
    const { status, type, body } = refusal(error)
    res.writeHead(status, { 'Content-Type': type }).end(body)
  })
})

server.on('upgrade', (req, socket, head) => {
  socket.on('error', () => {})
  try {
    const call = calls.get(dialect.sideband?.(req, serverKey) ?? '')
    if (!call?.open.size) throw new HttpError(404, 'No such call', { code: 'call_id_not_found' })
    webSockets.handleUpgrade(req, socket, head, (sideband) => call.sidebands.add(sideband))
  } catch (error) {
    const { status, type, body } = refusal(error)
    socket.end(`HTTP/1.1 ${status} Refused\r\nContent-Type: ${type}\r\n\r\n${body}`)
  }
})

function refusal(error: unknown) {
  const refused = error instanceof HttpError ? error : new HttpError(500, 'The demo has failed')
  const [type, body] = dialect.refusal(refused)
  return { status: refused.status, type, body }
}

async function handle(req: IncomingMessage, res: ServerResponse) {
  const path = req.url?.replace(/\?.*/, '') ?? ''
  if (`${req.method} ${path}` === 'POST /v1/realtime/calls') return takeCall(req, res)
  const { hangUp } = dialect
  const [, id, suffix = ''] = /^\/v1\/realtime\/calls\/(\w+)(\/.*)?$/.exec(path) ?? []
  if (!id || !hangUp || req.method !== hangUp.method || suffix !== hangUp.suffix)
    throw new HttpError(404, 'There is nothing here')
  const isOpen = calls.get(id)?.open.size
  end(id)
  if (!isOpen) throw new HttpError(404, 'There is no such call')
  res.writeHead(hangUp.status).end()
}

async function takeCall(req: IncomingMessage, res: ServerResponse) {
  const { answerCall } = (await webRtc) ?? {}
  if (!answerCall) throw new HttpError(501, 'WebRTC is not installed on this server')
  const { offer, session } = await dialect.read(req, serverKey)
  const missing = missingModel(session)
  if (missing) throw new HttpError(404, missing.message, missing)
  for (const [id, { open }] of calls) if (!open.size) end(id)
  if (calls.size >= dialect.room)
    throw new HttpError(503, 'All sessions are in use', { code: 'session_limit_reached' })
  const call: Call = { open: new Set(), sidebands: new Set() }
  const id = `rtc_${randomBytes(8).toString('hex')}`
  calls.set(id, call)
  const sends = (event: Event) => {
    for (const sideband of call.sidebands) sideband.send(JSON.stringify(event))
    return dialect.sends(event)
  }
  const sdp = await answerCall(offer, session, call.open, { run: runScript, sends }).catch(() => {
    end(id)
    throw new HttpError(400, 'Invalid SDP offer')
  })
  dialect.answer(res, id, sdp)
}

function end(id: string) {
  const { open, sidebands } = calls.get(id) ?? {}
  calls.delete(id)
  open?.forEach((close) => close())
  sidebands?.forEach((sideband) => sideband.close())
}

async function exit() {
  for (const id of calls.keys()) end(id)
  ;(await webRtc)?.cleanup()
  process.exit(0)
}

process.on('message', (told: { key?: string; dialect?: keyof typeof dialects }, socket?: Socket) => {
  if (told.key) serverKey = told.key
  if (told.dialect) dialect = dialects[told.dialect]
  if (socket) server.emit('connection', socket)
})
process.on('disconnect', () => void exit())
process.on('SIGTERM', () => void exit())
process.send?.('ready')
