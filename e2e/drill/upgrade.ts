import { readdirSync } from 'node:fs'
import path from 'node:path'
import { root } from '../../server/root'
import { unpackReleaseBefore } from '../../server/test/unpack-release'
import { freePort } from '../app'
import type { Row } from './drill'
import { startHaproxy } from './haproxy'
import { migrate, startLisa } from './lisa'
import { addPeople, createPostgres, query } from './postgres'
import { temporaryFolder } from './programs'
import { beginTraffic } from './traffic'

type Instance = Awaited<ReturnType<typeof startLisa>>

/** Two instances of this version replace two of the one before, as docs/operations.md says, and then the other way round. */
export async function drill(): Promise<Row[]> {
  const files = temporaryFolder()
  const before = unpackReleaseBefore(files.make('before'))
  const postgres = await createPostgres(files.make('postgres'))
  const oldPorts = [await freePort(), await freePort()]
  const newPorts = [await freePort(), await freePort()]
  const ports = [...oldPorts, ...newPorts]
  const balancer = await startHaproxy(files.folder, { mode: 'http', ports, check: '/readyz' })
  const running = new Set<Instance>()

  async function startTwo([one, two]: number[], sources?: string) {
    const start = (port?: number) =>
      startLisa(postgres.url(), { PORT: String(port), APP_URL: balancer.url }, { sources })
    const started = [await start(one), await start(two)]
    for (const each of started) running.add(each)
    return started
  }

  async function stop(instances: Instance[]) {
    for (const each of instances) {
      await each.stop()
      running.delete(each)
    }
  }

  /** Faults if other instances than these serve, or the database has other migrations than `folder`. */
  async function faultsUnless(serving: number[], folder: string) {
    const answers = (port: number) => fetch(`http://127.0.0.1:${port}/readyz`).then(Boolean, () => false)
    const up = await Promise.all(ports.map(answers))
    const own = readdirSync(path.join(folder, 'migrations')).filter((name) => name.endsWith('.sql'))
    const applied = await query(postgres.url(), 'select id from drizzle.__drizzle_migrations')
    return [
      ...(ports.every((port, n) => up[n] === serving.includes(port)) ? [] : ['other instances serve']),
      ...(applied.length === own.length ? [] : [`${applied.length} migrations instead of ${own.length}`]),
    ]
  }

  async function underTraffic(what: string, replace: () => Promise<string[]>) {
    const traffic = beginTraffic(balancer.url)
    await traffic.untilWell(30_000)
    const begun = traffic.now()
    const faults = await replace()
    await traffic.untilWell(30_000)
    const row = await traffic.end(what, postgres.url(), begun)
    row.faults.push(...faults)
    if (row.failed) row.faults.push(`no request may fail: ${traffic.reasons()}`)
    return row
  }

  try {
    migrate(postgres.url(), before)
    await addPeople(postgres.url())
    const old = await startTwo(oldPorts, before)
    let replaced: Instance[] = []
    const upgrade = await underTraffic('upgrade from the version before', async () => {
      const faults = await faultsUnless(oldPorts, before)
      migrate(postgres.url())
      replaced = await startTwo(newPorts)
      await stop(old)
      return [...faults, ...(await faultsUnless(newPorts, root))]
    })
    const back = await underTraffic('back to the version before', async () => {
      await startTwo(oldPorts, before)
      await stop(replaced)
      return faultsUnless(oldPorts, root)
    })
    return [upgrade, back]
  } finally {
    await stop([...running])
    await balancer.stop()
    await postgres.stop()
    files.remove()
  }
}
