import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { afterAll } from 'vitest'
import { certificate } from './certificate'

/** A server on a free port of this machine. What it serves is told afterwards, because that often has to know the port. */
export async function serve({ isSecure = false } = {}) {
  let handler: RequestListener = (_req, res) => res.writeHead(503).end()
  const listener: RequestListener = (req, res) => handler(req, res)
  const server = isSecure ? createSecureServer(certificate, listener) : createServer(listener)
  const start = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await start(0)
  const { port } = server.address() as AddressInfo
  const stop = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  afterAll(stop)
  return {
    origin: `${isSecure ? 'https' : 'http'}://127.0.0.1:${port}`,
    handle: (next: RequestListener) => void (handler = next),
    onUpgrade: (listener: (req: IncomingMessage, socket: Duplex, head: Buffer) => void) =>
      void server.on('upgrade', listener),
    stop,
    restart: () => start(port),
  }
}
