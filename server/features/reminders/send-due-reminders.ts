import { setMaxListeners } from 'node:events'
import { reminderChannels, type ReminderChannel } from '@shared/reminders'
import type { StopSignals } from '../../clock'
import type { AppContext } from '../../context'
import { streaksOf } from '../analytics/streaks-repository'
import { claim, type Delivery } from './deliveries-repository'
import type { Verdict } from './attempt'
import { deliverer } from './deliver'
import { createDueDeliveries } from './due-repository'
import type { JournalStatus } from './reminder-message'
import { settleInterrupted } from './settle-interrupted'

const usersAtOnce = 500
/** How many a process claims at a time, and how many of those it works on at a time. */
const batchOf = { email: 100, sms: 20 }
const width = { email: 20, sms: 10 }

const never: StopSignals = { stopping: new AbortController().signal, givingUp: new AbortController().signal }

/**
 * Sends every reminder that is due. Any number of processes may do this at the same time, and any of them may be killed
 * at any moment (docs/reminders.md). With none due it costs a few look-ups in small indexes.
 */
export async function sendDueReminders(ctx: AppContext, stop = never): Promise<void> {
  const started = performance.now()
  // Each reminder under way listens.
  setMaxListeners(0, stop.givingUp)
  const tally = new Map<string, { channel: ReminderChannel; count: number } & Verdict>()
  await settleInterrupted(ctx)

  const { deliver, written } = deliverer(ctx, stop)
  const isDown = { email: false, sms: false }
  let users = 0
  // While some are being sent to, the next ones come into the ledger, so that the connections are never without work.
  let [step, isFired] = [fire(), false]
  try {
    await allOf([fireOn(), ...reminderChannels.map(sendPending)])
  } finally {
    await written()
  }

  for (const { result, ...counted } of tally.values())
    ctx.log[result === 'sent' ? 'info' : 'warn']({ result, ...counted }, 'Reminder deliveries')
  if (users || tally.size)
    ctx.log.info({ users, ms: Math.round(performance.now() - started) }, 'Reminder run finished')

  async function fireOn() {
    try {
      while (await step) step = fire()
    } finally {
      isFired = true
    }
  }

  /** Answers whether more may be due. */
  async function fire(): Promise<boolean> {
    const fired = await createDueDeliveries(ctx.db, ctx.now(), usersAtOnce)
    users += fired
    return fired === usersAtOnce && !stop.stopping.aborted
  }

  async function sendPending(channel: ReminderChannel) {
    const claimed = batches(channel)
    const work = async () => {
      for await (const [delivery, today] of claimed) count(channel, await deliver(delivery, today))
    }
    await allOf(Array.from({ length: width[channel] }, work))
  }

  /** All that can be sent now, one by one. While one batch goes out the next one is being claimed. */
  async function* batches(channel: ReminderChannel) {
    let next = nextBatch(channel, step)
    for (let isLast = false; !isLast;) {
      const { batch, ...found } = await next
      isLast = found.isLast
      if (!isLast) next = nextBatch(channel, batch.length < batchOf[channel] ? step : undefined)
      // Heard of at the next turn; until then a failure is nobody's.
      next.catch(() => {})
      yield* batch
    }
  }

  async function nextBatch(channel: ReminderChannel, after?: Promise<unknown>) {
    // A failure of it ends the tick, but not what can be sent.
    await after?.catch(() => {})
    // Looked up first: what is fired during the claim may escape it.
    const wasFired = isFired
    const batch = await claimed(channel)
    return { batch, isLast: wasFired && batch.length < batchOf[channel] }
  }

  async function claimed(channel: ReminderChannel): Promise<[Delivery, JournalStatus][]> {
    if (stop.stopping.aborted || isDown[channel]) return []
    const batch = await claim(ctx.db, channel, ctx.now(), batchOf[channel])
    if (!batch.length) return []
    const people = batch.map(({ userId, localDate: today }) => ({ userId, today }))
    const todayOf = await streaksOf(ctx.db, people)
    return batch.map((delivery) => [
      delivery,
      todayOf({ userId: delivery.userId, today: delivery.localDate }),
    ])
  }

  function count(channel: ReminderChannel, { result, code }: Verdict) {
    isDown[channel] ||= result === 'postponed'
    const key = `${channel} ${result} ${code}`
    tally.set(key, { channel, result, code, count: (tally.get(key)?.count ?? 0) + 1 })
  }
}

/** Unlike `Promise.all` it leaves nothing under way when one fails. */
async function allOf(work: Promise<void>[]): Promise<void> {
  await Promise.allSettled(work)
  await Promise.all(work)
}
