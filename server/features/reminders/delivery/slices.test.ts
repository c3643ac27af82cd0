import { setTimeout } from 'node:timers/promises'
import { beforeEach, expect, test, vi } from 'vitest'
import type { ReminderChannel } from '@shared/reminders'
import { pushDevices, reminderDeliveries, users } from '@shared/schema'
import type { Db } from '../../../db/db'
import type { Mail } from '../../../senders/mailer'
import { ProviderError } from '../../../senders/provider-error'
import { newPhoneNumber } from '../../../test/factories'
import { at, due } from '../../../test/reminders-app'
import { createTestApp } from '../../../test/test-app'
import { sendDueNotifications, sendDueReminders } from './deliver'
import { claim, createDue as createDeliveries } from './ledger'

const send = vi.fn<(mail: Mail) => Promise<{ id: string }>>()
const sendOther = () => send({} as Mail)
const { ctx, db } = await createTestApp({
  now: () => at('19:00'),
  mailer: { send, close: () => {} },
  sms: { send: sendOther },
  push: { send: async () => void (await sendOther()), publicKey: '', addressOf: (endpoint) => endpoint },
})
beforeEach(async () => {
  await db.delete(users)
  send.mockReset().mockResolvedValue({ id: '1' })
})

/** People who are due, and reminded by this channel alone. */
async function createDue(people: number, channel: ReminderChannel) {
  const person = () => ({
    ...due,
    dailyReminderEnabled: channel === 'email',
    phoneReminderEnabled: channel === 'sms',
    email: `${crypto.randomUUID()}@example.com`,
    phoneNumber: newPhoneNumber(),
  })
  const created = await db
    .insert(users)
    .values(Array.from({ length: people }, person))
    .returning()
  if (channel !== 'push') return
  const deviceOf = ({ id }: { id: string }) => ({
    userId: id,
    endpoint: `https://push.test/${id}`,
    p256dh: '',
    auth: '',
    sid: 'a session',
    lastSeenAt: at('12:00'),
    createdAt: at('12:00'),
  })
  await db.insert(pushDevices).values(created.map(deviceOf))
}

type Step = (slice: number) => unknown

/** An instance whose transactions, which write the slices, wait for `before` and `beforeCommit`. */
function writingSlices({ before, beforeCommit }: { before?: Step; beforeCommit?: Step }) {
  let slices = 0
  const transaction = async (write: (tx: Db) => Promise<unknown>) => {
    const slice = ++slices
    await before?.(slice)
    return db.transaction(async (tx) => {
      const written = await write(tx)
      await beforeCommit?.(slice)
      return written
    })
  }
  return { ...ctx, db: Object.create(db, { transaction: { value: transaction } }) as typeof db }
}

const statuses = async () => (await db.select().from(reminderDeliveries)).map(({ status }) => status)

/** A promise, and what resolves it. */
function signal() {
  let give = () => {}
  const given = new Promise<void>((resolve) => (give = resolve))
  return { given, give }
}

test.each([
  ['mail', 'email', sendDueReminders],
  ['text', 'sms', sendDueReminders],
  ['notification', 'push', sendDueNotifications],
] as const)(
  'with 501 people due the first %s goes out after the first slice, and the second slice does not wait for its answer',
  async (_message, channel, sendDue) => {
    await createDue(501, channel)
    const [first, last] = [signal(), signal()]
    send.mockImplementation(async () => {
      first.give()
      await last.given
      return { id: '1' }
    })
    const instance = writingSlices({
      before: (slice) => slice === 2 && first.given,
      beforeCommit: (slice) => slice === 2 && last.give(),
    })
    await sendDue(instance)
    expect(send).toHaveBeenCalledTimes(501)
    expect(await statuses()).toEqual(Array(501).fill('sent'))
  },
)

test('while one instance writes a slice, another one writes and sends the rest', async () => {
  await createDue(501, 'email')
  const [written, other] = [signal(), signal()]
  const slow = writingSlices({
    beforeCommit: async () => {
      written.give()
      await other.given
    },
  })
  const sending = sendDueReminders(slow)
  await written.given
  await sendDueReminders(ctx)
  expect(send).toHaveBeenCalledTimes(1)
  other.give()
  await sending
  expect(new Set(send.mock.calls.map(([{ to }]) => to.address)).size).toBe(501)
  expect(send).toHaveBeenCalledTimes(501)
})

test('a mail goes out in the same tick, even while the notification job is writing its slice', async () => {
  await createDue(1, 'email')
  const [written, release] = [signal(), signal()]
  const instance = writingSlices({
    beforeCommit: async (slice) => {
      if (slice > 1) return
      written.give()
      await release.given
    },
  })
  const notifying = sendDueNotifications(instance)
  await written.given
  const mailing = sendDueReminders(instance)
  // The tick would end here if it skipped locked rows.
  await Promise.race([mailing, setTimeout(300)])
  release.give()
  await Promise.all([notifying, mailing])
  expect(send).toHaveBeenCalledTimes(1)
})

test.each([
  ['mail', 'email', sendDueReminders],
  ['text', 'sms', sendDueReminders],
  ['notification', 'push', sendDueNotifications],
] as const)(
  'a %s that is in the ledger does not wait for the first slice',
  async (_message, channel, sendDue) => {
    await createDue(1, channel)
    await createDeliveries(db, at('19:00'), 500)
    const sent = signal()
    send.mockImplementation(async () => {
      sent.give()
      return { id: '1' }
    })
    await sendDue(writingSlices({ before: () => sent.given }))
    expect(await statuses()).toEqual(['sent'])
  },
)

test('no job begins a slice after a stop, although it was waiting for its turn', async () => {
  await createDue(501, 'email')
  const [begun, release] = [signal(), signal()]
  const before = vi.fn<Step>(async () => {
    begun.give()
    await release.given
  })
  const instance = writingSlices({ before })
  const stop = new AbortController()
  const jobs = [sendDueReminders(instance, stop.signal), sendDueNotifications(instance, stop.signal)]
  await begun.given
  stop.abort()
  release.give()
  await Promise.all(jobs)
  expect(before).toHaveBeenCalledTimes(1)
})

test('no plan of PostgreSQL claims more than the limit', async () => {
  await createDue(60, 'push')
  await createDeliveries(db, at('19:00'), 500)
  await db.transaction(async (tx) => {
    for (const plan of ['hashjoin', 'mergejoin', 'hashagg', 'sort', 'material'])
      await tx.execute(`set local enable_${plan} = off`)
    expect(await claim(tx, 'push', at('19:00'), 20)).toHaveLength(20)
  })
})

test('a tick reports progress for each slice and each batch, and not when nothing gets through', async () => {
  await createDue(20, 'email')
  const onProgress = vi.fn<() => void>()
  await sendDueReminders(ctx, undefined, undefined, onProgress)
  expect(onProgress).toHaveBeenCalledTimes(3)

  await db.delete(users)
  await createDue(10, 'email')
  send.mockRejectedValue(new ProviderError('unreachable', 'lost', 'Not reached'))
  await sendDueReminders(ctx, undefined, undefined, onProgress.mockClear())
  // Only for the slice.
  expect(onProgress).toHaveBeenCalledTimes(1)

  const away = writingSlices({ before: () => Promise.reject(new Error('The database is away')) })
  await expect(sendDueReminders(away, undefined, undefined, onProgress.mockClear())).rejects.toThrow('away')
  expect(onProgress).not.toHaveBeenCalled()
})
