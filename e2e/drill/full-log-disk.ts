import { closeSync, openSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { Row } from './drill'
import { migrate, startLisa } from './lisa'
import { addPeople, createPostgres } from './postgres'
import { startProgram, temporaryFolder, until } from './programs'
import { run } from './provider'
import { beginTraffic } from './traffic'

/** The disk of the log is full until lines are lost. */
export async function drill(): Promise<Row[]> {
  if (process.getuid?.() !== 0) throw new Error('A small disk can only be mounted as root')
  const files = temporaryFolder()
  const disk = files.make('disk')
  const postgres = await createPostgres(files.make('postgres'))
  migrate(postgres.url())
  await addPeople(postgres.url())
  run('mount', ['-t', 'tmpfs', '-o', 'size=20m', 'tmpfs', disk])
  const log = path.join(disk, 'log')
  const stdout = openSync(log, 'a')
  try {
    const lisa = await startLisa(postgres.url(), { LOG_LEVEL: 'info' }, { stdout })
    try {
      const traffic = beginTraffic(lisa.url)
      await traffic.untilWell(30_000)
      const filler = path.join(disk, 'filler')
      // dd fails when the disk is full.
      await startProgram('dd', ['if=/dev/zero', `of=${filler}`, 'bs=4k'], { asRoot: true }).ended
      await writeLines(lisa.url)
      rmSync(filler)
      const freed = traffic.now()
      const isLogged = async () => readFileSync(log, 'utf8').includes('Lines of this log were lost')
      const notLogged = await until('The line about lost lines', isLogged, 30_000).catch(() => true)
      await traffic.untilWell(30_000)
      const row = await traffic.end('disk of the log full', postgres.url(), freed)
      if (notLogged) row.faults.push('no lines of the log were lost, or the log does not say so')
      if (row.failed) row.faults.push(`no request may fail: ${traffic.reasons()}`)
      return [row]
    } finally {
      await lisa.stop()
    }
  } finally {
    closeSync(stdout)
    run('umount', [disk])
    await postgres.stop()
    files.remove()
  }
}

/** More than the megabyte of lines that Lisa buffers. */
async function writeLines(origin: string) {
  for (let n = 0; n < 400; n++)
    await Promise.all(
      Array.from({ length: 10 }, () =>
        fetch(`${origin}/api/${'x'.repeat(1_000)}`).then((answer) => answer.text()),
      ),
    )
}
