import { and, eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { pushDevices, reminderDeliveries } from '@shared/schema'
import { createEntry, createUser } from '../../../test/factories'
import type { User } from '../../../test/people'
import { createPush } from '../../../senders/push'
import type { Subscription } from '../../../test/push-service'
import { at, createRemindersApp, due } from '../../../test/reminders-app'
import { testVapid } from '../../../test/test-settings'
import { signIn } from '../../../test/test-app'
import { sendDueNotifications, sendDueReminders } from './deliver'

const reminders = await createRemindersApp()
const {
  pushService,
  smtp,
  clock,
  logged,
  app,
  ctx,
  db,
  tick,
  createPushUser,
  deliveryOf,
  devicesOf,
  userNow,
} = reminders
const { subscription, count } = pushService

test('a due reminder goes once to each device, though mails and texts are off', async () => {
  const devices = [subscription(), subscription()]
  const user = await createPushUser(devices)
  for (const time of ['18:59', '19:00', '19:00', '19:01']) await tick(time)
  expect(devices.map(count)).toEqual([1, 1])
  expect(smtp.received).toEqual([])
  expect(await deliveryOf(user)).toMatchObject({
    channel: 'push',
    status: 'sent',
    attempts: 1,
    lastError: null,
  })
  expect(await userNow(user)).toMatchObject({
    lastReminderSent: '2026-11-21',
    nextReminderAt: new Date('2026-11-22T19:00:00Z'),
  })
  for (const device of await devicesOf(user))
    expect(device).toMatchObject({ remindedOn: '2026-11-21', lastSentAt: at('19:00') })
  expect(pushService.refused).toEqual([])
  await tick(new Date('2026-11-22T19:00:00Z'))
  expect(devices.map(count)).toEqual([2, 2])
})

test('what is sent: who signs, how long it is kept, and words that hold nothing of the journal', async () => {
  const [did, wrote] = [subscription(), subscription()]
  const zone = { timezone: 'Asia/Kolkata', reminderTime: '07:30' }
  const overrides = { ...zone, nextReminderAt: at('02:00') }
  await createPushUser([did], { ...overrides, firstName: null })
  const writer = await createPushUser([wrote], overrides)
  await createEntry(db, writer.id, { entryDate: '2026-11-21', wins: 'A secret' })
  await tick('02:00')
  const messages = [did, wrote].map(({ endpoint }) =>
    pushService.received.find((each) => each.endpoint === endpoint)!,
  )
  const notification = {
    title: 'Time for your journal',
    body: 'How was your day?',
    navigate: 'https://lisa.test/api/write',
    tag: 'reminder',
    lang: 'en',
    silent: false,
  }
  expect(messages.map(({ message }) => message)).toEqual([
    { web_push: 8030, notification },
    {
      web_push: 8030,
      notification: { ...notification, title: "You've written today", body: 'Well done, Ana!' },
    },
  ])
  // Until midnight in India.
  for (const message of messages)
    expect(message).toMatchObject({
      ttl: 16.5 * 3600,
      urgency: 'normal',
      topic: 'reminder',
      key: testVapid.publicKey,
    })
})

test('the message is kept for a minute at least, and names the review of what ends', async () => {
  const device = subscription()
  const { id } = await createPushUser([device], {
    nextReminderAt: new Date('2026-11-30T23:59:30Z'),
    reminderTime: '23:59',
  })
  await createEntry(db, id, { entryDate: '2026-11-03' })
  await tick(new Date('2026-11-30T23:59:30Z'))
  expect(pushService.received).toMatchObject([
    {
      ttl: 60,
      message: { notification: { body: 'How was your day, Ana? Look back at your month tonight.' } },
    },
  ])
})

test.each([404, 410])(
  'a device that the push service answers %i for is removed, and others get theirs',
  async (gone) => {
    const [left, other] = [subscription(gone), subscription()]
    const user = await createPushUser([left, other])
    const alone = await createPushUser([subscription(gone)])
    await tick()
    expect(count(other)).toBe(1)
    expect(await devicesOf(user)).toMatchObject([{ endpoint: other.endpoint }])
    expect(await deliveryOf(user)).toMatchObject({ status: 'sent' })
    expect(await deliveryOf(alone)).toMatchObject({
      status: 'skipped',
      lastError: 'This device no longer takes notifications',
    })
    await tick(new Date('2026-11-22T19:00:00Z'))
    expect(await userNow(alone)).toMatchObject({ nextReminderAt: null, lastReminderSent: null })
    expect(await deliveryOf(alone)).toMatchObject({ localDate: '2026-11-21' })
  },
)

test.each([429, 500, 503])(
  'after %i a device is tried again, and those that had the reminder are not',
  async (status) => {
    const [busy, ready, lost] = [subscription(status), subscription(), subscription('cut')]
    const user = await createPushUser([busy, ready, lost])
    await tick()
    expect(await deliveryOf(user)).toMatchObject({
      status: 'pending',
      attempts: 1,
      nextAttemptAt: at('19:01'),
      lastError: `The push service is busy (${status})`,
    })
    busy.fault = undefined
    await tick('19:01')
    expect([busy, ready, lost].map(count)).toEqual([1, 1, 1])
    expect(await deliveryOf(user)).toMatchObject({ status: 'sent', attempts: 2, lastError: null })
  },
)

const removed = (user: { id: string }, { endpoint }: Subscription) =>
  db.delete(pushDevices).where(and(eq(pushDevices.userId, user.id), eq(pushDevices.endpoint, endpoint)))

test.each<[string, (user: User, took: Subscription, busy: Subscription) => unknown, string?]>([
  ['was removed', (user, took) => removed(user, took)],
  ['is the only one left', (user, _, busy) => removed(user, busy)],
  ['was removed with all others', ({ id }) => db.delete(pushDevices).where(eq(pushDevices.userId, id))],
  ['has another beside it that is refused', (_, __, busy) => void (busy.fault = 400)],
  ['has another beside it until the day is over', () => undefined, '2026-11-22T00:00:00Z'],
])('what a device has taken is sent, though it %s', async (_, change, time = '2026-11-21T19:01:00Z') => {
  const [took, busy] = [subscription(), subscription(503)]
  const user = await createPushUser([took, busy])
  await tick()
  expect(await deliveryOf(user)).toMatchObject({ status: 'pending' })
  expect(await userNow(user)).toMatchObject({ lastReminderSent: '2026-11-21' })
  await change(user, took, busy)
  if (time < '2026-11-22') for (const each of ['19:01', '19:06', '19:21', '20:21']) await tick(each)
  else await tick(new Date(time))
  expect(await deliveryOf(user)).toMatchObject({ localDate: '2026-11-21', status: 'sent', lastError: null })
})

test('a test tells nothing of the reminder of the day', async () => {
  const [lost, busy] = [subscription('cut'), subscription(503)]
  const user = await createPushUser([lost, busy])
  await tick()
  lost.fault = undefined
  await (await signIn(app, user)).post('/api/test-push').expect(200)
  busy.fault = 400
  await tick('19:01')
  expect(await deliveryOf(user)).toMatchObject({ status: 'unknown' })
})

test('a device gets no reminder that was due before it was registered, nor one again after signing in anew', async () => {
  const [laptop, phone, tablet] = [subscription(), subscription(503), subscription()]
  const user = await createPushUser([laptop, phone])
  await tick()
  await removed(user, laptop)
  clock.now = new Date('2026-11-21T19:00:30Z')
  const client = await signIn(app, user)
  for (const { endpoint, keys } of [laptop, tablet])
    await client.post('/api/push-devices').send({ endpoint, keys }).expect(201)
  phone.fault = undefined
  await tick('19:01')
  expect([laptop, phone, tablet].map(count)).toEqual([1, 1, 0])
})

test('a device that is never reached keeps no other from counting as reminded', async () => {
  const [ready, unreachable] = [subscription(), { ...subscription(), endpoint: 'http://127.0.0.1:1/push' }]
  const [both, alone] = [
    await createPushUser([ready, unreachable]),
    await createPushUser([subscription(503)]),
  ]
  for (const time of ['19:00', '19:01', '19:06', '19:21', '20:21', '22:00']) await tick(time)
  expect(count(ready)).toBe(1)
  expect(await deliveryOf(both)).toMatchObject({ status: 'sent', attempts: 5 })
  expect(await userNow(both)).toMatchObject({ lastReminderSent: '2026-11-21' })
  expect(await deliveryOf(alone)).toMatchObject({ status: 'failed', attempts: 5 })
})

test.each([
  [400, 'failed', 'The push service does not accept the notification (400)'],
  [401, 'failed', 'The push service refuses the keys or VAPID_SUBJECT of this server (401)'],
  [403, 'failed', 'The push service refuses the keys or VAPID_SUBJECT of this server (403)'],
  [413, 'failed', 'The push service does not accept the notification (413)'],
  ['upgrade', 'failed', 'The push service does not accept the notification (101)'],
  ['redirect', 'failed', 'The push service does not accept the notification (307)'],
  ['cut', 'unknown', 'The connection to the push service was lost while sending'],
  ['slow', 'sent', null],
  ['huge', 'sent', null],
] as const)(
  'after %s the reminder is %s, is not sent again, and keeps its device',
  async (fault, status, lastError) => {
    const device = subscription(fault)
    const user = await createPushUser([device])
    await tick()
    for (const time of ['19:01', '19:10']) await tick(time)
    expect(await deliveryOf(user)).toMatchObject({ status, lastError, attempts: 1 })
    expect(await devicesOf(user)).toHaveLength(1)
    expect(pushService.received.length).toBe(status === 'failed' ? 0 : 1)
    if (status === 'failed') expect(logged.text()).toContain(lastError)
    expect(logged.text()).not.toContain(device.endpoint)
  },
)

test('a push service without an answer is given some seconds, and holds up nobody else', async () => {
  const [silent, other] = [subscription('hang'), subscription()]
  const user = await createPushUser([silent, other])
  await tick()
  expect(await deliveryOf(user)).toMatchObject({ status: 'sent' })
  expect((await devicesOf(user)).map(({ remindedOn }) => remindedOn)).toEqual(['2026-11-21', '2026-11-21'])
})

test('services that hang delay no mail and no other notification, and a stop waits for them', async () => {
  // Twenty go out at once. Here two of them end together, and the next one to go out hangs like the other eighteen.
  const faults = [...Array<'hang'>(18).fill('hang'), undefined, undefined, 'hang' as const]
  const devices = [...faults, ...Array<undefined>(38)].map((fault) => subscription(fault))
  const others = devices.filter(({ fault }) => !fault)
  const users = await Promise.all(devices.map((device) => createPushUser([device])))
  await sendDueReminders(ctx)
  expect(pushService.received).toEqual([])
  for (const [n, { id }] of users.entries())
    await db
      .update(reminderDeliveries)
      .set({ nextAttemptAt: new Date(at('18:59').getTime() + n) })
      .where(eq(reminderDeliveries.userId, id))
  const firstTwenty = vi.waitUntil(() => pushService.received.length === 20, { timeout: 30_000 })
  pushService.onMessage = async () => void (await firstTwenty)
  const stopping = new AbortController()
  const push = createPush({ ...testVapid, onThisMachine: true, timeLimitMs: 60_000 })
  const sent = sendDueNotifications({ ...ctx, push }, stopping.signal)
  // Not one of those that hang is given up by then.
  await expect.poll(() => others.filter(count).length, { timeout: 30_000 }).toBe(others.length)
  stopping.abort()
  pushService.cutHanging()
  await sent
  const rows = await Promise.all(users.map(deliveryOf))
  expect(rows.map((row) => row?.status)).toEqual(devices.map(({ fault }) => (fault ? 'unknown' : 'sent')))
})

test('when no notification gets an answer, those that wait still go out: push services are many', async () => {
  const lost = Array.from({ length: 25 }, () => subscription('cut'))
  for (const device of lost) await createPushUser([device])
  await tick()
  expect(lost.map(count)).toEqual(lost.map(() => 1))
})

test('a reminder for no device any more is skipped, and so it is where notifications are not set up', async () => {
  const device = subscription(503)
  const user = await createPushUser([device])
  await tick()
  const [{ id } = { id: '' }] = await devicesOf(user)
  await (await signIn(app, user)).delete(`/api/push-devices/${id}`).expect(204)
  await tick('19:01')
  expect(await deliveryOf(user)).toMatchObject({
    status: 'skipped',
    lastError: 'No device gets notifications',
  })
  const other = await createPushUser([subscription()])
  await sendDueReminders(ctx)
  await sendDueNotifications({ ...ctx, push: undefined })
  expect(await deliveryOf(other)).toMatchObject({
    status: 'skipped',
    lastError: 'Notifications are not set up on this server',
  })
})

test('many instances share the notifications, and a mail of the same user goes out too', async () => {
  const devices = Array.from({ length: 60 }, () => subscription())
  for (const device of devices) await createPushUser([device], { dailyReminderEnabled: true })
  await createUser(db, due)
  await Promise.all([tick(), tick(), tick()])
  expect(devices.map(count)).toEqual(devices.map(() => 1))
  expect(smtp.received).toHaveLength(devices.length + 1)
}, 30_000)
