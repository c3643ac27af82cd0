import type { ReminderChannel } from '@shared/reminders'
import { localDay } from '@shared/timezones'
import { neverAborted } from '../../../clock'
import type { AppContext } from '../../../context'
import type { Db } from '../../../db/db'
import { withRetries } from '../../../db/with-retries'
import { AppError } from '../../../http/errors'
import { ProviderError } from '../../../senders/provider-error'
import { withinLimit } from '../../../senders/time-limit'
import { sendAccountMail } from '../../auth/account-mails'
import { updateReminder } from '../../messages/text-reports-repository'
import { reminderOn } from '../next-reminder'
import { type JournalOn, journalsOn, senderTo } from '../reminder-message'
import { notConfirmed, remindersOf } from '../reminders-repository'
import * as ledger from './ledger'
import { retryAt } from './retry'

const usersAtOnce = 500
/** Of each channel, so that the providers need not wait for the database between two batches. */
const batchesAtOnce = 2
/** A kill leaves at most two batches of a channel `unknown`. They keep all ten connections to the mail server busy. */
const batchSize = { email: 10, sms: 5 }
/** A kill leaves the notifications of at most so many people `unknown`. */
const notifiedAtOnce = 20
/** Shorter than the lease, longer than the time limits of the providers. */
const sendWithinMs = 60_000
/** Counted as late in the metrics if it is sent later than this after its time. */
const lateMs = 5 * 60_000

/** An outcome for the ledger; `result` and `code` are for the log. */
type Attempt = ledger.Outcome & { userId: string; result: string; code?: string }

/** `nextSlice` resolves when the current slice has been written, to whether another one follows. */
type Tick = {
  ctx: AppContext
  stopping: AbortSignal
  givingUp: AbortSignal
  onProgress?: () => void
  nextSlice: () => Promise<boolean>
}

/**
 * Sends every mail and text that is due, and leaves its notifications to `sendDueNotifications`. Any number of processes may
 * do so at the same time, and any may be killed.
 */
export async function sendDueReminders(
  ctx: AppContext,
  stopping = neverAborted,
  givingUp = neverAborted,
  onProgress?: () => void,
) {
  const { db, now, log } = ctx
  const interrupted = await ledger.giveUpInterrupted(db, now())
  if (interrupted) log.warn({ count: interrupted }, 'Reminder deliveries were interrupted while sending')
  await writeAndSend({ ctx, stopping, givingUp, onProgress }, (tick) =>
    (['email', 'sms'] as const).flatMap((channel) => {
      const outage = new AbortController()
      return Array.from({ length: batchesAtOnce }, () => sendPending(tick, channel, outage))
    }),
  )
}

/**
 * Sends the notifications that are due. It is a job of its own and waits for no batch: a push service can be as slow as
 * it likes, and one that fails says nothing about the others.
 */
export const sendDueNotifications = (ctx: AppContext, stopping = neverAborted, givingUp = neverAborted) =>
  writeAndSend({ ctx, stopping, givingUp }, (tick) => [sendPendingNotifications(tick)])

/**
 * The last slice of each instance. Its jobs write in turn: otherwise one would skip the rows that the other has locked,
 * and end without sending them.
 */
const lastSlice = new WeakMap<AppContext, Promise<boolean>>()

/** Writes what is due into the ledger, slice by slice, while `send` sends the slices that are written. */
async function writeAndSend(job: Omit<Tick, 'nextSlice'>, send: (tick: Tick) => Promise<void>[]) {
  const { ctx, stopping, onProgress } = job
  const write = async () => {
    if (stopping.aborted) return false
    const due = await ledger.createDue(ctx.db, ctx.now(), usersAtOnce)
    ctx.metrics.remindersDue.inc(due)
    if (due) onProgress?.()
    return due === usersAtOnce
  }
  const writeNext = () => {
    const slice = (lastSlice.get(ctx) ?? Promise.resolve()).catch(() => {}).then(write)
    lastSlice.set(ctx, slice)
    return slice
  }
  let slice = writeNext()
  const writeAll = async () => {
    while (await slice) slice = writeNext()
  }
  // What is in the ledger is sent even if nothing can be added to it.
  const work = [writeAll(), ...send({ ...job, nextSlice: () => slice.catch(() => false) })]
  // An error is thrown only after everything has ended.
  await Promise.allSettled(work)
  await Promise.all(work)
}

async function sendPendingNotifications(tick: Tick) {
  const { ctx, stopping, nextSlice } = tick
  const sending = new Set<Promise<Attempt[]>>()
  let isMoreToCome = true
  try {
    for (;;) {
      const free = stopping.aborted ? 0 : notifiedAtOnce - sending.size
      const claimed = free ? await ledger.claim(ctx.db, 'push', ctx.now(), free) : []
      const journals = claimed.length ? journalsOf(ctx.db, claimed) : undefined
      for (const delivery of claimed) {
        const sent = deliver(tick, 'push', [delivery], journals)
        sending.add(sent)
        // One that fails stays, so that the race below fails too.
        sent.then(
          () => sending.delete(sent),
          () => undefined,
        )
      }
      if (free && !claimed.length && isMoreToCome) isMoreToCome = await nextSlice()
      else if (!sending.size) return
      // One may have ended during the claim, and those still under way may all be slow: its place is filled at once.
      else if (!claimed.length || sending.size === notifiedAtOnce) await Promise.race(sending)
    }
  } finally {
    await Promise.allSettled(sending)
  }
}

/** Claims and delivers until nothing is left, the server stops, or nothing of a batch gets through: an outage. */
async function sendPending(
  tick: Tick,
  channel: keyof typeof batchSize,
  outage: AbortController,
): Promise<void> {
  const { ctx, stopping, nextSlice, onProgress } = tick
  let isMoreToCome = true
  while (!stopping.aborted && !outage.signal.aborted) {
    const claimed = await ledger.claim(ctx.db, channel, ctx.now(), batchSize[channel])
    if (claimed.length) {
      const attempts = await deliver(tick, channel, claimed)
      // Stops the other batches of the channel too.
      if (attempts.every(({ result }) => ['unreachable', 'unknown'].includes(result))) outage.abort()
      else onProgress?.()
    } else if (isMoreToCome) isMoreToCome = await nextSlice()
    else break
  }
}

/** If the journals cannot be read, each attempt fails and is tried again. */
const journalsOf = (db: Db, claimed: ledger.Delivery[]): Promise<JournalOn> =>
  journalsOn(
    db,
    claimed.map(({ userId, localDate: today }) => ({ userId, today })),
  ).catch((error: unknown) => () => {
    throw error
  })

/** Sends what is claimed, and settles it. */
async function deliver(
  tick: Tick,
  channel: ReminderChannel,
  claimed: ledger.Delivery[],
  journals = journalsOf(tick.ctx.db, claimed),
): Promise<Attempt[]> {
  const { db, now, log, metrics } = tick.ctx
  const journalOn = await journals
  const attempts = await Promise.all(
    claimed.map(async (delivery) => ifTaken(await attempt(tick, delivery, journalOn))),
  )
  for (const [n, { id, result, code, status, providerId }] of attempts.entries()) {
    // A reminder counts once, when a device has taken it. Later attempts for the other devices are not counted.
    if (!claimed[n]?.providerId) metrics.deliveries.inc({ channel, status: providerId ? 'sent' : status })
    const level = ['sent', 'skipped', 'released'].includes(result) ? 'info' : 'warn'
    log[level]({ delivery: id, channel, result, code }, 'Reminder delivery')
  }
  await withRetries(() => ledger.settle(db, attempts, now()))
  for (const [n, { userId, result, providerId, lastError }] of attempts.entries()) {
    // The provider may have reported on the text before its id was stored.
    if (channel === 'sms' && providerId) await updateReminder(db, userId, providerId, now())
    if (channel === 'sms' && result === 'opted-out') await remindersOf(db, userId).turnTextsOff(now())
    const delivery = claimed[n]
    if (delivery && lastError === notConfirmed) await mailIfTextsStopped(tick.ctx, delivery)
  }
  return attempts
}

/** Nobody else has claimed this delivery, so nobody else tells them. Never rejects, since others of the batch come after it. */
async function mailIfTextsStopped(ctx: AppContext, delivery: ledger.Delivery) {
  const { userId: id, localDate } = delivery
  try {
    if (await remindersOf(ctx.db, id).textsStoppedOn(localDate))
      void sendAccountMail(ctx, 'texts stopped', { ...delivery, id })
  } catch (error) {
    ctx.log.error({ err: error, userId: id }, 'The mail about stopped texts was not sent')
  }
}

/** A notification that one device has taken is sent, whatever becomes of the others. */
const ifTaken = (attempt: Attempt): Attempt =>
  attempt.providerId && attempt.status !== 'pending'
    ? { ...attempt, result: 'sent', status: 'sent', lastError: undefined }
    : attempt

async function attempt(
  { ctx, stopping, givingUp }: Tick,
  delivery: ledger.Delivery,
  journalOn: JournalOn,
): Promise<Attempt> {
  const { id, lease, userId, channel, localDate: today, attempts } = delivery
  const row = { id, lease, userId, attempts, providerId: delivery.providerId }
  const unsent = { ...row, attempts: attempts - 1 }
  if (stopping.aborted) return { ...unsent, result: 'released', status: 'pending', nextAttemptAt: ctx.now() }
  const skipped = { ...unsent, result: 'skipped', status: 'skipped' } as const
  if (!delivery.isWanted) return { ...skipped, lastError: turnedOff }
  const send = senderTo(ctx, channel, delivery)
  if (send instanceof AppError) return { ...skipped, lastError: send.message }
  if (localDay(ctx.now(), delivery.timezone) > today)
    return { ...unsent, result: 'too late', status: 'failed', lastError: dayIsOver }

  const failed = ({ kind, code, message }: ProviderError): Attempt => {
    const isForNow = kind === 'transient' || kind === 'unreachable'
    const nextAttemptAt = isForNow ? retryAt(delivery, ctx.now()) : undefined
    const status = nextAttemptAt ? 'pending' : kind === 'unknown' ? 'unknown' : 'failed'
    return { ...row, result: kind, code, status, nextAttemptAt, lastError: message }
  }

  try {
    const isLate = ctx.now().getTime() - reminderOn(delivery, today).getTime() > lateMs
    const journal = journalOn({ userId, today })
    const sending = () => send(journal, delivery)
    const { id: providerId, busy } = await withinLimit(sending, sendWithinMs, noAnswer, givingUp)
    if (isLate && !delivery.providerId) ctx.metrics.remindersLate.inc({ channel })
    const retry = busy && failed(busy)
    if (retry?.nextAttemptAt) return { ...retry, providerId }
    return { ...row, result: 'sent', status: 'sent', providerId }
  } catch (error) {
    if (error instanceof AppError) return { ...skipped, lastError: error.message }
    // A sender rejects with a ProviderError. Anything else went wrong before the message was handed over.
    if (!(error instanceof ProviderError)) ctx.log.error({ err: error }, 'Reminder could not be written')
    const failure = error instanceof ProviderError ? error : notWritten
    // The push services know none of the devices any more.
    if (channel === 'push' && failure.kind === 'opted-out') return { ...skipped, lastError: failure.message }
    return failed(failure)
  }
}

const turnedOff = 'Reminders were turned off before it went out'
const dayIsOver = "It couldn't be sent before the end of that day"
const maybeSent = 'The answer did not come in time, so it may have been sent'
const noAnswer = new ProviderError('unknown', 'timeout', maybeSent)
const notWritten = new ProviderError('transient', 'internal', 'Something went wrong on our side')
