import { setMaxListeners } from 'node:events'
import { reminderChannels, type ReminderChannel } from '@shared/reminders'
import type { StopSignals } from '../../clock'
import type { AppContext } from '../../context'
import { streaksOf } from '../analytics/streaks-repository'
import { claim, type Delivery } from './deliveries-repository'
import type { AttemptResult } from './attempt'
import { deliverer } from './deliver'
import { createDueDeliveries } from './due-repository'
import type { JournalStatus } from './reminder-message'
import { settleInterrupted } from './settle-interrupted'

const usersAtOnce = 500
/** How many deliveries a process claims at a time, and how many it sends at a time. */
const batchSize = { email: 100, sms: 20 }
const concurrency = { email: 20, sms: 10 }

const never: StopSignals = { stopping: new AbortController().signal, givingUp: new AbortController().signal }

/**
 * Sends every reminder that is due. Any number of processes may do this at the same time, and any of them may be killed
 * at any moment (docs/reminders.md). With none due it costs a few look-ups in small indexes.
 */
export async function sendDueReminders(ctx: AppContext, stop = never): Promise<void> {
  const started = performance.now()
  // Every send in progress adds a listener.
  setMaxListeners(0, stop.givingUp)
  const tally = new Map<string, { channel: ReminderChannel; count: number } & AttemptResult>()
  await settleInterrupted(ctx)

  const { deliver, written } = deliverer(ctx, stop)
  const isDown = { email: false, sms: false }
  let users = 0
  // More users are queued while reminders are being sent, so that the connections are never idle.
  let [queueing, isAllQueued] = [queueDue(), false]
  try {
    await allOf([queueAllDue(), ...reminderChannels.map(sendPending)])
  } finally {
    await written()
  }

  for (const { result, ...counted } of tally.values())
    ctx.log[result === 'sent' ? 'info' : 'warn']({ result, ...counted }, 'Reminder deliveries')
  if (users || tally.size)
    ctx.log.info({ users, ms: Math.round(performance.now() - started) }, 'Reminder run finished')

  async function queueAllDue() {
    try {
      while (await queueing) queueing = queueDue()
    } finally {
      isAllQueued = true
    }
  }

  /** Resolves with whether more users may be due. */
  async function queueDue(): Promise<boolean> {
    const queued = await createDueDeliveries(ctx.db, ctx.now(), usersAtOnce)
    users += queued
    return queued === usersAtOnce && !stop.stopping.aborted
  }

  async function sendPending(channel: ReminderChannel) {
    const claimed = batches(channel)
    const work = async () => {
      for await (const [delivery, today] of claimed) count(channel, await deliver(delivery, today))
    }
    await allOf(Array.from({ length: concurrency[channel] }, work))
  }

  /** Yields every delivery that can be sent now. The next batch is claimed while the current one is being sent. */
  async function* batches(channel: ReminderChannel) {
    let next = nextBatch(channel, queueing)
    for (let isLast = false; !isLast;) {
      const { batch, ...found } = await next
      isLast = found.isLast
      if (!isLast) next = nextBatch(channel, batch.length < batchSize[channel] ? queueing : undefined)
      // Avoid an unhandled rejection: the error is rethrown when the next iteration awaits it.
      next.catch(() => {})
      yield* batch
    }
  }

  async function nextBatch(channel: ReminderChannel, after?: Promise<unknown>) {
    // If queueing failed, the tick fails in the end, but what is queued already is still sent.
    await after?.catch(() => {})
    // Read before the claim, which may miss what is queued while it runs.
    const wasAllQueued = isAllQueued
    const batch = await claimed(channel)
    return { batch, isLast: wasAllQueued && batch.length < batchSize[channel] }
  }

  async function claimed(channel: ReminderChannel): Promise<[Delivery, JournalStatus][]> {
    if (stop.stopping.aborted || isDown[channel]) return []
    const batch = await claim(ctx.db, channel, ctx.now(), batchSize[channel])
    if (!batch.length) return []
    const userDays = batch.map(({ userId, localDate: today }) => ({ userId, today }))
    const todayOf = await streaksOf(ctx.db, userDays)
    return batch.map((delivery) => [
      delivery,
      todayOf({ userId: delivery.userId, today: delivery.localDate }),
    ])
  }

  function count(channel: ReminderChannel, { result, code }: AttemptResult) {
    isDown[channel] ||= result === 'postponed'
    const key = `${channel} ${result} ${code}`
    tally.set(key, { channel, result, code, count: (tally.get(key)?.count ?? 0) + 1 })
  }
}

/** Like `Promise.all`, but waits for the others when one fails. */
async function allOf(work: Promise<void>[]): Promise<void> {
  await Promise.allSettled(work)
  await Promise.all(work)
}
