import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { createApp } from './app'
import { createContext } from './create-context'
import { createPool } from './db/db'
import { backupCommand, type DatabaseCommand } from './db/backup/backup-command'
import { migrateWhenReachable } from './db/migrate'
import { waitForDatabase } from './db/wait-for-database'
import { type Env, readEnv } from './env'
import { checkPorts, drain, listen } from './http/listen'
import { refuseCalls } from './limits/overload'
import { metricsPage } from './http/metrics'
import { beat } from './heartbeat'
import { createLog, type Log, logLostLines, logOutput } from './log'
import { logStartFaults, startFaults } from './start-faults'
import { StartupError } from './startup-error'
import { runningVersion } from './version'
import { startClock } from './clock'
import { forgetExpired } from './forget-expired'
import { watchMigration } from './watch-migration'
import { mailboxReader } from './features/mail-in/read-mailbox'
import { sendDueNotifications, sendDueReminders } from './features/reminders/delivery/deliver'
import { makeDueSummaries } from './features/summaries/make-due-summaries'
import { endDueTalks } from './features/voice/end-talks'
import { singlePageApp } from './html/spa'
import { hasSessionCookie } from './features/auth/sessions'

/** After this time a shutdown that has not finished exits anyway: a statement may still wait in the database. */
const shutdownLimitMs = 9_000

/** How long the end of the log may take to be written at the exit. */
const lastLinesMs = 500

/** How long a balancer is given to see that /readyz is 503, while requests are still served. */
const takenOutMs = 4_000

const isProduction = process.env.NODE_ENV?.trim() === 'production'
const output = logOutput()
try {
  const env = readEnv(process.env)
  const log = createLog(env.logLevel, output, { instance: env.instance })
  logLostLines(log, output)
  const command = commandOf(process.argv, log)
  if (command) await runCommand(env, log, command)
  else await start(env, log)
} catch (error) {
  await fail(error)
}

async function fail(error: unknown) {
  // Creates a log with default settings, because the settings may be the fault.
  const instance = process.env.INSTANCE?.trim() || hostname()
  if (isProduction) logStartFaults(createLog('info', output, { instance }), error)
  else console.error(startFaults(error)?.join('\n') ?? error)
  await exit(1)
}

async function exit(status: number) {
  const written = new Promise((resolve) => output.flush(resolve))
  await Promise.race([written, sleep(lastLinesMs)])
  process.exit(status)
}

function commandOf(args: string[], log: Log): DatabaseCommand | undefined {
  if (!args.includes('--migrate-only')) return backupCommand(args)
  const run = async (pool: Pool) => {
    await migrateWhenReachable(pool, log)
    return 'The database is up to date'
  }
  return { isReading: false, run }
}

/** Runs the command on Lisa's database. A local database in use by a running Lisa is shared only if the command only reads. */
async function runCommand(env: Env, log: Log, command: DatabaseCommand) {
  const local = env.production ? undefined : await import('./local/start')
  const database = await local?.startDatabase(env, log, { orShare: command.isReading })
  const pool = database?.pool ?? createPool(env, log)
  try {
    await waitForDatabase(pool, log)
    console.log(await command.run(pool))
  } finally {
    await pool.end()
    await database?.stop()
  }
}

async function start(env: Env, log: Log) {
  const stopping = new AbortController()
  const say = (line: string) => (env.production ? log.info(runningVersion(), line) : console.log(line))
  const opened: (() => Promise<unknown>)[] = []
  const closeAll = async () => {
    for (const close of opened.splice(0).reverse())
      await close().catch((error: unknown) => log.error({ err: error }, 'Could not close cleanly'))
  }
  const stop = (signal: NodeJS.Signals) => {
    log.info({ signal }, 'Stopping')
    setTimeout(() => {
      log.warn('Exiting, though not everything has ended')
      void exit(0)
    }, shutdownLimitMs).unref()
    stopping.abort()
    void closeAll().then(() => exit(0))
  }
  if (env.production)
    process.on('uncaughtException', (error) => {
      log.fatal({ err: error }, 'Unhandled error: Lisa exits')
      void exit(1)
    })
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)

  try {
    await checkPorts(env)
    const onCrash = (sentence: string) => {
      if (!stopping.signal.aborted) void fail(new StartupError(sentence))
    }
    // Imported on demand: production installs have no dev dependencies.
    const local = env.production
      ? undefined
      : await (await import('./local/start')).startLocal(env, log, { onCrash })
    if (local) opened.push(local.stop)
    const pool = local?.overrides.pool ?? createPool(env, log)
    opened.push(() => pool.end())
    await waitForDatabase(pool, log)
    await migrateWhenReachable(pool, log)
    const ctx = await createContext(env, {
      log,
      ...local?.overrides,
      pool,
      stopping: stopping.signal,
    })
    opened.push(async () => ctx.mailer?.close())
    output.on('drop', () => ctx.metrics.logLinesLost.inc())
    const spa = await singlePageApp(env, { hasSessionCookie: (req) => hasSessionCookie(req, env) })
    const server = await listen(refuseCalls(ctx, createApp(ctx, spa)), env)
    if (env.metricsPort) {
      const address = { ...env, port: env.metricsPort }
      const metrics = await listen(metricsPage(ctx.metrics), address, 'METRICS_PORT')
      opened.push(() => drain(metrics))
    }
    const afterGoodTick = () => {
      ctx.metrics.lastGoodTick.setToCurrentTime()
      if (env.heartbeatUrl) void beat(env.heartbeatUrl, log)
    }
    const jobs = [makeDueSummaries, endDueTalks, forgetExpired]
    if (env.metricsPort) jobs.push(watchMigration)
    const clocks = jobs.map((job) => startClock(ctx, job))
    if (env.mailIn?.imapUrl) clocks.push(startClock(ctx, mailboxReader(env.mailIn.imapUrl)))
    if (env.remindersOn)
      clocks.push(
        startClock(ctx, sendDueReminders, { afterGoodTick }),
        // Often, since a run that waits for slow push services skips the next full minute.
        startClock(ctx, sendDueNotifications, { every: '*/10 * * * * *' }),
      )
    const stopServing = async () => {
      if (env.production) await sleep(takenOutMs)
      await drain(server)
    }
    opened.push(() => Promise.all([stopServing(), ...clocks.map((clock) => clock.stop())]))
  } catch (error) {
    await closeAll()
    throw error
  }
  say(`Lisa is ready at ${env.appUrl}`)
}
