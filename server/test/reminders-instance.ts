import { startClock } from '../clock'
import { createContext } from '../create-context'
import { createPool } from '../db/db'
import { readEnv } from '../env'
import { sendDueNotifications, sendDueReminders } from '../features/reminders/delivery/deliver'
import { createLog } from '../log'
import { createMailer } from '../senders/mailer'
import { createPush } from '../senders/push'
import { createSms } from '../senders/sms'
import { testSettings, testVapid } from './test-settings'

// A process of its own that runs the schedule of a server, on a clock that goes `speed` times as fast as the real one.
const settings = JSON.parse(process.argv[2] ?? '{}')
const { databaseUrl, smtpUrl, twilio, clock } = settings
const log = createLog('warn')
const ctx = await createContext(readEnv(testSettings), {
  log,
  pool: createPool({ databaseUrl, databasePoolMax: 10 }, log),
  mailer: createMailer({ smtpUrl, from: 'Lisa <lisa@lisa.test>' }),
  sms: createSms(twilio),
  push: createPush({ ...testVapid, onThisMachine: true }),
  now: () => new Date(clock.shows + (Date.now() - clock.since) * clock.speed),
})
for (const job of [sendDueReminders, sendDueNotifications]) startClock(ctx, job, { every: '* * * * * *' })
console.log('running')
