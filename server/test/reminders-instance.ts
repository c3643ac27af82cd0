import { createContext } from '../context'
import { readEnv } from '../env'
import { keepHandOvers } from '../features/reminders/hand-overs'
import { startSchedule } from '../clock'
import { createLog } from '../log'
import { createMailer } from '../senders/mailer'
import { createSms } from '../senders/sms'

// A process of its own that runs the schedule of a server, on a clock that goes `speed` times as fast as the real one.
const settings = JSON.parse(process.argv[2] ?? '{}')
const { databaseUrl, smtpUrl, twilio, folder, clock } = settings
const log = createLog('warn')
const parts = {
  log,
  databaseUrl,
  secrets: { session: 'a session secret that only tests know', jwt: 'a token secret that only tests know' },
  oidc: { issuerUrl: '', clientId: 'lisa', clientSecret: 'secret', scopes: '', redirectUri: '', log },
  handOvers: keepHandOvers(folder, (error) => log.error({ err: error }, 'Not noted')),
  mailer: createMailer({ smtpUrl, from: 'Lisa <lisa@lisa.test>' }),
  sms: createSms(twilio),
}
const now = () => new Date(clock.shows + (Date.now() - clock.since) * clock.speed)
startSchedule(createContext(readEnv({}), parts, { now }), { every: '* * * * * *' })
console.log('running')
