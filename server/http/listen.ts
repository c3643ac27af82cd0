import { createServer, type RequestListener, type Server } from 'node:http'
import type { Env } from '../env'
import { StartupError } from '../startup-error'

/** Time for open requests to finish at shutdown. */
const drainMs = 4_000

/** `setting` is the one that says the port. */
export async function listen(
  app: RequestListener,
  { port, host }: Pick<Env, 'port' | 'host'>,
  setting = 'PORT',
): Promise<Server> {
  // Twice what Node allows, so that cookies that other sites made a browser collect do not lock it out.
  const limits = {
    keepAliveTimeout: 65_000,
    headersTimeout: 30_000,
    connectionsCheckingInterval: 5_000,
    // A large file may take longer than any fixed time; bodies that come too slowly are cut (slow-bodies.ts).
    requestTimeout: 0,
  }
  const server = createServer({ ...limits, maxHeaderSize: 32 * 1024 }, app)
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new StartupError(whyNot(error, port, host, setting))),
    )
    server.listen(port, host, resolve)
  })
  return server
}

/** Throws as `listen` does if a port is not free. Called first, so that a start that has to fail changes no database. */
export async function checkPorts({ port, host, metricsPort }: Pick<Env, 'port' | 'host' | 'metricsPort'>) {
  const check = async (wanted: number, setting: string) =>
    drain(await listen((_req, res) => void res.writeHead(503).end(), { port: wanted, host }, setting))
  await check(port, 'PORT')
  if (metricsPort) await check(metricsPort, 'METRICS_PORT')
}

function whyNot({ code, message }: NodeJS.ErrnoException, port: number, host: string, setting: string) {
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${host} is taken by another program. Stop it, or choose another one: ${setting}=${port + 1} npm start`
  if (code === 'EACCES')
    return `Port ${port} is not allowed for this user. Choose one above 1023 for ${setting}.`
  return `Cannot listen on ${host}:${port}: ${message}`
}

/** Accepts no more connections and resolves when open requests are answered, or cut off after `drainMs`. */
export function drain(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), drainMs)
    // `close` waits for keep-alive connections that become idle only after it was called.
    const idle = setInterval(() => server.closeIdleConnections(), 50)
    server.close(() => {
      clearTimeout(force)
      clearInterval(idle)
      resolve()
    })
  })
}
