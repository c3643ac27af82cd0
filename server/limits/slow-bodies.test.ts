import { connect } from 'node:net'
import express from 'express'
import { expect, test } from 'vitest'
import { serve } from '../test/serve'
import { cutSlowBodies } from './slow-bodies'
import { readText } from '../http/request-body'

const app = express()
app.use('/slow', cutSlowBodies(300))
// Long enough for a busy machine not to be taken for a slow body.
app.use('/steady', cutSlowBodies(1_500))
app.post('/:speed/read', async (req, res) => void res.send(await readText(req, 10_000_000)))
app.post('/:speed/wait', (_req, res) => void setTimeout(() => res.send('waited'), 2_000))
const server = await serve()
server.handle(app)

/** Sends the parts of a body, one every `ms`, and resolves with the response. */
async function send(path: string, length: number, parts: Iterable<Buffer>, ms: number) {
  const { port, hostname } = new URL(server.origin)
  const socket = connect(Number(port), hostname)
  let answer = ''
  socket.on('data', (chunk) => (answer += String(chunk))).on('error', () => {})
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n`)
  for (const part of parts) {
    if (socket.destroyed) break
    socket.write(part)
    await new Promise((resolve) => setTimeout(resolve, ms))
  }
  await closed
  return answer.split('\r\n')[0]
}

test('a body that comes byte by byte is cut', async () => {
  const bytes = Array.from({ length: 100 }, () => Buffer.from('x'))
  expect(await send('/slow/read', 1_000, bytes, 50)).toBe('')
})

test('a body that stops coming is cut', async () => {
  expect(await send('/slow/read', 1_000, [Buffer.from('x')], 0)).toBe('')
})

test('a large body that keeps coming is read to its end', async () => {
  const parts = Array.from({ length: 24 }, () => Buffer.alloc(300_000, 'x'))
  expect(await send('/steady/read', 7_200_000, parts, 100)).toBe('HTTP/1.1 200 OK')
})

test('an entry is read at the pace of a slow line, a file of the same pace is cut', async () => {
  const parts = Array.from({ length: 15 }, () => Buffer.alloc(20_000, 'x'))
  expect(await send('/steady/read', 300_000, parts, 250)).toBe('HTTP/1.1 200 OK')
  expect(await send('/steady/read', 9_000_000, parts, 250)).toBe('')
})

test('a body is not cut while the server is slow to read it', async () => {
  expect(await send('/steady/wait', 1_000_000, [Buffer.alloc(1_000_000, 'x')], 0)).toBe('HTTP/1.1 200 OK')
})
