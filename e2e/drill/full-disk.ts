import { chownSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Row } from './drill'
import { migrate, startLisa } from './lisa'
import { addPeople, createPostgres } from './postgres'
import { startProgram, temporaryFolder, user } from './programs'
import { run } from './provider'
import { beginTraffic } from './traffic'

const smallWal = { min_wal_size: "'32MB'", max_wal_size: "'48MB'" }

/** The disk of the database is full for 15 s. */
export async function drill(): Promise<Row[]> {
  if (process.getuid?.() !== 0) throw new Error('A small disk can only be mounted as root')
  const files = temporaryFolder()
  const disk = files.make('disk')
  run('mount', ['-t', 'tmpfs', '-o', 'size=300m', 'tmpfs', disk])
  try {
    const folder = path.join(disk, 'postgres')
    run('mkdir', ['-m', '700', folder])
    if (user) chownSync(folder, user.uid, user.gid)
    const postgres = await createPostgres(folder, smallWal)
    migrate(postgres.url())
    await addPeople(postgres.url())
    const lisa = await startLisa(postgres.url())
    const supervisor = setInterval(postgres.startIfEnded, 1_000)
    try {
      const traffic = beginTraffic(lisa.url)
      await traffic.untilWell(30_000)
      const filler = path.join(disk, 'filler')
      // dd fails when the disk is full.
      await startProgram('dd', ['if=/dev/zero', `of=${filler}`, 'bs=64k'], { asRoot: true }).ended
      await wait(15_000)
      rmSync(filler)
      const freed = traffic.now()
      await traffic.untilWell(120_000)
      const row = await traffic.end('disk of the database full for 15 s', postgres.url(), freed)
      if (!postgres.output().includes('No space left on device'))
        row.faults.push('PostgreSQL never ran out of space')
      if ((row.seconds ?? 0) > 15) row.faults.push(`it has to be well within 15 s: ${traffic.reasons()}`)
      return [row]
    } finally {
      clearInterval(supervisor)
      await lisa.stop()
      await postgres.stop()
    }
  } finally {
    run('umount', [disk])
    files.remove()
  }
}
