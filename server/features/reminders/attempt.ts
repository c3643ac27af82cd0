import type { StopSignals } from '../../clock'
import type { AppContext } from '../../context'
import { ProviderError } from '../../senders/provider-error'
import type { Delivery, Outcome } from './deliveries-repository'
import { sendReminder, type JournalStatus } from './reminder-message'
import { retryAt } from './retry'

/**
 * `sent`, `skipped`, `lost` (its lease was over), `released` (we stop), `postponed`, or the kind of failure; `outcome` is
 * what the ledger has to know of it.
 */
export type Verdict = { result: string; code?: string; outcome?: Outcome }

/** That the ledger says `sending`: until when that holds, and how to note on this machine that the message leaves. */
export type Mark = { lease: string; note(): void }

/** For a send from its first step on; shorter than the lease, longer than what a provider may take. */
const sendWithinMs = 60_000

/**
 * Sends one reminder. `begin` marks it in the ledger as handed over now, and answers with nothing if it is not ours any
 * more.
 */
export async function attempt(
  ctx: AppContext,
  delivery: Delivery,
  today: JournalStatus,
  begin: (delivery: Delivery) => Promise<Mark | undefined>,
  { stopping, givingUp }: StopSignals,
): Promise<Verdict> {
  const { id, channel, localDate, timezone } = delivery
  // Nothing yet; the ledger says `sending`; it says that another process has it; the provider may have the message.
  let stage: 'held' | 'marked' | 'lost' | 'gone' = 'held'
  let marking: Promise<void> | undefined
  let marked: Mark | undefined
  let leaveBefore = new Date(0)
  let isDecided = false
  const limit = timeLimit(sendWithinMs, givingUp)

  async function mark() {
    if (stage !== 'held') throw new Error('A reminder is handed over once')
    if (stopping.aborted || limit.isReached()) throw new Error('There is no time left to hand it over')
    leaveBefore = new Date(ctx.now().getTime() + sendWithinMs)
    marked = await begin(delivery)
    stage = marked ? 'marked' : 'lost'
    if (!marked) throw new Error('Another process has taken it over')
    if (isDecided || limit.isReached()) throw new Error('There is no time left to hand it over')
  }
  const handOver = () => (marking = mark())

  function leave() {
    if (stage !== 'marked' || isDecided) throw new Error('It is not to leave any more')
    marked?.note()
    // After the note: a process that slept in between finds here that others may read by now that it did not leave.
    if (limit.isReached() || ctx.now() >= leaveBefore)
      throw new Error('There is no time left to hand it over')
    stage = 'gone'
  }
  const attempts = delivery.attempts + 1
  const row = () =>
    marked ? { id, lease: marked.lease, isMarked: true } : { id, lease: delivery.lease, isMarked: false }

  try {
    const sending = sendReminder(ctx, channel, delivery, today, localDate, { handOver, leave })
    const { id: providerId } = await Promise.race([sending, limit.reached])
    return { result: 'sent', outcome: { ...row(), status: 'sent', attempts, providerId } }
  } catch (error) {
    // From here on nothing leaves, whatever a sender still tries.
    isDecided = true
    await marking?.catch(() => {})
    return fate(stage, error)
  } finally {
    limit.clear()
  }

  function fate(reached: typeof stage, error: unknown): Verdict {
    if (reached === 'lost') return { result: 'lost' }
    if (reached !== 'gone' && stopping.aborted) {
      const outcome = {
        ...row(),
        status: 'pending',
        attempts: attempts - 1,
        nextAttemptAt: ctx.now(),
      } as const
      return { result: 'released', outcome }
    }
    const { kind, code, message } =
      error instanceof ProviderError ? error : outOfTime(channel, reached === 'gone')
    const isForNow = kind === 'transient' || kind === 'unreachable'
    const nextAttemptAt = isForNow ? retryAt({ attempts, localDate, timezone }, ctx.now()) : undefined
    const status = nextAttemptAt ? 'pending' : kind === 'unknown' ? 'unknown' : 'failed'
    return { result: kind, code, outcome: { ...row(), status, attempts, nextAttemptAt, lastError: message } }
  }
}

const providers = { email: 'mail server', sms: 'text message provider' }

const outOfTime = (channel: Delivery['channel'], isGone: boolean) =>
  isGone
    ? new ProviderError('unknown', 'timeout', 'No answer came in time after it was handed over')
    : new ProviderError('transient', 'timeout', `The ${providers[channel]} did not accept it in time`)

/** `reached` rejects after `ms` or when `givingUp` says so. */
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
