import { setMaxListeners } from 'node:events'
import { createTask } from 'node-cron'
import type { AppContext } from './context'

/**
 * What is due now; called again each minute, and never while it is still running. It begins nothing more after `stopping`, and
 * waits no longer for what is under way after `givingUp`. One that may run for long calls `onProgress` when it makes progress.
 */
export type Job = (
  ctx: AppContext,
  stopping: AbortSignal,
  givingUp: AbortSignal,
  onProgress?: () => void,
) => Promise<void>

/** The default signal of a job that is called directly, not by a clock. */
export const neverAborted = new AbortController().signal
setMaxListeners(0, neverAborted)

/** After a stop, how long a job may wait for what it has handed to a provider. */
const graceMs = 6_000

type Options = {
  every?: string
  grace?: number
  /** Called each time that the job has done its work, and once a minute while a long run makes progress. */
  afterGoodTick?: () => void
}

/** A longer run counts as good once in this time, if it makes progress. */
const goodEveryMs = 60_000

/** A clock that is set back or forward is noticed after so long: setTimeout does not follow it. */
const longestSleepMs = 60_000

/** Runs `job` now and again each minute, until it is stopped. */
export function startClock(
  ctx: AppContext,
  job: Job,
  { every = '* * * * *', grace = graceMs, afterGoodTick }: Options = {},
) {
  const [stopping, givingUp] = [new AbortController(), new AbortController()]
  // Each message in flight adds a listener.
  setMaxListeners(0, givingUp.signal)
  let running: Promise<void> | undefined
  let lastGood = performance.now()
  const good = () => {
    lastGood = performance.now()
    afterGoodTick?.()
  }
  const onProgress = () => {
    if (performance.now() - lastGood >= goodEveryMs) good()
  }

  async function run() {
    try {
      await job(ctx, stopping.signal, givingUp.signal, onProgress)
      good()
    } catch (error) {
      ctx.log.error({ err: error }, 'Scheduled job failed')
    } finally {
      running = undefined
    }
  }
  const runUnlessRunning = () => void (running ??= run())

  // Only asked when the next run is. Its own timer sleeps through an hour when the clock is set back by an hour, and goes
  // through every missed minute when it is set forward.
  const task = createTask(every, () => {})
  let timer: NodeJS.Timeout
  const sleep = () => {
    const next = task.getNextRuns(1)[0]?.getTime() ?? 0
    timer = setTimeout(wake, Math.min(Math.max(next - Date.now(), 0), longestSleepMs))
  }
  const wake = () => {
    runUnlessRunning()
    sleep()
  }
  wake()
  return {
    /** Resolves once the job has ended. */
    async stop() {
      clearTimeout(timer)
      await task.destroy()
      stopping.abort()
      const limit = setTimeout(() => givingUp.abort(), grace)
      await running
      clearTimeout(limit)
    },
  }
}
