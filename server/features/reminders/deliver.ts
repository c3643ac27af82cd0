import { setImmediate, setTimeout } from 'node:timers/promises'
import { localDay } from '@shared/timezones'
import type { StopSignals } from '../../clock'
import type { AppContext } from '../../context'
import { attempt, type AttemptResult, type SendingLease } from './attempt'
import { beginSending, type Delivery, type Outcome, record, settleText } from './deliveries-repository'
import { handOverOf } from './hand-overs'
import { inBatches } from './in-batches'
import { unsendableReason, type JournalStatus } from './reminder-message'
import { remindersOf } from './reminders-repository'

/** After this many sends in a row that did not reach the provider, the rest is postponed. */
const maxUnreachable = 10
const postponedMs = 60_000

/** Two, so that a connection waiting for its row to become `sending` need not wait for the batch before as well. */
const beginningAtOnce = 2

/** Kept short: an outcome that is not stored when the process is killed becomes `unknown`, though it was sent. */
const writeAfterMs = 25

/** Sends claimed reminders. Concurrent sends share their statements, and outcomes are stored in the background. */
export function deliverer(ctx: AppContext, stop: StopSignals) {
  const { db, now, log } = ctx
  const begin = inBatches(
    setImmediate,
    async (deliveries: Delivery[]) => {
      const handOvers = ctx.handOvers?.log()
      const mine = await beginSending(db, deliveries, handOvers?.id, now())
      return ({ id, attempts }: Delivery): SendingLease | undefined =>
        mine.ids.has(id)
          ? { lease: mine.lease, note: () => handOvers?.note(handOverOf({ id, attempts: attempts + 1 })) }
          : undefined
    },
    beginningAtOnce,
  )
  let flush = () => {}
  const write = inBatches(
    () => Promise.race([setTimeout(writeAfterMs), new Promise<void>((resolve) => (flush = resolve))]),
    async (outcomes: Outcome[]) => {
      await withRetries(() => record(db, outcomes, now()))
      return () => undefined
    },
  )
  const unreachable = { email: 0, sms: 0 }
  let writing: Promise<unknown>[] = []

  return {
    async deliver(delivery: Delivery, today: JournalStatus): Promise<AttemptResult> {
      const attemptResult = withoutSending(delivery) ?? (await attempt(ctx, delivery, today, begin, stop))
      const { result, outcome } = attemptResult
      if (outcome) writing.push(store(delivery, outcome).catch(logUnstored))
      if (result === 'opted-out')
        await remindersOf(db, delivery.userId)
          .change({ phoneReminderEnabled: false }, now())
          .catch(logUnstored)
      if (result === 'unreachable') unreachable[delivery.channel]++
      else if (result !== 'postponed') unreachable[delivery.channel] = 0
      return attemptResult
    },
    /** Resolves once the outcome of every send is stored. */
    async written() {
      flush()
      await Promise.all(writing.splice(0))
    },
  }

  function withoutSending(delivery: Delivery): AttemptResult | undefined {
    const { id, lease, attempts, channel } = delivery
    const row = { id, lease, isSending: false, attempts }
    if (stop.stopping.aborted)
      return { result: 'released', outcome: { ...row, status: 'pending', nextAttemptAt: now() } }
    const lastError = delivery.isWanted
      ? unsendableReason(ctx, channel, delivery)?.message
      : 'Reminders were turned off before it went out'
    if (lastError) return { result: 'skipped', outcome: { ...row, status: 'skipped', lastError } }
    if (localDay(now(), delivery.timezone) > delivery.localDate) {
      const lastError = 'It could not be sent before the end of that day'
      return { result: 'too late', outcome: { ...row, status: 'failed', lastError } }
    }
    if (unreachable[channel] < maxUnreachable) return undefined
    const nextAttemptAt = new Date(now().getTime() + postponedMs)
    return { result: 'postponed', outcome: { ...row, status: 'pending', nextAttemptAt } }
  }

  async function store({ userId, channel }: Delivery, outcome: Outcome) {
    await write(outcome)
    // The provider may have reported on the text before its id was stored.
    if (channel === 'sms' && outcome.providerId)
      await settleText(db, { userId, sid: outcome.providerId }, now())
  }

  /** Once the lease is over, a row that is `sending` becomes `unknown`, and one that is `pending` is claimed again. */
  function logUnstored(error: unknown) {
    log.error({ err: error }, 'Reminder outcome could not be stored')
  }
}

/** A short outage of the database must not lose the outcome of a send. */
async function withRetries(work: () => Promise<void>, tries = 3): Promise<void> {
  for (let left = tries; ; left--) {
    try {
      return await work()
    } catch (error) {
      if (left <= 1) throw error
      await setTimeout(500)
    }
  }
}
