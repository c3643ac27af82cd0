import type { PushMessage } from '@shared/push-message'
import { dayEnd } from '@shared/instants'
import type { AppContext } from '../../context'
import { withRetries } from '../../db/with-retries'
import { AppError } from '../../http/errors'
import type { Push } from '../../senders/push'
import { ProviderError } from '../../senders/provider-error'
import { pushDevicesOf } from './push-devices-repository'
import type { Recipient } from './reminders-repository'

/** `busy`: the failure of another of the user's devices, which is tried again. */
export type Sent = { id?: string; busy?: ProviderError }

/** The day of a reminder, and since when there is a delivery for it. */
export type Reminder = { localDate: string; begunAt: Date }

/** The message is worth showing until the end of `today`. A test is no `reminder`. */
type Notification = { message: PushMessage; today: string; reminder?: Reminder }

/**
 * Sends `message` to each device of the user that has not had the reminder. Rejects if none takes it; else resolves with one
 * that did, and with the failure of one to try again.
 */
export async function notifyDevices(
  { db, now, log }: Pick<AppContext, 'db' | 'now' | 'log'>,
  push: Push,
  { userId, timezone }: Recipient,
  { message, today, reminder }: Notification,
): Promise<Sent> {
  const devices = pushDevicesOf(db, userId)
  const all = await devices.subscriptions(reminder?.begunAt)
  if (!all.length) throw new AppError(400, 'No device gets notifications')
  const waiting = all.filter(({ remindedOn }) => !reminder || remindedOn !== reminder.localDate)
  const secondsLeft = Math.ceil((dayEnd(today, timezone).getTime() - now().getTime()) / 1_000)

  const notify = async ({ id, endpoint, p256dh, auth }: (typeof all)[number]) => {
    try {
      await push.send({ endpoint, keys: { p256dh, auth } }, message, Math.max(secondsLeft, 60))
      return { id, result: 'sent' } as const
    } catch (error) {
      if (!(error instanceof ProviderError)) log.error({ err: error }, 'Notification could not be encrypted')
      const failure = error instanceof ProviderError ? error : notEncrypted
      log.warn({ device: id, result: failure.kind, code: failure.code }, failure.message)
      return { id, result: failure.kind, failure }
    }
  }
  const outcomes = await Promise.all(waiting.map(notify))
  const failed = (kind: ProviderError['kind']) => outcomes.find(({ result }) => result === kind)?.failure
  const settle = () => devices.settle(outcomes, now(), reminder?.localDate ?? null)
  // Otherwise the next try would send to all of them again.
  await withRetries(settle).catch(() => {
    throw notStored
  })

  const busy = failed('transient')
  const taken = outcomes.find(({ result }) => result === 'sent')
  if (taken) return { id: taken.id, busy }
  const isAnyReminded = waiting.length < all.length
  throw (
    busy ?? failed('unknown') ?? (isAnyReminded ? maybeShown : (failed('permanent') ?? failed('opted-out')))
  )
}

const notEncrypted = new ProviderError('permanent', 'internal', 'Something went wrong on our side')
const maybeShown = new ProviderError('unknown', 'lost', 'The push service gave no answer')
const notStored = new ProviderError('unknown', 'internal', 'Something went wrong on our side')
