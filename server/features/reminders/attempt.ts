import type { StopSignals } from '../../clock'
import type { AppContext } from '../../context'
import { ProviderError } from '../../senders/provider-error'
import type { Delivery, Outcome } from './deliveries-repository'
import { sendReminder, type JournalStatus } from './reminder-message'
import { retryAt } from './retry'

/**
 * `result` is `sent`, `skipped`, `lost` (another process has taken the row over), `released` (the server is stopping),
 * `postponed`, `too late`, or the kind of failure. `outcome` is what to store in the ledger, if anything.
 */
export type AttemptResult = { result: string; code?: string; outcome?: Outcome }

/** The lease of a row that is `sending`. `note` writes to the log on this machine that the message leaves. */
export type SendingLease = { lease: string; note(): void }

/** Time limit of a whole send; shorter than the lease, longer than the time limits of the providers. */
const sendWithinMs = 60_000

/**
 * Sends one reminder. `begin` sets its row to `sending` and resolves with the lease, or with undefined if another process
 * has taken the row over.
 */
export async function attempt(
  ctx: AppContext,
  delivery: Delivery,
  today: JournalStatus,
  begin: (delivery: Delivery) => Promise<SendingLease | undefined>,
  { stopping, givingUp }: StopSignals,
): Promise<AttemptResult> {
  const { id, channel, localDate, timezone } = delivery
  // Claimed, nothing sent; the row is `sending`; another process has the row; the provider may have the message.
  let stage: 'claimed' | 'sending' | 'lost' | 'left' = 'claimed'
  let handingOver: Promise<void> | undefined
  let sendingLease: SendingLease | undefined
  let leaveBefore = new Date(0)
  let isDecided = false
  const limit = timeLimit(sendWithinMs, givingUp)

  async function beginSending() {
    if (stage !== 'claimed') throw new Error('A reminder is sent only once')
    if (stopping.aborted || limit.isReached()) throw new Error('There is no time left to send it')
    leaveBefore = new Date(ctx.now().getTime() + sendWithinMs)
    sendingLease = await begin(delivery)
    stage = sendingLease ? 'sending' : 'lost'
    if (!sendingLease) throw new Error('Another process is already sending it')
    if (isDecided || limit.isReached()) throw new Error('There is no time left to send it')
  }
  const handOver = () => (handingOver = beginSending())

  function leave() {
    if (stage !== 'sending' || isDecided) throw new Error('It can no longer be sent')
    sendingLease?.note()
    // Checked after the note: if this process was suspended before it, another one may have read the log without it.
    if (limit.isReached() || ctx.now() >= leaveBefore) throw new Error('There is no time left to send it')
    stage = 'left'
  }
  const attempts = delivery.attempts + 1
  const row = () => ({ id, lease: (sendingLease ?? delivery).lease, isSending: sendingLease !== undefined })

  try {
    const sending = sendReminder(ctx, channel, delivery, today, localDate, { handOver, leave })
    const { id: providerId } = await Promise.race([sending, limit.reached])
    return { result: 'sent', outcome: { ...row(), status: 'sent', attempts, providerId } }
  } catch (error) {
    // Nothing may leave from here on, even if the sender is still trying.
    isDecided = true
    await handingOver?.catch(() => {})
    return resultOf(stage, error)
  } finally {
    limit.clear()
  }

  function resultOf(reached: typeof stage, error: unknown): AttemptResult {
    if (reached === 'lost') return { result: 'lost' }
    if (reached !== 'left' && stopping.aborted) {
      const outcome = {
        ...row(),
        status: 'pending',
        attempts: attempts - 1,
        nextAttemptAt: ctx.now(),
      } as const
      return { result: 'released', outcome }
    }
    const { kind, code, message } =
      error instanceof ProviderError ? error : outOfTime(channel, reached === 'left')
    const isForNow = kind === 'transient' || kind === 'unreachable'
    const nextAttemptAt = isForNow ? retryAt({ attempts, localDate, timezone }, ctx.now()) : undefined
    const status = nextAttemptAt ? 'pending' : kind === 'unknown' ? 'unknown' : 'failed'
    return { result: kind, code, outcome: { ...row(), status, attempts, nextAttemptAt, lastError: message } }
  }
}

const providers = { email: 'mail server', sms: 'text message provider' }

const outOfTime = (channel: Delivery['channel'], hasLeft: boolean) =>
  hasLeft
    ? new ProviderError('unknown', 'timeout', 'The answer did not come in time, so it may have been sent')
    : new ProviderError('transient', 'timeout', `The ${providers[channel]} did not accept it in time`)

/** `reached` rejects after `ms` or when `givingUp` is aborted. */
function timeLimit(ms: number, givingUp: AbortSignal) {
  let isReached = givingUp.aborted
  let end = () => {}
  const reached = new Promise<never>((_resolve, reject) => {
    end = () => {
      isReached = true
      reject(new Error('Out of time'))
    }
  })
  const timer = setTimeout(end, ms)
  if (isReached) end()
  else givingUp.addEventListener('abort', end)
  const clear = () => {
    clearTimeout(timer)
    givingUp.removeEventListener('abort', end)
  }
  return { reached, isReached: () => isReached, clear }
}
