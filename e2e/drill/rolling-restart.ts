import { freePort } from '../app'
import type { Row } from './drill'
import { startHaproxy } from './haproxy'
import { migrate, startLisa } from './lisa'
import { addPeople, createPostgres } from './postgres'
import { temporaryFolder } from './programs'
import { beginTraffic } from './traffic'

/** Three instances behind HAProxy are replaced one after the other. */
export async function drill(): Promise<Row[]> {
  const files = temporaryFolder()
  const postgres = await createPostgres(files.make('postgres'))
  migrate(postgres.url())
  await addPeople(postgres.url())
  const ports = [await freePort(), await freePort(), await freePort()]
  const balancer = await startHaproxy(files.folder, { mode: 'http', ports, check: '/readyz' })
  const start = (port: number) => startLisa(postgres.url(), { PORT: String(port), APP_URL: balancer.url })
  const instances = await Promise.all(ports.map(start))
  try {
    const traffic = beginTraffic(balancer.url)
    await traffic.untilWell(30_000)
    const before = instances.map(({ pid }) => pid)
    const begun = traffic.now()
    for (const [n, port] of ports.entries()) {
      await instances[n]?.stop()
      instances[n] = await start(port)
    }
    await traffic.untilWell(30_000)
    const row = await traffic.end('rolling restart of 3 instances', postgres.url(), begun)
    // An instance whose port is taken exits.
    if (instances.some(({ pid, isRunning }) => before.includes(pid) || !isRunning()))
      row.faults.push('not every instance was replaced')
    if (row.failed) row.faults.push(`no request may fail: ${traffic.reasons()}`)
    return [row]
  } finally {
    for (const instance of instances) await instance.stop()
    await balancer.stop()
    await postgres.stop()
    files.remove()
  }
}
