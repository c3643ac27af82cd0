import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import path from 'node:path'

/**
 * A way to the database at `url` whose network can fail without a word: what is connected then stays silent for good,
 * and what connects until `restore` does too.
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
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const proxied = new URL(url)
  proxied.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  proxied.searchParams.delete('host')
  proxied.searchParams.delete('port')
  return {
    url: proxied.href,
    silence() {
      isSilent = true
      for (const socket of sockets) socket.unpipe().pause()
    },
    restore: () => void (isSilent = false),
    /** From then on connections are refused. */
    stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

/** A host in the query, as PostgreSQL allows, may be the folder of its Unix socket. */
function addressOf(url: string) {
  const { hostname, port, searchParams } = new URL(url)
  const host = searchParams.get('host') ?? decodeURIComponent(hostname)
  const number = Number(searchParams.get('port') ?? (port || 5432))
  return host.startsWith('/') ? { path: path.join(host, `.s.PGSQL.${number}`) } : { host, port: number }
}
