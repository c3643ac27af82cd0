import { createContext } from '../context'
import { readEnv } from '../env'
import { startSchedule } from '../clock'
import { makeDueSummaries } from '../features/summaries/make-due-summaries'
import { createLog } from '../log'
import { createTextModel } from '../senders/text-model'

// A process of its own that makes summaries, on a clock that goes `speed` times as fast as the real one.
const { databaseUrl, model, clock } = JSON.parse(process.argv[2] ?? '{}')
const log = createLog('warn')
const parts = {
  log,
  databaseUrl,
  secrets: { session: '', jwt: '' },
  oidc: { issuerUrl: '', clientId: 'lisa', clientSecret: 'secret', scopes: '', redirectUri: '', log },
  textModel: createTextModel(model),
}
const now = () => new Date(clock.shows + (Date.now() - clock.since) * clock.speed)
startSchedule(createContext(readEnv({}), parts, { now }), { every: '* * * * * *', work: makeDueSummaries })
console.log('running')
