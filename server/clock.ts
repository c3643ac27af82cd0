import { schedule } from 'node-cron'
import type { AppContext } from './context'

/** `stopping`: start nothing more. `givingUp`: wait no longer for what is under way. */
export type StopSignals = { stopping: AbortSignal; givingUp: AbortSignal }

/** What is due now; called again each minute, and never while it is still running. */
export type Job = (ctx: AppContext, stop: StopSignals) => Promise<void>

/** After a stop, how long a job may wait for what it has handed to a provider. */
const graceMs = 6_000

type Options = {
  every?: string
  grace?: number
  /** Called each time that the job has done its work. */
  afterGoodTick?: () => void
}

/** Runs `job` now and again each minute, until it is stopped. */
export function startClock(
  ctx: AppContext,
  job: Job,
  { every = '* * * * *', grace = graceMs, afterGoodTick }: Options = {},
) {
  const [stopping, givingUp] = [new AbortController(), new AbortController()]
  let running: Promise<void> | undefined

  async function run() {
    try {
      await job(ctx, { stopping: stopping.signal, givingUp: givingUp.signal })
      afterGoodTick?.()
    } catch (error) {
      ctx.log.error({ err: error }, 'Scheduled job failed')
    } finally {
      running = undefined
    }
  }
  const runUnlessRunning = () => void (running ??= run())

  const task = schedule(every, runUnlessRunning, { suppressMissedWarning: true })
  runUnlessRunning()
  return {
    /** Resolves once the job has ended. */
    async stop() {
      await task.destroy()
      stopping.abort()
      const timer = setTimeout(() => givingUp.abort(), grace)
      await running
      clearTimeout(timer)
    },
  }
}
