import { type ChildProcess, fork } from 'node:child_process'
import { createECDH, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ReminderChannel } from '@shared/reminders'
import { startClock } from '../../server/clock'
import { createContext } from '../../server/create-context'
import { createPool } from '../../server/db/db'
import { migrateDatabase } from '../../server/db/migrate'
import { readEnv } from '../../server/env'
import { sendDueNotifications, sendDueReminders } from '../../server/features/reminders/delivery/deliver'
import { createLog } from '../../server/log'
import { createMailer } from '../../server/senders/mailer'
import { createPush } from '../../server/senders/push'
import { createSms } from '../../server/senders/sms'
import { query, withDatabase } from '../../server/test/sql'
import { testSettings, testVapid } from '../../server/test/test-settings'

const dueAt = '2026-11-21T19:00:00Z'
const log = createLog('warn')

/** Where messages go. */
export type Sinks = { smtpUrl: string; httpUrl: string }
type Settings = Sinks & { databaseUrl: string }

/** People whose deliveries an instance wrote, messages that it sent, and how many it had written at the first of each. */
type Done = {
  written: number
  sent: Record<ReminderChannel, number>
  atFirst: Partial<Record<ReminderChannel, { written: number; ms: number }>>
}

/** An instance with the clocks that server/index.ts starts. It starts at the first message from its parent and stops at the second. */
export async function runInstance({ databaseUrl, smtpUrl, httpUrl }: Settings) {
  const pool = createPool({ databaseUrl, databasePoolMax: 10 }, log)
  const done: Done = { written: 0, sent: { email: 0, sms: 0, push: 0 }, atFirst: {} }
  let begun = 0
  const written = async () => (await ctx.metrics.remindersDue.get()).values[0]?.value ?? 0
  const counted =
    <Args extends unknown[], Result>(channel: ReminderChannel, send: (...args: Args) => Promise<Result>) =>
    async (...args: Args) => {
      if (!done.sent[channel]++) {
        const ms = performance.now() - begun
        done.atFirst[channel] = { written: await written(), ms }
      }
      return send(...args)
    }
  const mailer = createMailer({ smtpUrl, from: 'Lisa <lisa@lisa.test>' })
  const push = createPush({ ...testVapid, onThisMachine: true })
  const sms = createSms({
    accountSid: 'AC0',
    authToken: 'a token',
    from: '+15005550006',
    apiBaseUrl: httpUrl,
  })
  const ctx = await createContext(readEnv({ ...testSettings, APP_URL: 'https://lisa.example.org' }), {
    log,
    pool,
    now: () => new Date(dueAt),
    mailer: { ...mailer, send: counted('email', mailer.send) },
    sms: { send: counted('sms', sms.send) },
    push: { ...push, send: counted('push', push.send) },
  })
  await pool.query('select')
  process.send?.('ready')
  await once(process, 'message')
  begun = performance.now()
  const clocks = [
    startClock(ctx, sendDueReminders),
    startClock(ctx, sendDueNotifications, { every: '*/10 * * * * *' }),
  ]
  await once(process, 'message')
  await Promise.all(clocks.map((clock) => clock.stop()))
  mailer.close()
  await pool.end()
  process.send?.({ ...done, written: await written() } satisfies Done)
  process.disconnect()
}

/**
 * Prints, for many people who are due at once, what share was in the ledger when one instance sent the first message of
 * each channel, and how two instances share the work. Each person gets a mail, and every tenth a text and a notification.
 */
export async function measureWave(script: string, postgresUrl: string, sinks: Sinks, people: number) {
  const due = `${people.toLocaleString('en')} people due`
  const [alone] = await wave(1)
  for (const [channel, { written, ms }] of Object.entries(alone?.atFirst ?? {}))
    console.log(
      `${due}: ${((written / people) * 100).toFixed(1)} % of them in the ledger when the first ${channel} left, after ${ms.toFixed(0)} ms`,
    )
  const two = await wave(2)
  const both = (count: (done: Done) => number) => two.map(count).join(' + ')
  console.log(
    `${due}, two instances: ${both(({ written }) => written)} written, ` +
      `${both(({ sent }) => sent.email)} mails, ${both(({ sent }) => sent.sms)} texts, ${both(({ sent }) => sent.push)} notifications`,
  )

  async function wave(instancesAtOnce: number): Promise<Done[]> {
    const name = `wave_${instancesAtOnce}`
    await query(postgresUrl, `create database ${name}`)
    const databaseUrl = withDatabase(postgresUrl, name)
    const pool = createPool({ databaseUrl, databasePoolMax: 1 }, log)
    const instances: ChildProcess[] = []
    try {
      await migrateDatabase(pool)
      await fill(databaseUrl)
      const args = ['instance', JSON.stringify({ ...sinks, databaseUrl })]
      for (let n = 0; n < instancesAtOnce; n++) instances.push(fork(script, args))
      const replies = async () =>
        (await Promise.all(instances.map((instance) => once(instance, 'message')))).map(
          ([done]) => done as Done,
        )
      await replies()
      for (const instance of instances) instance.send('begin')
      while ((await pool.query(isLeft)).rows[0].left) await sleep(500)
      for (const instance of instances) instance.send('end')
      return await replies()
    } finally {
      for (const instance of instances) instance.kill()
      await pool.end()
    }
  }

  async function fill(databaseUrl: string) {
    const p256dh = createECDH('prime256v1').generateKeys('base64url')
    const auth = randomBytes(16).toString('base64url')
    await query(
      databaseUrl,
      `insert into users (email, first_name, next_reminder_at, phone_number, phone_reminder_enabled)
       select 'due-' || n || '@example.com', 'Ana', '${dueAt}', case when n % 10 = 0 then '+1555' || 1000000 + n end, n % 10 = 0
       from generate_series(1, ${people}) as n;
       insert into push_devices (user_id, endpoint, p256dh, auth, sid, last_seen_at, created_at)
       select id, '${sinks.httpUrl}/' || id, '${p256dh}', '${auth}', 'a session', '2026-11-01', '2026-11-01'
       from users where phone_reminder_enabled`,
    )
    for (const statement of ['vacuum analyze', 'checkpoint']) await query(databaseUrl, statement)
  }
}

const isLeft = `select exists (select from users where next_reminder_at <= '${dueAt}')
  or exists (select from reminder_deliveries where status in ('pending', 'sending')) as left`
