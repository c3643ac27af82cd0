import type { PushMessage } from '@shared/push-message'
import { dayEnd } from '@shared/instants'
import { localDay } from '@shared/timezones'
import type { AppContext } from '../../context'
import { insisting } from '../../db/insisting'
import { AppError } from '../../http/errors'
import type { Push } from '../../senders/push'
import { ProviderError } from '../../senders/provider-error'
import { pushDevicesOf } from './push-devices-repository'
import type { Recipient } from './reminders-repository'

/** `today`: until its end the message is worth showing. `reminderOf`: the day whose reminder it is; a test has none. */
type Notification = { message: PushMessage; today: string; reminderOf?: string }

/**
 * Sends `message` to each device of the user that has not had the reminder. Resolves if a device has taken it, with what
 * keeps it from another one for now; rejects if none has.
 */
export async function notifyDevices(
  { db, now, log }: Pick<AppContext, 'db' | 'now' | 'log'>,
  push: Push,
  { userId, timezone }: Recipient,
  { message, today, reminderOf }: Notification,
): Promise<{ left?: ProviderError }> {
  const devices = pushDevicesOf(db, userId)
  const all = await devices.subscriptions()
  if (!all.length) throw new AppError(400, 'No device gets notifications')
  const hadIt = all.filter(({ remindedOn }) => reminderOf && remindedOn === reminderOf)
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
  const outcomes = await Promise.all(all.filter((device) => !hadIt.includes(device)).map(notify))
  const failed = (kind: ProviderError['kind']) => outcomes.find(({ result }) => result === kind)?.failure
  const settle = () => devices.settle(outcomes, now(), reminderOf ?? null)
  // Otherwise the next try would send to all of them again.
  await insisting(settle).catch(() => {
    throw notStored
  })

  const left = failed('transient')
  const tookBefore = hadIt.some(
    ({ lastSentAt }) => lastSentAt && localDay(lastSentAt, timezone) === reminderOf,
  )
  if (tookBefore || outcomes.some(({ result }) => result === 'sent')) return { left }
  throw (
    left ?? failed('unknown') ?? (hadIt.length ? maybeShown : (failed('permanent') ?? failed('opted-out')))
  )
}

const notEncrypted = new ProviderError('permanent', 'internal', 'Something went wrong on our side')
const maybeShown = new ProviderError('unknown', 'lost', 'The push service gave no answer')
const notStored = new ProviderError('unknown', 'internal', 'Something went wrong on our side')
