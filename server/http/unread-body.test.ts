import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { MiB } from '@shared/endpoint'
import { createUser } from '../test/factories'
import { serve } from '../test/serve'
import { createTestApp, sessionCookieOf } from '../test/test-app'

const { app, ctx, db } = await createTestApp()
const server = await serve()
const sockets = new Set<Socket>()
server.handle((req, res) => {
  sockets.add(req.socket)
  app(req, res)
})
const cookie = await sessionCookieOf(app, await createUser(db))

/** Sends on and on, whatever is answered, until the connection is closed. */
async function upload(path: string, headers: Record<string, string>) {
  sockets.clear()
  const { hostname, port } = new URL(server.origin)
  const client = connect(Number(port), hostname)
  const closed = new Promise((resolve) => client.once('close', resolve))
  let text = ''
  client.on('data', (chunk) => void (text += chunk.toString()))
  client.on('error', () => {})
  const lines = Object.entries({ Host: 'x', 'Content-Length': String(1024 * MiB), ...headers })
  client.write(`POST ${path} HTTP/1.1\r\n${lines.map((line) => line.join(': ')).join('\r\n')}\r\n\r\n`)
  const chunk = Buffer.alloc(64 * 1024, ' ')
  const send = () => void (client.destroyed || client.write(chunk, send))
  send()
  await closed
  const [socket] = [...sockets]
  return { status: Number(text.split(' ')[1]), bytesRead: socket?.bytesRead }
}

const json = { 'Content-Type': 'application/json' }
test.each([
  ['one that is too large', '/api/goals', json, 413],
  ['a compressed one', '/api/goals', { ...json, 'Content-Encoding': 'gzip' }, 415],
  ['one to a path that does not exist', '/api/nothing', json, 404],
  ['one of the signed-out', '/api/goals', { Cookie: '' }, 401],
  ['one to the webhook', '/api/webhooks/twilio/sms', json, 403],
])('of an upload of a gigabyte little is read: %s', async (_, path, headers, status) => {
  const answer = await upload(path, { Cookie: cookie, Origin: ctx.env.appUrl, ...headers })
  expect(answer.status).toBe(status)
  expect(answer.bytesRead).toBeLessThan(8 * MiB)
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
