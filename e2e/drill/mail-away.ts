import { setTimeout as wait } from 'node:timers/promises'
import { createSmtpSink } from '../../server/test/smtp-sink'
import type { Row } from './drill'
import { migrate, startLisa } from './lisa'
import { addPeople, createPostgres, query } from './postgres'
import { temporaryFolder, until } from './programs'
import { beginTraffic } from './traffic'

const early = [1, 2, 3, 4, 5].map((n) => `${n}@example.org`)
const late = [6, 7, 8, 9, 10].map((n) => `${n}@example.org`)
/** Lisa tries once a minute here, since `cutPauses` shortens the pauses between attempts. */
const minutes = (count: number) => count * 60_000 + 30_000

/**
 * The mail relay refuses connections when the reminders are due. It comes back when the attempts for the early people are
 * used up and those for the late ones are not. The next day everybody is due again.
 */
export async function drill(): Promise<Row[]> {
  const files = temporaryFolder()
  const smtp = await createSmtpSink()
  const postgres = await createPostgres(files.make('postgres'))
  const url = postgres.url()
  migrate(url)
  await addPeople(url)
  const lisa = await startLisa(url, { REMINDERS: 'on', SMTP_URL: smtp.url, MAIL_FROM: 'lisa@example.org' })
  const cutPauses = () =>
    query(url, `update reminder_deliveries set next_attempt_at = now() where status = 'pending'`)

  // It is noon for everybody, so that the day does not end during the drill.
  const hours = new Date().getUTCHours() - 12
  const timezone = `Etc/GMT${hours < 0 ? hours : `+${hours}`}`
  const remind = (emails: string[]) =>
    query(
      url,
      `update users set daily_reminder_enabled = true, timezone = $2, next_reminder_at = now(),
         reminder_time = (now() at time zone $2)::time(0) where email = any($1)`,
      [emails, timezone],
    )
  const attemptsFor = async (emails: string[], status: string, attempts: number) => {
    await cutPauses()
    const found = await query(
      url,
      `select 1 from reminder_deliveries join users on users.id = user_id
       where email = any($1) and status = $2 and attempts >= $3`,
      [emails, status, attempts],
    )
    return found.length === emails.length
  }
  const countsOf = (emails: string[]) => emails.map(smtp.count).join(' ')
  const faults: string[] = []
  const expectMails = (what: string, emails: string[], each: number) => {
    const expected = emails.map(() => each).join(' ')
    if (countsOf(emails) !== expected)
      faults.push(`${what}: ${countsOf(emails)} mails instead of ${expected}`)
  }

  try {
    const traffic = beginTraffic(lisa.url)
    await traffic.untilWell(30_000)
    await smtp.stop()
    await remind(early)
    await until('The fourth attempt', () => attemptsFor(early, 'pending', 4), minutes(5))
    await remind(late)
    await until('Giving up on the early ones', () => attemptsFor(early, 'failed', 5), minutes(2))
    await until('An attempt for the late ones', () => attemptsFor(late, 'pending', 1), minutes(2))
    await smtp.start()
    await until('Sending to the late ones', () => attemptsFor(late, 'sent', 2), minutes(2))
    expectMails('early', early, 0)
    expectMails('late', late, 1)

    await query(url, 'update reminder_deliveries set local_date = local_date - 1')
    await remind([...early, ...late])
    await until('Sending on the next day', () => attemptsFor(early, 'sent', 1), minutes(2))
    // One more tick, in which nobody may get a second mail.
    await wait(minutes(1))
    expectMails('the next day, early', early, 1)
    expectMails('the next day, late', late, 2)
    const row = await traffic.end('mail relay away for a day', url)
    if (row.failed) faults.push(`no request may fail: ${traffic.reasons()}`)
    row.faults.push(...faults)
    return [row]
  } finally {
    await lisa.stop()
    await smtp.stop()
    await postgres.stop()
    files.remove()
  }
}
