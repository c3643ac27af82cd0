import { setMaxListeners } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { reminderChannels, type ReminderChannel } from '@shared/reminders'
import { localDay } from '@shared/timezones'
import type { StopSignals } from '../../../clock'
import type { AppContext } from '../../../context'
import { ProviderError } from '../../../senders/provider-error'
import { reminderOn } from '../next-reminder'
import { type JournalOn, journalsOn, sendReminder, whyUnsendable } from '../reminder-message'
import { remindersOf } from '../reminders-repository'
import * as ledger from './ledger'
import { retryAt } from './retry'

const usersAtOnce = 500
/** Of each channel, so that the providers need not wait for the database between two batches. */
const batchesAtOnce = 2
/**
 * A kill leaves at most two such batches `unknown`. Together they are twice as many mails as connections to the mail server,
 * so that no connection is idle.
 */
const batchSize = { email: 10, sms: 5 }
/** Shorter than the lease, longer than the time limits of the providers. */
const sendWithinMs = 60_000

/** Counted as late in the metrics if it is sent later than this after its time. */
const lateMs = 5 * 60_000

/** An outcome for the ledger; `result` and `code` are for the log. */
type Attempt = ledger.Outcome & { userId: string; channel: ReminderChannel; result: string; code?: string }

const never: StopSignals = { stopping: new AbortController().signal, givingUp: new AbortController().signal }

/** Sends every reminder that is due. Any number of processes may do so at the same time, and any may be killed. */
export async function sendDueReminders(ctx: AppContext, stop = never): Promise<void> {
  const { db, now, log, metrics } = ctx
  // Every send in progress adds one.
  setMaxListeners(0, stop.givingUp)
  const interrupted = await ledger.giveUpInterrupted(db, now())
  if (interrupted) log.warn({ count: interrupted }, 'Reminder deliveries were interrupted while sending')
  try {
    while (!stop.stopping.aborted) {
      const due = await ledger.createDue(db, now(), usersAtOnce)
      metrics.remindersDue.inc(due)
      if (due < usersAtOnce) break
    }
  } finally {
    // What is in the ledger is sent even if nothing could be added to it.
    const attempts: Attempt[] = []
    const sending = reminderChannels.flatMap((channel) => {
      const outage = new AbortController()
      return Array.from({ length: batchesAtOnce }, () => sendPending(ctx, channel, stop, outage, attempts))
    })
    await Promise.allSettled(sending)
    logResults(ctx, attempts)
    await Promise.all(sending)
  }
}

/**
 * Claims, sends and settles until nothing is left, the server stops, or nothing of a batch gets through: then `outage` ends
 * the other batches of the channel too.
 */
async function sendPending(
  ctx: AppContext,
  channel: ReminderChannel,
  stop: StopSignals,
  outage: AbortController,
  settled: Attempt[],
): Promise<void> {
  const { db, now } = ctx
  while (!stop.stopping.aborted && !outage.signal.aborted) {
    const claimed = await ledger.claim(db, channel, now(), batchSize[channel])
    if (!claimed.length) break
    const days = claimed.map(({ userId, localDate: today }) => ({ userId, today }))
    const journals = journalsOn(db, days)
    // Avoid an unhandled rejection: whoever needs it awaits it.
    journals.catch(() => {})
    const attempts = await Promise.all(claimed.map((delivery) => attempt(ctx, delivery, journals, stop)))
    await withRetries(() => ledger.settle(db, attempts, now()))
    for (const { userId, result, status, providerId } of attempts) {
      ctx.metrics.deliveries.inc({ channel, status })
      // The provider may have reported on the text before its id was stored.
      if (channel === 'sms' && providerId) await ledger.settleText(db, userId, providerId, now())
      if (result === 'opted-out') await remindersOf(db, userId).turnTextsOff(now())
    }
    settled.push(...attempts)
    if (attempts.every(({ result }) => ['unreachable', 'unknown'].includes(result))) outage.abort()
  }
}

async function attempt(
  ctx: AppContext,
  delivery: ledger.Delivery,
  journals: Promise<JournalOn>,
  stop: StopSignals,
): Promise<Attempt> {
  const { id, lease, userId, channel, localDate: today, timezone, attempts, isWanted } = delivery
  const row = { id, lease, userId, channel, attempts }
  const unsent = { ...row, attempts: attempts - 1 }

  if (stop.stopping.aborted)
    return { ...unsent, result: 'released', status: 'pending', nextAttemptAt: ctx.now() }
  const reason = isWanted ? whyUnsendable(ctx, channel, delivery)?.message : turnedOff
  if (reason) return { ...unsent, result: 'skipped', status: 'skipped', lastError: reason }
  if (localDay(ctx.now(), timezone) > today)
    return { ...unsent, result: 'too late', status: 'failed', lastError: dayIsOver }

  try {
    const journalOn = await journals
    const isLate = ctx.now().getTime() - reminderOn(delivery, today).getTime() > lateMs
    const sending = sendReminder(ctx, channel, delivery, journalOn({ userId, today }), today)
    const { id: providerId } = await withinLimit(sending, stop.givingUp)
    if (isLate) ctx.metrics.remindersLate.inc({ channel })
    return { ...row, result: 'sent', status: 'sent', providerId }
  } catch (error) {
    // A sender rejects with a ProviderError. Anything else went wrong before the message was handed over.
    if (!(error instanceof ProviderError)) ctx.log.error({ err: error }, 'Reminder could not be written')
    const { kind, code, message } = error instanceof ProviderError ? error : notWritten
    const isForNow = kind === 'transient' || kind === 'unreachable'
    const nextAttemptAt = isForNow ? retryAt(delivery, ctx.now()) : undefined
    const status = nextAttemptAt ? 'pending' : kind === 'unknown' ? 'unknown' : 'failed'
    return { ...row, result: kind, code, status, nextAttemptAt, lastError: message }
  }
}

const turnedOff = 'Reminders were turned off before it went out'
const dayIsOver = "It couldn't be sent before the end of that day"
const noAnswer = new ProviderError(
  'unknown',
  'timeout',
  'The answer did not come in time, so it may have been sent',
)
const notWritten = new ProviderError('transient', 'internal', 'Something went wrong on our side')

/** What `sending` resolves with. Rejects if that takes too long, or when the server no longer waits for it. */
function withinLimit<T>(sending: Promise<T>, givingUp: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(noAnswer)
    const timer = setTimeout(giveUp, sendWithinMs)
    givingUp.addEventListener('abort', giveUp)
    void sending.then(resolve, reject).finally(() => {
      clearTimeout(timer)
      givingUp.removeEventListener('abort', giveUp)
    })
  })
}

/** A short outage of the database must not lose the outcome of a send. */
async function withRetries(work: () => Promise<void>, tries = 3): Promise<void> {
  for (let left = tries - 1; ; left--)
    try {
      return await work()
    } catch (error) {
      if (!left) throw error
      await wait(500)
    }
}

function logResults({ log }: AppContext, attempts: Attempt[]) {
  const counts = new Map<string, { channel: ReminderChannel; result: string; code?: string; count: number }>()
  for (const { channel, result, code } of attempts) {
    const key = `${channel} ${result} ${code}`
    counts.set(key, { channel, result, code, count: (counts.get(key)?.count ?? 0) + 1 })
  }
  for (const counted of counts.values())
    log[counted.result === 'sent' ? 'info' : 'warn'](counted, 'Reminder deliveries')
}
