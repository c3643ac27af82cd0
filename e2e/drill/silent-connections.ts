import { setTimeout as wait } from 'node:timers/promises'
import { createNetworkProxy } from '../../server/test/network-proxy'
import type { Row } from './drill'
import { migrate, startLisa } from './lisa'
import { addPeople, createPostgres } from './postgres'
import { temporaryFolder } from './programs'
import { beginTraffic } from './traffic'

/** The network forgets all connections to the database: new ones work at once, or after 20 s. */
export async function drill(): Promise<Row[]> {
  const files = temporaryFolder()
  const postgres = await createPostgres(files.make('postgres'))
  migrate(postgres.url())
  await addPeople(postgres.url())
  const network = await createNetworkProxy(postgres.url())
  const lisa = await startLisa(network.url)

  async function once(what: string, silentMs: number) {
    const traffic = beginTraffic(lisa.url)
    await traffic.untilWell(30_000)
    const begun = traffic.now()
    network.silence()
    await wait(silentMs)
    network.restore()
    const back = traffic.now()
    await traffic.untilWell(120_000)
    const row = await traffic.end(what, postgres.url(), back)
    if (traffic.slowestSince(begun) < 5_000)
      row.faults.push('no request waited, so the network was not silent')
    if ((row.seconds ?? 0) > 15) row.faults.push(`it has to be well within 15 s: ${traffic.reasons()}`)
    return row
  }

  try {
    return [
      await once('silent connections, new ones work', 0),
      await once('the database silent for 20 s', 20_000),
    ]
  } finally {
    await lisa.stop()
    network.stop()
    await postgres.stop()
    files.remove()
  }
}
