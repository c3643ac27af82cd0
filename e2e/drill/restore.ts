import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { root } from '../../server/root'
import { createSmtpSink } from '../../server/test/smtp-sink'
import type { Row } from './drill'
import { migrate, startLisa } from './lisa'
import { addPeople, createPostgres, query } from './postgres'
import { temporaryFolder, until } from './programs'
import { run } from './provider'
import { beginTraffic, people } from './traffic'

const passwords = { LISA_OWNER_PASSWORD: 'owner', LISA_APP_PASSWORD: 'app' }
const script = (name: string) => path.join(root, 'server/db', name)

/** The nightly dump is restored, on a day whose reminders went out after it was made. */
export async function drill(): Promise<Row[]> {
  const files = temporaryFolder()
  const smtp = await createSmtpSink()
  const postgres = await createPostgres(files.make('postgres'))
  const connection = {
    PGHOST: '127.0.0.1',
    PGPORT: String(postgres.port),
    PGUSER: 'postgres',
    PGDATABASE: 'lisa',
    BACKUP_DIR: files.make('backups'),
    ...passwords,
  }
  run('psql', ['--set=ON_ERROR_STOP=1'], readFileSync(script('roles.sql'), 'utf8'), connection)
  migrate(postgres.url('lisa', 'lisa_owner'))
  await addPeople(postgres.url())
  const start = () =>
    startLisa(postgres.url('lisa', 'lisa_app'), {
      REMINDERS: 'on',
      SMTP_URL: smtp.url,
      MAIL_FROM: 'lisa@example.org',
    })
  let lisa = await start()
  try {
    const traffic = beginTraffic(lisa.url)
    await traffic.untilWell(30_000)
    // The reminders are due after the dump is made and before it is restored.
    await query(
      postgres.url(),
      `update users set daily_reminder_enabled = true, next_reminder_at = now() + interval '20 seconds',
         reminder_time = (now() + interval '20 seconds')::time`,
    )
    const before = [...traffic.acknowledged]
    const dump = run('sh', [script('backup.sh')], '', connection).trim()
    const row = await traffic.end('restore of the last dump', postgres.url())
    await until('Sending the reminders', async () => smtp.received.length >= people, 120_000)
    const later = 'after the dump'
    await query(postgres.url(), 'update users set first_name = $1', [later])
    await lisa.stop()

    const begun = performance.now()
    run('sh', [script('restore.sh'), dump], '', connection)
    lisa = await start()
    row.seconds = (performance.now() - begun) / 1_000
    await wait(3_000)
    const titles = await query(postgres.url(), `select title from goals where title like 'Drill %'`)
    const stored = new Set(titles.map((goal) => (goal as { title: string }).title))
    row.acknowledged = before.length
    row.lost = before.filter((title) => !stored.has(title)).length
    const kept = await query(postgres.url(), 'select id from users where first_name = $1', [later])
    if (kept.length) row.faults.push('the database was not restored')
    if (row.lost) row.faults.push('what was acknowledged before the dump is lost')
    if (smtp.received.length > people)
      row.faults.push(`${smtp.received.length - people} reminders were sent a second time`)
    return [row]
  } finally {
    await lisa.stop()
    await smtp.stop()
    await postgres.stop()
    files.remove()
  }
}
