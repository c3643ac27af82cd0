import { setTimeout as sleep } from 'node:timers/promises'
import { destination } from 'pino'
import { createApp } from './http/app'
import { createContext } from './context'
import { createPool } from './db/db'
import { warnOfDroppedSettings } from './db/dropped-settings'
import { migrateWhenReachable } from './db/migrate'
import { waitForDatabase } from './db/wait-for-database'
import { type Env, readEnv } from './env'
import { failureSentence } from './failure-sentence'
import { checkPorts, drain, listen } from './http/listen'
import { createMetrics } from './http/metrics'
import { beat } from './heartbeat'
import { createLog, type Log } from './log'
import { startClock } from './clock'
import { forgetExpired } from './forget-expired'
import { sendDueReminders } from './features/reminders/delivery/deliver'
import { makeDueSummaries } from './features/summaries/make-due-summaries'
import { endDueTalks } from './features/voice/end-talks'
import { singlePageApp } from './http/spa'
import { hasSessionCookie } from './features/auth/sessions'

/** After this time a shutdown that has not finished exits anyway: a statement may still wait in the database. */
const shutdownLimitMs = 9_000

/** How long a balancer is given to see that /readyz is 503, while requests are still served. */
const takenOutMs = 4_000

try {
  const env = readEnv(process.env)
  await start(env, createLog(env.logLevel, destination({ sync: false })))
} catch (error) {
  console.error(failureSentence(error) ?? error)
  process.exit(1)
}

async function start(env: Env, log: Log) {
  const stopping = new AbortController()
  const opened: (() => Promise<unknown>)[] = []
  const closeAll = async () => {
    for (const close of opened.splice(0).reverse())
      await close().catch((error: unknown) => log.error({ err: error }, 'Could not close cleanly'))
  }
  const stop = (signal: NodeJS.Signals) => {
    log.info({ signal }, 'Stopping')
    setTimeout(() => {
      log.warn('Exiting, though not everything has ended')
      process.exit(0)
    }, shutdownLimitMs).unref()
    stopping.abort()
    void closeAll().then(() => process.exit(0))
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)

  const isMigrating = process.argv.includes('--migrate-only')
  try {
    if (!isMigrating) await checkPorts(env)
    // Imported on demand: production installs have no dev dependencies.
    const local = env.production ? undefined : await (await import('./local/start')).startLocal(env, log)
    if (local) opened.push(local.stop)
    const pool = local?.overrides.pool ?? createPool(env, log)
    opened.push(() => pool.end())
    await waitForDatabase(pool, log)
    await migrateWhenReachable(pool, log)
    await warnOfDroppedSettings(pool, log)
    if (isMigrating) {
      await closeAll()
      return console.log('The database is up to date')
    }
    const ctx = await createContext(env, {
      log,
      ...local?.overrides,
      pool,
      stopping: stopping.signal,
    })
    opened.push(async () => ctx.mailer?.close())
    const spa = await singlePageApp(env, { hasSessionCookie: (req) => hasSessionCookie(req, env) })
    const server = await listen(createApp(ctx, spa), env)
    const { lastGoodTick, page } = createMetrics()
    if (env.metricsPort) {
      const metrics = await listen(page, { ...env, port: env.metricsPort })
      opened.push(() => drain(metrics))
    }
    const afterGoodTick = () => {
      lastGoodTick.setToCurrentTime()
      if (env.heartbeatUrl) void beat(env.heartbeatUrl, log)
    }
    const jobs = [makeDueSummaries, endDueTalks, forgetExpired]
    const clocks = jobs.map((job) => startClock(ctx, job))
    if (env.remindersOn) clocks.push(startClock(ctx, sendDueReminders, { afterGoodTick }))
    const stopServing = async () => {
      if (env.production) await sleep(takenOutMs)
      await drain(server)
    }
    opened.push(() => Promise.all([stopServing(), ...clocks.map((clock) => clock.stop())]))
  } catch (error) {
    await closeAll()
    throw error
  }
  console.log(`Lisa is ready at ${env.appUrl}`)
}
