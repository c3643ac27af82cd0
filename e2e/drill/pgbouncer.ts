import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../app'
import type { Row } from './drill'
import { migrate, runLisa, startLisa } from './lisa'
import { installPackages } from './packages'
import { addPeople, createPostgres, query } from './postgres'
import { startProgram, temporaryFolder, until } from './programs'
import { beginTraffic } from './traffic'

/** PgBouncer in session mode is killed and started again; in transaction mode Lisa refuses to start. */
export async function drill(): Promise<Row[]> {
  installPackages('pgbouncer')
  const files = temporaryFolder()
  const postgres = await createPostgres(files.make('postgres'))
  const pooler = (mode: string) => startPooler(files.folder, postgres.port, mode)
  let bouncer = await pooler('session')
  const shared = await pooler('transaction')
  try {
    migrate(bouncer.url)
    await addPeople(postgres.url())
    const refused = runLisa(shared.url, '--migrate-only')
    const lisa = await startLisa(bouncer.url)
    const traffic = beginTraffic(lisa.url)
    await traffic.untilWell(30_000)
    await bouncer.kill('SIGKILL')
    const isAway = await query(bouncer.url, 'select 1').then(
      () => false,
      () => true,
    )
    await wait(5_000)
    bouncer = await bouncer.again()
    const back = traffic.now()
    await traffic.untilWell(120_000)
    const row = await traffic.end('PgBouncer (session mode) away for 5 s', postgres.url(), back)
    if (!isAway) row.faults.push('PgBouncer kept answering')
    if ((row.seconds ?? 0) > 15) row.faults.push(`it has to be well within 15 s: ${traffic.reasons()}`)
    if (refused.status !== 1 || !refused.output.includes('pool_mode'))
      row.faults.push(`transaction mode is not refused: ${refused.output.slice(0, 200)}`)
    await lisa.stop()
    return [row]
  } finally {
    await bouncer.kill()
    await shared.kill()
    await postgres.stop()
    files.remove()
  }
}

async function startPooler(folder: string, databasePort: number, mode: string) {
  const port = await freePort()
  const file = path.join(folder, `pgbouncer-${mode}.ini`)
  writeFileSync(
    file,
    `[databases]
lisa = host=127.0.0.1 port=${databasePort} dbname=lisa user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = 30
`,
  )
  const url = `postgres://lisa@127.0.0.1:${port}/lisa`
  const start = async () => {
    const program = startProgram('/usr/sbin/pgbouncer', [file])
    await until('Starting PgBouncer', () => query(url, 'select 1'))
    return { ...program, url, again: start }
  }
  return start()
}
