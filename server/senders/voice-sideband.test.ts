import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { openSideband } from './voice-sideband'

const watcher = {
  onEvent: vi.fn<(event: unknown) => void>(),
  onTooLong: vi.fn<() => void>(),
  onLost: vi.fn<() => void>(),
}
let server: WebSocketServer
let stop: () => void

beforeEach(() => {
  vi.clearAllMocks()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
  stop()
  server.clients.forEach((client) => client.terminate())
  server.close()
})

/** Watches a call with one retry, at a server that may leave pings without an answer. */
async function watch(autoPong = true) {
  server = new WebSocketServer({ host: '127.0.0.1', port: 0, autoPong })
  await once(server, 'listening')
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
  stop = openSideband({ url, apiKey: undefined, limitMs: 30_000, pausesMs: [1], ...watcher })
  return connection()
}
async function connection() {
  const [socket] = (await once(server, 'connection')) as [WebSocket]
  await read(socket)
  return socket
}
/** Resolves once the watcher has read all that was sent until now. */
async function read(socket: WebSocket) {
  const isRead = new Promise<void>((resolve) => watcher.onEvent.mockImplementationOnce(() => resolve()))
  socket.send('{"type":"response.done"}')
  await isRead
}
async function halfAMinute(socket: WebSocket) {
  const pinged = once(socket, 'ping')
  vi.advanceTimersByTime(30_000)
  await pinged
}

test('a connection that has held for a minute may break off as often as a new one', async () => {
  const first = await watch()
  first.terminate()
  const second = await connection()
  for (const _half of [1, 2]) {
    await halfAMinute(second)
    await read(second)
  }
  second.terminate()
  const third = await connection()
  third.terminate()
  await vi.waitFor(() => expect(watcher.onLost).toHaveBeenCalledOnce())
})

test('a connection on which nothing answers any more is opened again', async () => {
  const silent = await watch(false)
  await halfAMinute(silent)
  vi.advanceTimersByTime(30_000)
  await connection()
})

test('only events that are judged are read', async () => {
  const socket = await watch()
  socket.send('{"type":"conversation.item.retrieved"}')
  socket.send('{"type":"session.updated"}')
  await read(socket)
  expect(watcher.onEvent.mock.calls.flat()).toEqual([
    { type: 'response.done' },
    { type: 'session.updated' },
    { type: 'response.done' },
  ])
})
