// Runs in its own process: serves the connections that the app passes on, and exits with the app.
import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { createServer, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { cleanup } from 'node-datachannel'
import { answerCall } from './call'
import { dialects, HttpError } from './dialects'
import { missingModel } from './realtime-session'
import { runScript } from './script'

/** By id, what closes each; empty once it is closed. */
const calls = new Map<string, Set<() => void>>()
let serverKey = ''
let dialect = dialects.openai

const server = createServer((req, res) => {
  handle(req, res).catch((error: unknown) => {
    const status = error instanceof HttpError ? error.status : 500
    const { message, details } =
      error instanceof HttpError ? error : { message: 'The demo has failed', details: {} }
    sendJson(res, status, { error: { type: 'invalid_request_error', message, ...details } })
  })
})

async function handle(req: IncomingMessage, res: ServerResponse) {
  const path = req.url?.replace(/\?.*/, '') ?? ''
  if (`${req.method} ${path}` === 'POST /v1/realtime/calls') return takeCall(req, res)
  const { hangUp } = dialect
  const [, id, suffix = ''] = /^\/v1\/realtime\/calls\/(\w+)(\/.*)?$/.exec(path) ?? []
  if (!id || !hangUp || req.method !== hangUp.method || suffix !== hangUp.suffix)
    throw new HttpError(404, 'There is nothing here')
  const call = calls.get(id)
  calls.delete(id)
  if (!call?.size) throw new HttpError(404, 'There is no such call')
  for (const close of call) close()
  res.writeHead(hangUp.status).end()
}

async function takeCall(req: IncomingMessage, res: ServerResponse) {
  const { offer, session } = await dialect.read(req, serverKey)
  const missing = missingModel(session)
  if (missing) throw new HttpError(404, missing.message, missing)
  for (const [id, { size }] of calls) if (!size) calls.delete(id)
  if (calls.size >= dialect.room)
    throw new HttpError(503, 'All sessions are in use', { code: 'session_limit_reached' })
  const call = new Set<() => void>()
  const id = `rtc_${randomBytes(8).toString('hex')}`
  calls.set(id, call)
  const sdp = await answerCall(offer, session, call, { run: runScript, sends: dialect.sends }).catch(() => {
    calls.delete(id)
    throw new HttpError(400, 'The offer cannot be answered')
  })
  dialect.answer(res, id, sdp)
}

function sendJson(res: ServerResponse, status: number, body: object) {
  res.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
}

function end() {
  for (const call of calls.values()) for (const close of call) close()
  cleanup()
  process.exit(0)
}

process.on('message', (told: { key?: string; dialect?: keyof typeof dialects }, socket?: Socket) => {
  if (told.key) serverKey = told.key
  if (told.dialect) dialect = dialects[told.dialect]
  if (socket) server.emit('connection', socket)
})
process.on('disconnect', end)
process.on('SIGTERM', end)
process.send?.('ready')
