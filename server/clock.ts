import { schedule } from 'node-cron'
import type { AppContext } from './context'
import type { Stop } from './features/reminders/attempt'
import { sendDueReminders } from './features/reminders/send-due-reminders'

type Work = (ctx: AppContext, stop: Stop) => Promise<void>

/** How long what was handed over to a provider may take once we are stopping; then its outcome is unknown. */
const graceMs = 6_000

/** Does what is due now, and again each minute, until `stop`. */
export function startSchedule(
  ctx: AppContext,
  { every = '* * * * *', grace = graceMs, work = sendDueReminders as Work } = {},
) {
  const [stopping, givingUp] = [new AbortController(), new AbortController()]
  let ticking: Promise<void> | undefined

  async function tick() {
    try {
      await work(ctx, { stopping: stopping.signal, givingUp: givingUp.signal })
    } catch (error) {
      ctx.log.error({ err: error }, 'What is due could not be done')
    } finally {
      ticking = undefined
    }
  }
  const tickUnlessTicking = () => void (ticking ??= tick())

  const task = schedule(every, tickUnlessTicking, { suppressMissedWarning: true })
  tickUnlessTicking()
  return {
    /** Resolves once nothing is under way any more and the ledger knows what became of it. */
    async stop() {
      await task.destroy()
      stopping.abort()
      const timer = setTimeout(() => givingUp.abort(), grace)
      await ticking
      clearTimeout(timer)
    },
  }
}
