import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import path from 'node:path'

/**
 * A TCP proxy to the server at `url`, by default a database, which can drop packets silently: open connections stay silent
 * for good, and new ones too until `restore`.
 */
export async function createNetworkProxy(url: string) {
  const sockets = new Set<Socket>()
  let isSilent = false
  const server = createServer((client) => {
    const database = connect(addressOf(url))
    for (const socket of [client, database]) {
      sockets.add(socket)
      socket.on('error', () => {}).on('close', () => sockets.delete(socket))
      if (isSilent) socket.pause()
    }
    if (isSilent) return
    client.pipe(database).pipe(client)
    client.on('data', (sent: Buffer) => {
      if (proxy.endsAt?.test(sent.toString('latin1')))
        for (const socket of [client, database]) socket.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const proxied = new URL(url)
  proxied.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  proxied.searchParams.delete('host')
  proxied.searchParams.delete('port')
  const proxy = {
    url: proxied.href,
    /** Ends a connection through which a client sends this. */
    endsAt: undefined as RegExp | undefined,
    silence() {
      isSilent = true
      for (const socket of sockets) socket.unpipe().pause()
    },
    restore: () => void (isSilent = false),
    /** Closes all connections and refuses new ones. */
    stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
  return proxy
}

/** The host may be in the query, as PostgreSQL allows, and may be the folder of a Unix socket. */
function addressOf(url: string) {
  const { hostname, port, searchParams } = new URL(url)
  const host = searchParams.get('host') ?? decodeURIComponent(hostname)
  const number = Number(searchParams.get('port') ?? (port || 5432))
  return host.startsWith('/') ? { path: path.join(host, `.s.PGSQL.${number}`) } : { host, port: number }
}
