import { isDeepStrictEqual } from 'node:util'
import type { Row } from './drill'
import { migrate, startLisa } from './lisa'
import { startCluster } from './patroni'
import { addPeople, query } from './postgres'
import { temporaryFolder, until } from './programs'
import { beginTraffic } from './traffic'

/** The primary of a cluster dies, and a replica takes its place. */
export async function drill(): Promise<Row[]> {
  const files = temporaryFolder()
  const cluster = await startCluster(files)
  try {
    // At first HAProxy takes all members for primaries.
    await until('Creating the database', () => query(cluster.url('postgres'), 'create database lisa'))
    migrate(cluster.url())
    await addPeople(cluster.url())
    const lisa = await startLisa(cluster.url())
    const traffic = beginTraffic(lisa.url)
    await traffic.untilWell(30_000)
    const primary = () => query(cluster.url(), 'select inet_server_port() as port')
    const before = await primary()
    await cluster.killPrimary()
    const killed = traffic.now()
    await traffic.untilWell(180_000, 10_000)
    const row = await traffic.end('failover (Patroni, synchronous)', cluster.url(), killed)
    if (isDeepStrictEqual(await primary(), before)) row.faults.push('the primary did not change')
    // The replicas wait 20 s before they take over from a dead primary.
    if ((row.seconds ?? 0) > 60) row.faults.push(`it has to be well within 60 s: ${traffic.reasons()}`)
    await lisa.stop()
    return [row]
  } finally {
    await cluster.stop()
    files.remove()
  }
}
