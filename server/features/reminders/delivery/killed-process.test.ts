import type { SQL } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createUser } from '../../../test/factories'
import { at, createRemindersApp, due } from '../../../test/reminders-app'
import { sendDueNotifications, sendDueReminders } from './deliver'
import { createDue } from './ledger'

const reminders = await createRemindersApp()
const { smtp, pushService, mailer, logged, clock, ctx, db, tick, createPushUser, deliveryOf } = reminders

/** Suspends an instance when its row is `sending` and nothing has left; resumes it when the result is called. */
async function fallAsleep(user: { id: string }) {
  let wake = () => {}
  const asleep = new Promise<void>((resolve) => (wake = resolve))
  const send = async (...args: Parameters<typeof mailer.send>) => (await asleep, mailer.send(...args))
  const done = sendDueReminders({ ...ctx, mailer: { ...mailer, send } })
  await expect.poll(async () => (await deliveryOf(user))?.status).toBe('sending')
  return async () => {
    wake()
    await done
  }
}

/** An instance that calls `before` with each statement of the ledger and of the message, which it can make fail or wait. */
const watched = (before: (statement: string) => void | Promise<void>) => ({
  ...ctx,
  db: Object.create(ctx.db, {
    execute: {
      value: async (query: SQL) => {
        const statement = ctx.db.execute(query)
        await before(statement.getQuery().sql)
        return statement
      },
    },
  }) as typeof ctx.db,
})

test('a reminder that was not yet marked as sending when its process died is sent by another one', async () => {
  const user = await createUser(db, due)
  await createDue(db, clock.now, 500)
  expect(await deliveryOf(user)).toMatchObject({ status: 'pending', attempts: 0 })
  await tick('19:01')
  expect(smtp.count(user.email!)).toBe(1)
})

test('a mail whose process died while sending is unknown when the lease is over, and not sent again', async () => {
  const user = await createUser(db, due)
  const asked = smtp.neverAnswer()
  void sendDueReminders(ctx)
  await asked
  expect(await deliveryOf(user)).toMatchObject({ status: 'sending', attempts: 1, leaseUntil: at('19:02') })
  smtp.onMessage = async () => undefined
  await tick('19:01')
  expect(await deliveryOf(user)).toMatchObject({ status: 'sending' })
  await tick('19:02')
  expect(await deliveryOf(user)).toMatchObject({ status: 'unknown' })
  expect(logged.text()).toContain('interrupted while sending')
  await tick('20:00')
  expect(smtp.received).toEqual([])
})

test('a process that slept through its lease sends its mail, nobody else does, and it ends as sent', async () => {
  const user = await createUser(db, due)
  const wakeUp = await fallAsleep(user)
  for (const time of ['19:02', '19:10']) await tick(time)
  expect(await deliveryOf(user)).toMatchObject({ status: 'unknown' })
  expect(smtp.received).toEqual([])
  await wakeUp()
  await tick('19:20')
  expect(smtp.count(user.email!)).toBe(1)
  expect(await deliveryOf(user)).toMatchObject({ status: 'sent', attempts: 1 })
})

test('a process that slept through its lease tries again what the mail server refuses for now', async () => {
  const user = await createUser(db, due)
  const wakeUp = await fallAsleep(user)
  await tick('19:02')
  smtp.onEnvelope = () => '451 later'
  await wakeUp()
  expect(await deliveryOf(user)).toMatchObject({ status: 'pending', nextAttemptAt: at('19:03') })
  smtp.onEnvelope = () => undefined
  await tick('19:03')
  expect(smtp.count(user.email!)).toBe(1)
})

test('the outcome of a send is not lost when the database is away for a moment', async () => {
  const user = await createUser(db, due)
  let failures = 0
  const instance = watched((statement) => {
    if (statement.includes('last_reminder_sent') && failures++ < 2)
      throw new Error('The connection is closed')
  })
  await sendDueReminders(instance)
  expect(failures).toBe(3)
  expect(await deliveryOf(user)).toMatchObject({ status: 'sent', attempts: 1 })
})

test('a mail that cannot be written for now, because the database is away, is tried again', async () => {
  const user = await createUser(db, due)
  const instance = watched((statement) => {
    if (statement.includes('journal_runs')) throw new Error('The connection is closed')
  })
  await sendDueReminders(instance)
  expect(await deliveryOf(user)).toMatchObject({ status: 'pending', nextAttemptAt: at('19:01') })
  await tick('19:01')
  expect(smtp.count(user.email!)).toBe(1)
})

test('a stopping instance hands back at once what it has marked and not sent', async () => {
  const user = await createUser(db, due)
  const stopping = new AbortController()
  const instance = watched((statement) => {
    if (statement.includes('journal_runs')) stopping.abort()
  })
  await sendDueReminders(instance, stopping.signal)
  expect(smtp.received).toEqual([])
  expect(await deliveryOf(user)).toMatchObject({ status: 'pending', attempts: 0, leaseUntil: null })
  await tick()
  expect(smtp.count(user.email!)).toBe(1)
})

test('a send that never ends is unknown after a minute, and does not hold up the next ones', async () => {
  const user = await createUser(db, due)
  onTestFinished(() => void vi.useRealTimers())
  const instance = watched((statement) => {
    if (statement.includes('journal_runs')) vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  const send = vi.fn<typeof mailer.send>(() => new Promise(() => {}))
  const done = sendDueReminders({ ...instance, mailer: { ...mailer, send } })
  await expect.poll(() => send).toHaveBeenCalled()
  vi.advanceTimersByTime(60_000)
  vi.useRealTimers()
  await done
  expect(await deliveryOf(user)).toMatchObject({ status: 'unknown', leaseUntil: null })
  const other = await createUser(db, due)
  await tick()
  expect(smtp.count(other.email!)).toBe(1)
})

const ofDevices = 'update push_devices'
const ofRow = 'last_reminder_sent'

test.each([ofDevices, ofRow])(
  'no device is told twice though a process died before its statement %s',
  async (last) => {
    const [told, busy] = [pushService.subscription(), pushService.subscription(503)]
    const user = await createPushUser([told, busy])
    const died = new Promise<void>((resolve) => {
      const instance = watched((statement) => {
        if (!statement.includes(last)) return undefined
        resolve()
        return new Promise(() => {})
      })
      // It is given up after a minute, and the database may be gone by then.
      sendDueReminders(ctx)
        .then(() => sendDueNotifications(instance))
        .catch(() => {})
    })
    await died
    busy.fault = undefined
    for (const time of ['19:01', '19:02', '19:10']) await tick(time)
    expect(await deliveryOf(user)).toMatchObject({ status: 'unknown' })
    expect([told, busy].map(pushService.count)).toEqual([1, 0])
  },
)

test.each([
  [2, { status: 'pending', attempts: 1 }, 1],
  [3, { status: 'unknown', attempts: 1 }, 0],
])(
  'when the outcome of the devices could not be stored %i times, none is told twice',
  async (times, row, later) => {
    const [told, busy] = [pushService.subscription(), pushService.subscription(503)]
    const user = await createPushUser([told, busy])
    let failures = 0
    const instance = watched((statement) => {
      if (statement.includes(ofDevices) && failures++ < times) throw new Error('The connection is closed')
    })
    await sendDueReminders(ctx)
    await sendDueNotifications(instance)
    expect(await deliveryOf(user)).toMatchObject(row)
    busy.fault = undefined
    await tick('19:01')
    expect([told, busy].map(pushService.count)).toEqual([1, later])
  },
)
