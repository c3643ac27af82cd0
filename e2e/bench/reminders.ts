import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import nodemailer, { type SendMailOptions } from 'nodemailer'
import { SMTPServer } from 'smtp-server'
import { addDays } from '../../shared/dates'
import { defaultMood } from '../../shared/journal-fields'
import { createContext } from '../../server/context'
import { connectWithoutTimeout, createPool } from '../../server/db/db'
import { migrateDatabase } from '../../server/db/migrate'
import { testSettings } from '../../server/test/test-settings'
import { readEnv } from '../../server/env'
import { sendDueReminders } from '../../server/features/reminders/delivery/deliver'
import { reminderMail } from '../../server/features/reminders/reminder-mail'
import { messageId, unsubscribeToken } from '../../server/features/reminders/unsubscribe-token'
import { startPostgres } from '../../server/local/postgres'
import { createLog } from '../../server/log'
import { compose, createMailer, pool } from '../../server/senders/mailer'
import { temporaryDataDir } from '../app'

/**
 * What a tick costs with nobody due and with 1,000 due, at 100,000 and at 1,000,000 users, and how fast it sends beside
 * nodemailer alone with the same mails, the same pool and the same sink. Medians; the two ways of sending take turns.
 */
const sizes = [100_000, 1_000_000]
const due = 1_000
const rounds = { none: 301, sending: 15 }
const targets = { ratio: 1.5, sending: 0.6 }

const from = 'Lisa <lisa@lisa.test>'
const day = '2026-11-21'
const now = () => new Date(`${day}T19:00:00Z`)

if (process.argv[2] === 'sink') runSink()
else await runBench()

/** Takes every mail and keeps none, in a process of its own. */
function runSink() {
  process.once('disconnect', () => process.exit())
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onData(stream, _session, callback) {
      stream.resume().on('end', () => callback())
    },
  })
  server.listen(0, '127.0.0.1', () => process.send?.((server.server.address() as AddressInfo).port))
}

async function runBench() {
  const sink = fork(fileURLToPath(import.meta.url), ['sink'])
  const [port] = (await once(sink, 'message')) as [number]
  const smtpUrl = `smtp://127.0.0.1:${port}`
  const { folder: dataDir, remove } = await temporaryDataDir()
  const postgres = await startPostgres({ dataDir })
  const log = createLog('warn')
  const mailer = createMailer({ smtpUrl, from })
  const bare = nodemailer.createTransport({ ...pool, url: smtpUrl })
  const ctx = await createContext(readEnv({ ...testSettings, APP_URL: 'https://lisa.example.org' }), {
    log,
    now,
    pool: createPool({ databaseUrl: postgres.url, databasePoolMax: 10 }, log),
    mailer,
  })
  try {
    await migrateDatabase(ctx.pool)
    const none: number[] = []
    for (const size of sizes) {
      await fill(size)
      await sendDueReminders(ctx)
      const idle = median(await times(rounds.none, () => sendDueReminders(ctx)))
      none.push(idle)

      await makeDue()
      await sendDueReminders(ctx)
      await sendBare(mails())
      const [ours, theirs, ratios]: [number[], number[], number[]] = [[], [], []]
      for (let round = 0; round < rounds.sending; round++) {
        await makeDue()
        const tick = await time(() => sendDueReminders(ctx))
        const prepared = mails()
        const alone = await time(() => sendBare(prepared))
        ours.push(tick)
        theirs.push(alone)
        // The ratio is taken within a round, since the machine's speed changes between rounds.
        ratios.push(alone / tick)
      }
      const perSecond = (ms: number) => Math.round((due / ms) * 1_000)
      const [tick, alone] = [median(ours), median(theirs)]
      console.log(
        `${size.toLocaleString('en')} users: a tick takes ${idle.toFixed(2)} ms with none due, ${tick.toFixed(0)} ms with ` +
          `${due} due, that is ${perSecond(tick)} mails a second (nodemailer alone ${perSecond(alone)}, ratio ` +
          `${median(ratios).toFixed(2)}, target ${targets.sending})`,
      )
    }
    const [small = 0, large = 0] = none
    console.log(`None due, large to small: ${(large / small).toFixed(2)} (target below ${targets.ratio})`)
  } finally {
    mailer.close()
    bare.close()
    await ctx.pool.end()
    await postgres.stop()
    sink.kill()
    await remove()
  }

  /** Users with a reminder some time within a day from now, each with a week of entries. */
  async function fill(size: number) {
    const client = await connectWithoutTimeout(ctx.pool)
    try {
      await client.query(
        `insert into users (email, first_name, next_reminder_at)
         select 'user-' || n || '@example.com', 'Ana', $1::timestamptz + n % 86399 * interval '1 second' + interval '1 second'
         from generate_series((select count(*) + 1 from users), $2::int) as n`,
        [now(), size],
      )
      await client.query('vacuum analyze users')
      // Or what was just filled in is written to the disk beside the measuring.
      await client.query('checkpoint')
    } finally {
      await client.end()
    }
  }

  async function makeDue() {
    await ctx.pool.query('delete from reminder_deliveries')
    await ctx.pool.query(
      `update users set next_reminder_at = $1 where id in (select id from users where email like 'user-%' limit $2)`,
      [now(), due],
    )
    await ctx.pool.query('delete from journal_entries')
    await ctx.pool.query(
      `insert into journal_entries (user_id, entry_date)
       select id, $1::date - n from users, generate_series(1, 3) as n where next_reminder_at = $2`,
      [day, now()],
    )
    await ctx.pool.query('vacuum analyze reminder_deliveries')
  }

  /** What nodemailer alone has to send: mails like those of a tick, composed beforehand, each person's own. */
  function mails(): SendMailOptions[] {
    const moods = new Map([1, 2, 3].map((n) => [addDays(day, -n), defaultMood]))
    return Array.from({ length: due }, (_, n) => {
      const userId = randomUUID()
      const unsubscribeUrl = `${ctx.env.appUrl}/api/reminders/unsubscribe?token=${unsubscribeToken(ctx.secrets, userId)}`
      const content = {
        firstName: 'Ana',
        streak: 3,
        hasWritten: false,
        today: day,
        recentDays: { moods },
        appUrl: ctx.env.appUrl,
        unsubscribeUrl,
      }
      return Object.assign(
        compose({
          ...reminderMail(content),
          to: { name: '', address: `user-${n}@example.com` },
          messageId: messageId(ctx.secrets, userId, ctx.env.appUrl),
          unsubscribeUrl,
        }),
        { from },
      )
    })
  }

  async function sendBare(prepared: SendMailOptions[]) {
    await Promise.all(prepared.map((mail) => bare.sendMail(mail)))
  }
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

async function times(count: number, work: () => Promise<unknown>): Promise<number[]> {
  const all: number[] = []
  for (let n = 0; n < count; n++) all.push(await time(work))
  return all
}

function median(numbers: number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
