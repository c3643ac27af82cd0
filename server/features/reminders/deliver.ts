import { setImmediate, setTimeout } from 'node:timers/promises'
import { localDay } from '@shared/timezones'
import type { StopSignals } from '../../clock'
import type { AppContext } from '../../context'
import { attempt, type Mark, type Verdict } from './attempt'
import { beginSending, type Delivery, type Outcome, record, settleText } from './deliveries-repository'
import { handOverOf } from './hand-overs'
import { inBatches } from './in-batches'
import { unsendableReason, type JournalStatus } from './reminder-message'
import { remindersOf } from './reminders-repository'

/** After so many in a row that did not reach the provider the others are not tried now. */
const enoughUnreachable = 10
const postponedMs = 60_000

/** Connections that wait for the mark of their message are not kept waiting for the one before as well. */
const beginningAtOnce = 2

/** What is not written down yet when the process is killed ends as unknown, though it was sent. */
const writeAfterMs = 25

/** Sends claimed reminders. Many at once cost few statements: what they write goes in batches, beside the sending. */
export function deliverer(ctx: AppContext, stop: StopSignals) {
  const { db, now, log } = ctx
  const begin = inBatches(
    setImmediate,
    async (deliveries: Delivery[]) => {
      const handOvers = ctx.handOvers?.log()
      const mine = await beginSending(db, deliveries, handOvers?.id, now())
      return ({ id, attempts }: Delivery): Mark | undefined =>
        mine.ids.has(id)
          ? { lease: mine.lease, note: () => handOvers?.note(handOverOf({ id, attempts: attempts + 1 })) }
          : undefined
    },
    beginningAtOnce,
  )
  let hurry = () => {}
  const write = inBatches(
    () => Promise.race([setTimeout(writeAfterMs), new Promise<void>((resolve) => (hurry = resolve))]),
    async (outcomes: Outcome[]) => {
      await persistently(() => record(db, outcomes, now()))
      return () => undefined
    },
  )
  const unreachable = { email: 0, sms: 0 }
  let writing: Promise<unknown>[] = []

  return {
    async deliver(delivery: Delivery, today: JournalStatus): Promise<Verdict> {
      const verdict = withoutSending(delivery) ?? (await attempt(ctx, delivery, today, begin, stop))
      const { result, outcome } = verdict
      if (outcome) writing.push(writeDown(delivery, outcome).catch(unwritten))
      if (result === 'opted-out')
        await remindersOf(db, delivery.userId).change({ phoneReminderEnabled: false }, now()).catch(unwritten)
      if (result === 'unreachable') unreachable[delivery.channel]++
      else if (result !== 'postponed') unreachable[delivery.channel] = 0
      return verdict
    },
    /** Resolves once the ledger knows what became of all that was sent. */
    async written() {
      hurry()
      await Promise.all(writing.splice(0))
    },
  }

  function withoutSending(delivery: Delivery): Verdict | undefined {
    const { id, lease, attempts, channel } = delivery
    const row = { id, lease, isMarked: false, attempts }
    if (stop.stopping.aborted)
      return { result: 'released', outcome: { ...row, status: 'pending', nextAttemptAt: now() } }
    const lastError = delivery.isWanted
      ? unsendableReason(ctx, channel, delivery)?.message
      : 'Reminders were turned off before it went out'
    if (lastError) return { result: 'skipped', outcome: { ...row, status: 'skipped', lastError } }
    if (localDay(now(), delivery.timezone) > delivery.localDate) {
      const lastError = 'It could not be sent before that day was over'
      return { result: 'too late', outcome: { ...row, status: 'failed', lastError } }
    }
    if (unreachable[channel] < enoughUnreachable) return undefined
    const nextAttemptAt = new Date(now().getTime() + postponedMs)
    return { result: 'postponed', outcome: { ...row, status: 'pending', nextAttemptAt } }
  }

  async function writeDown({ userId, channel }: Delivery, outcome: Outcome) {
    await write(outcome)
    // What became of the text may have been reported already.
    if (channel === 'sms' && outcome.providerId)
      await settleText(db, { userId, sid: outcome.providerId }, now())
  }

  /** The lease will tell: what was handed over becomes unknown, the rest is sent by whoever comes next. */
  function unwritten(error: unknown) {
    log.error({ err: error }, 'Reminder outcome could not be stored')
  }
}

/** What happened outside must not be forgotten because the database was away for a moment. */
async function persistently(work: () => Promise<void>, tries = 3): Promise<void> {
  for (let left = tries; ; left--) {
    try {
      return await work()
    } catch (error) {
      if (left <= 1) throw error
      await setTimeout(500)
    }
  }
}
