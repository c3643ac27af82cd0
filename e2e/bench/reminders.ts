import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { fileURLToPath } from 'node:url'
import nodemailer, { type SendMailOptions } from 'nodemailer'
import { SMTPServer } from 'smtp-server'
import { addDays } from '../../shared/dates'
import { defaultMood } from '@shared/journal'
import type { AppContext } from '../../server/context'
import { createContext } from '../../server/create-context'
import { connectWithoutTimeout, createPool } from '../../server/db/db'
import { migrateDatabase } from '../../server/db/migrate'
import { query, withDatabase } from '../../server/test/sql'
import { testSettings } from '../../server/test/test-settings'
import { readEnv } from '../../server/env'
import { sendDueReminders } from '../../server/features/reminders/delivery/deliver'
import { reminderMail } from '../../server/features/reminders/reminder-mail'
import { messageId, unsubscribeToken } from '../../server/features/reminders/unsubscribe-token'
import { startPostgres } from '../../server/local/postgres'
import { createLog } from '../../server/log'
import { compose, createMailer, pool } from '../../server/senders/mailer'
import { temporaryDataDir } from '../app'
import { measureWave, runInstance, type Sinks } from './reminder-wave'

/**
 * First a wave of 50,000 people who are due at once (`npm run bench:reminders -- 5000` runs only this, with 5,000).
 * Then what a tick costs with nobody due and with 1,000 due, at 100,000 and at 1,000,000 users, and how fast it sends beside
 * nodemailer alone with the same mails, the same pool and the same sink. What is compared takes turns, and ratios are
 * medians of those of the rounds, since the machine's speed changes between rounds.
 */
const sizes = [100_000, 1_000_000]
const due = 1_000
const rounds = { none: 301, sending: 15 }
const targets = { ratio: 1.5, sending: 0.6 }

const from = 'Lisa <lisa@lisa.test>'
const day = '2026-11-21'
const now = () => new Date(`${day}T19:00:00Z`)

const [, , role, settings = ''] = process.argv
if (role === 'sink') await runSink()
else if (role === 'instance') await runInstance(JSON.parse(settings))
else await runBench(Number(role) || undefined)

/** Takes every message and keeps none, in a process of its own. */
async function runSink() {
  process.once('disconnect', () => process.exit())
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onData(stream, _session, callback) {
      stream.resume().on('end', () => callback())
    },
  })
  const http = createServer((req, res) => {
    const answer = JSON.stringify({ sid: randomUUID(), status: 'queued' })
    req.resume().on('end', () => res.writeHead(201).end(answer))
  })
  const port = async (listening: Server) => {
    await once(listening.listen(0, '127.0.0.1'), 'listening')
    return (listening.address() as AddressInfo).port
  }
  const sinks: Sinks = {
    smtpUrl: `smtp://127.0.0.1:${await port(server.server)}`,
    httpUrl: `http://127.0.0.1:${await port(http)}`,
  }
  process.send?.(sinks)
}

async function runBench(people?: number) {
  const script = fileURLToPath(import.meta.url)
  const sink = fork(script, ['sink'])
  const [sinks] = (await once(sink, 'message')) as [Sinks]
  const { smtpUrl } = sinks
  const { folder: dataDir, remove } = await temporaryDataDir()
  const postgres = await startPostgres({ dataDir })
  const log = createLog('warn')
  const mailer = createMailer({ smtpUrl, from })
  const bare = nodemailer.createTransport({ ...pool, url: smtpUrl })
  const env = readEnv({ ...testSettings, APP_URL: 'https://lisa.example.org' })
  const contexts: AppContext[] = []
  try {
    await measureWave(script, postgres.url, sinks, people ?? 50_000)
    if (people) return
    for (const size of sizes) contexts.push(await createFilled(size))
    const idle: number[][] = contexts.map(() => [])
    for (let round = 0; round < rounds.none; round++)
      for (const [n, ctx] of contexts.entries()) idle[n]?.push(await time(() => sendDueReminders(ctx)))

    for (const [n, ctx] of contexts.entries()) {
      await makeDue(ctx)
      await sendDueReminders(ctx)
      await sendBare(mails(ctx))
      const [ours, theirs]: [number[], number[]] = [[], []]
      for (let round = 0; round < rounds.sending; round++) {
        await makeDue(ctx)
        ours.push(await time(() => sendDueReminders(ctx)))
        const prepared = mails(ctx)
        theirs.push(await time(() => sendBare(prepared)))
      }
      const perSecond = (ms: number) => Math.round((due / ms) * 1_000)
      const [none, tick, alone] = [median(idle[n] ?? []), median(ours), median(theirs)]
      console.log(
        `${sizes[n]?.toLocaleString('en')} users: a tick takes ${none.toFixed(2)} ms with none due, ${tick.toFixed(0)} ms ` +
          `with ${due} due, that is ${perSecond(tick)} mails a second (nodemailer alone ${perSecond(alone)}, ratio ` +
          `${medianRatio(theirs, ours).toFixed(2)}, target ${targets.sending})`,
      )
    }
    const [small = [], large = []] = idle
    console.log(
      `None due, large to small: ${medianRatio(large, small).toFixed(2)} (target below ${targets.ratio})`,
    )
  } finally {
    mailer.close()
    bare.close()
    for (const ctx of contexts) await ctx.pool.end()
    await postgres.stop()
    sink.kill()
    await remove()
  }

  /** An app with a database of its own. Its users have a reminder some time within a day from now. */
  async function createFilled(size: number): Promise<AppContext> {
    const name = `users_${size}`
    await query(postgres.url, `create database ${name}`)
    const databaseUrl = withDatabase(postgres.url, name)
    const ctx = await createContext(env, {
      log,
      now,
      pool: createPool({ databaseUrl, databasePoolMax: 10 }, log),
      mailer,
    })
    await migrateDatabase(ctx.pool)
    await fill(ctx, size)
    await sendDueReminders(ctx)
    return ctx
  }

  async function fill(ctx: AppContext, size: number) {
    const client = await connectWithoutTimeout(ctx.pool)
    try {
      await client.query(
        `insert into users (email, first_name, next_reminder_at)
         select 'user-' || n || '@example.com', 'Ana', $1::timestamptz + n % 86399 * interval '1 second' + interval '1 second'
         from generate_series(1, $2::int) as n`,
        [now(), size],
      )
      await client.query('vacuum analyze users')
      // Or what was just filled in is written to the disk beside the measuring.
      await client.query('checkpoint')
    } finally {
      await client.end()
    }
  }

  async function makeDue(ctx: AppContext) {
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
  function mails(ctx: AppContext): SendMailOptions[] {
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

function median(numbers: number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** Of the ratios of each round. */
function medianRatio(ones: number[], others: number[]): number {
  return median(ones.map((one, round) => one / (others[round] ?? Number.NaN)))
}
