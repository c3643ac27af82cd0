import { once } from 'node:events'
import { Agent, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import express from 'express'
import { expect, test } from 'vitest'
import { MiB } from '@shared/endpoint'
import { createUser } from '../test/factories'
import { createLongEntries } from '../test/long-lists'
import { serve } from '../test/serve'
import { createTestApp, sessionCookieOf } from '../test/test-app'
import { endUnreadUploads } from './unread-body'

const { app, ctx, db } = await createTestApp()
const server = await serve()
const sockets = new Set<Socket>()
const answers: ServerResponse[] = []
server.handle((req, res) => {
  sockets.add(req.socket)
  answers.push(res)
  app(req, res)
})
const user = await createUser(db)
const cookie = await sessionCookieOf(app, user)

/** Sends on and on, whatever is answered, until the connection is closed. */
async function upload(method: string, path: string, headers: Record<string, string>) {
  sockets.clear()
  const { hostname, port } = new URL(server.origin)
  const client = connect(Number(port), hostname)
  const closed = new Promise((resolve) => client.once('close', resolve))
  let text = ''
  client.on('data', (chunk) => void (text += chunk.toString()))
  client.on('error', () => {})
  const lines = Object.entries({ Host: 'x', 'Content-Length': String(1024 * MiB), ...headers })
  client.write(`${method} ${path} HTTP/1.1\r\n${lines.map((line) => line.join(': ')).join('\r\n')}\r\n\r\n`)
  const chunk = Buffer.alloc(64 * 1024, ' ')
  const send = (error?: Error | null) => void (error || client.destroyed || client.write(chunk, send))
  send()
  await closed
  const [socket] = [...sockets]
  return {
    status: Number(text.split(' ')[1]),
    isWhole: text.endsWith('\r\n0\r\n\r\n'),
    isLast: text.includes('\r\nConnection: close\r\n'),
    bytesRead: socket?.bytesRead,
  }
}

const json = { 'Content-Type': 'application/json' }
test.each([
  ['one that is too large', '/api/goals', json, 413],
  ['a compressed one', '/api/goals', { ...json, 'Content-Encoding': 'gzip' }, 415],
  ['one to a path that does not exist', '/api/nothing', json, 404],
  ['one of the signed-out', '/api/goals', { Cookie: '' }, 401],
  ['one to the webhook', '/api/webhooks/twilio/sms', json, 403],
])('of an upload of a gigabyte not half is read: %s', async (_, path, headers, status) => {
  const answer = await upload('POST', path, { Cookie: cookie, Origin: ctx.env.appUrl, ...headers })
  expect(answer).toMatchObject({ status, isLast: true })
  expect(answer.bytesRead).toBeLessThan(300 * MiB)
})

/** Reads nothing before all of the body is sent, as Python's urllib does. */
async function writeFirst(path: string, headers: Record<string, string>, length: number) {
  const { hostname, port } = new URL(server.origin)
  const client = connect(Number(port), hostname).pause()
  const closed = new Promise((resolve) => client.once('close', resolve))
  const faults: Error[] = []
  client.on('error', (error) => faults.push(error))
  const lines = Object.entries({ Host: 'x', ...json, ...headers }).map((line) => line.join(': '))
  client.write(`POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  const isChunked = 'Transfer-Encoding' in headers
  const part = Buffer.alloc(MiB, ' ')
  for (let sent = 0; sent < length && !faults.length; sent += part.length) {
    if (isChunked) client.write(`${part.length.toString(16)}\r\n`)
    if (!client.write(part)) await Promise.race([once(client, 'drain'), closed])
    if (isChunked) client.write('\r\n')
  }
  if (isChunked) client.write('0\r\n\r\n')
  let text = ''
  client.on('data', (chunk) => void (text += chunk.toString())).resume()
  await closed
  return { status: Number(text.split(' ')[1]), body: text.split('\r\n\r\n')[1], faults }
}

test.each([
  ['5 MiB', '/api/journal-entries', { 'Content-Length': String(5 * MiB) }, 5],
  ['5 MiB of unknown length', '/api/journal-entries', { 'Transfer-Encoding': 'chunked' }, 5],
  ['200 MiB for what takes 128 KiB', '/api/goals', { 'Content-Length': String(200 * MiB) }, 200],
  ['210 MiB of unknown length to import', '/api/import', { 'Transfer-Encoding': 'chunked' }, 210],
  ['210 MiB to import', '/api/import', { 'Content-Length': String(210 * MiB) }, 210],
])(
  'a client that reads only once it has sent %s hears why it is refused',
  async (_, path, headers, size) => {
    const { status, body, faults } = await writeFirst(
      path,
      { Cookie: cookie, Origin: ctx.env.appUrl, ...headers },
      size * MiB,
    )
    expect({ status, faults }).toEqual({ status: 413, faults: [] })
    expect(JSON.parse(body ?? '').message).toMatch(/^The body is larger than/)
  },
  60_000,
)

test('a long body that comes with a request to read something is no reason to read it all', async () => {
  await createLongEntries(db, user.id, 2)
  const headers = { Host: 'x', Cookie: cookie, 'Content-Length': String(1024 * MiB) }
  const { bytesRead, ...answer } = await upload('GET', '/api/journal-entries', headers)
  expect(answer).toEqual({ status: 200, isLast: true, isWhole: true })
  expect(bytesRead).toBeLessThan(300 * MiB)
})

test('a refusal that was heard is counted as such, and a client that leaves first keeps nothing waiting', async () => {
  const { hostname, port } = new URL(server.origin)
  const begin = (path: string, length: number) => {
    const client = connect(Number(port), hostname).on('error', () => {})
    const headers = { Host: 'x', ...json, Cookie: cookie, Origin: ctx.env.appUrl, 'Content-Length': length }
    const lines = Object.entries(headers).map((line) => line.join(': '))
    client.write(`POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n{`)
    return client
  }
  ctx.metrics.requests.reset()
  const hearing = begin('/api/goals', 2 * MiB)
  await once(hearing, 'data')
  hearing.destroy()
  sockets.clear()
  const leaving = begin('/api/journal-entries', 2 * MiB)
  await expect.poll(() => sockets.size).toBe(1)
  leaving.destroy()
  const counted = async () => (await ctx.metrics.requests.get()).values.map(({ labels }) => labels)
  await expect.poll(counted).toEqual([
    { route: 'POST /api/goals', status: 413 },
    { route: 'POST /api/journal-entries', status: 'aborted' },
  ])
  await expect.poll(() => answers.at(-1)?.writableEnded).toBe(true)
})

test('what comes too long after the answer is not waited for', async () => {
  const impatient = await serve()
  const small = express()
  small.use(endUnreadUploads({ bytes: MiB, ms: 50 }), (_req, res) => void res.end('no'))
  impatient.handle(small)
  const { hostname, port } = new URL(impatient.origin)
  const client = connect(Number(port), hostname).resume()
  client.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${2 * MiB}\r\n\r\n`)
  await once(client, 'close')
})

test('a connection goes on after a refused body that was short', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  sockets.clear()
  const send = async (path: string, body: string) => {
    const headers = { ...json, 'Content-Encoding': 'gzip' }
    const sent = request(server.origin + path, { method: 'POST', headers, agent })
    sent.end(body)
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    await once(answer.resume(), 'end')
    return answer.statusCode
  }
  for (const length of [10, 500_000, 10]) expect(await send('/api/auth/login', 'x'.repeat(length))).toBe(415)
  expect(await send('/api/goals', '')).toBe(401)
  agent.destroy()
  expect(sockets.size).toBe(1)
})
