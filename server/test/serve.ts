import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

/** A server on a free port of this machine. What it serves is told afterwards, because that often has to know the port. */
export async function serve() {
  let handler: RequestListener = (_req, res) => res.writeHead(503).end()
  const server = createServer((req, res) => handler(req, res))
  const start = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await start(0)
  const { port } = server.address() as AddressInfo
  const stop = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  afterAll(stop)
  return {
    origin: `http://127.0.0.1:${port}`,
    handle: (next: RequestListener) => void (handler = next),
    stop,
    restart: () => start(port),
  }
}
