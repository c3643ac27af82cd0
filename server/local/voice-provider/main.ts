// Runs in its own process: serves the connections that the app passes on, and exits with the app.
import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { createServer, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { cleanup } from 'node-datachannel'
import { answerCall } from './call'
import { missingModel } from './realtime-session'

type Key = { session: object; expiresAt: number }

const keys = new Map<string, Key>()
/** By id, what closes each; empty once it is closed. */
const calls = new Map<string, Set<() => void>>()
let serverKey = ''

class HttpError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly details: { code?: string; param?: string } = {},
  ) {
    super(message)
  }
}

const server = createServer((req, res) => {
  handle(req, res).catch((error: unknown) => {
    const status = error instanceof HttpError ? error.status : 500
    const { message, details } =
      error instanceof HttpError ? error : { message: 'The demo has failed', details: {} }
    sendJson(res, status, { error: { type: 'invalid_request_error', message, ...details } })
  })
})

async function handle(req: IncomingMessage, res: ServerResponse) {
  const route = `${req.method} ${req.url?.replace(/\?.*/, '')}`
  const bearer = /^Bearer (.+)$/.exec(req.headers.authorization ?? '')?.[1] ?? ''
  if (route === 'POST /v1/realtime/client_secrets') return createKey(req, res, bearer)
  if (route === 'POST /v1/realtime/calls') return takeCall(req, res, bearer)
  const [, hungUp] = /^POST \/v1\/realtime\/calls\/(\w+)\/hangup$/.exec(route) ?? []
  if (hungUp) return hangUp(hungUp, res, bearer)
  throw new HttpError(404, 'There is nothing here')
}

async function createKey(req: IncomingMessage, res: ServerResponse, bearer: string) {
  requireServerKey(bearer)
  const { session = {}, expires_after } = JSON.parse((await text(req)) || '{}')
  const missing = missingModel(session)
  if (missing) throw new HttpError(404, missing.message, missing)
  const value = `ek_${randomBytes(16).toString('hex')}`
  const now = Math.floor(Date.now() / 1000)
  for (const [old, { expiresAt }] of keys) if (expiresAt < now) keys.delete(old)
  const expiresAt = now + Number(expires_after?.seconds ?? 600)
  keys.set(value, { session, expiresAt })
  sendJson(res, 200, { value, expires_at: expiresAt, session })
}

async function takeCall(req: IncomingMessage, res: ServerResponse, bearer: string) {
  const key = keys.get(bearer)
  if (!key || key.expiresAt * 1000 < Date.now()) throw new HttpError(401, 'Your ephemeral key has expired')
  const call = new Set<() => void>()
  const answer = await answerCall(await text(req), key.session, call).catch(() => {
    throw new HttpError(400, 'The offer cannot be answered')
  })
  const id = `rtc_${randomBytes(8).toString('hex')}`
  calls.set(id, call)
  res.writeHead(201, { 'Content-Type': 'application/sdp', Location: `/v1/realtime/calls/${id}` })
  res.end(answer)
}

function hangUp(id: string, res: ServerResponse, bearer: string) {
  requireServerKey(bearer)
  const call = calls.get(id)
  calls.delete(id)
  if (!call?.size) throw new HttpError(404, 'There is no such call')
  for (const close of call) close()
  res.writeHead(200).end()
}

function requireServerKey(bearer: string) {
  if (!serverKey || bearer !== serverKey) throw new HttpError(401, 'Incorrect API key provided')
}

function sendJson(res: ServerResponse, status: number, body: object) {
  res.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
}

function end() {
  for (const call of calls.values()) for (const close of call) close()
  cleanup()
  process.exit(0)
}

process.on('message', ({ key }: { key?: string }, socket?: Socket) => {
  if (key) serverKey = key
  if (socket) server.emit('connection', socket)
})
process.on('disconnect', end)
process.on('SIGTERM', end)
process.send?.('ready')
