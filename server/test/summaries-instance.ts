import { startClock } from '../clock'
import { createContext } from '../create-context'
import { createPool } from '../db/db'
import { readEnv } from '../env'
import { makeDueSummaries } from '../features/summaries/make-due-summaries'
import { createLog } from '../log'
import { createTextModel } from '../senders/text-model'
import { testSettings } from './test-settings'

// A process of its own that makes summaries, on a clock that goes `speed` times as fast as the real one.
const { databaseUrl, model, clock } = JSON.parse(process.argv[2] ?? '{}')
const log = createLog('warn')
const ctx = await createContext(readEnv(testSettings), {
  log,
  pool: createPool({ databaseUrl, databasePoolMax: 10 }, log),
  textModel: createTextModel(model),
  now: () => new Date(clock.shows + (Date.now() - clock.since) * clock.speed),
})
startClock(ctx, makeDueSummaries, { every: '* * * * * *' })
console.log('running')
