import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { maxPushDevices } from '@shared/push'
import { pushDevices, reminderDeliveries, users } from '@shared/schema'
import { forgetExpired } from '../../forget-expired'
import { createPush } from '../../senders/push'
import { lockUser } from '../auth/users-repository'
import { createUser } from '../../test/factories'
import { type Client, unknownId, type User } from '../../test/people'
import type { Subscription } from '../../test/push-service'
import { at, createRemindersApp } from '../../test/reminders-app'
import { createTestApp, signIn } from '../../test/test-app'
import { testVapid } from '../../test/test-settings'

const reminders = await createRemindersApp({ REMINDERS: 'off' })
const { pushService, clock, app, ctx, db, tick, devicesOf, userNow } = reminders
const { subscription, count } = pushService

let ana: User, asAna: Client
beforeEach(async () => ({ ana, asAna } = await reminders.signInAnaAtNoon()))

const register = ({ endpoint, keys }: Subscription, client = asAna) =>
  client.post('/api/push-devices').send({ endpoint, keys })

const blocked = async () =>
  (
    await db.execute(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  ).rowCount

describe('a device', () => {
  test('is new once, then known, and each time is confirmed by the session that it comes from', async () => {
    const laptop = await signIn(app, ana, { browser: 'Firefox on Linux' })
    const device = subscription()
    const { body: first } = await register(device, laptop).expect(201)
    expect(first).toEqual({
      id: expect.any(String),
      device: 'Firefox on Linux',
      createdAt: at('12:00').toISOString(),
      lastSentAt: null,
      lastSeenAt: at('12:00').toISOString(),
    })
    clock.now = at('12:30')
    const [before] = await devicesOf(ana)
    const renewed = { ...device, keys: subscription().keys }
    const { body: again } = await register(renewed).expect(200)
    expect(again).toEqual({ ...first, device: null, lastSeenAt: at('12:30').toISOString() })
    const [stored] = await devicesOf(ana)
    expect(stored).toMatchObject(renewed.keys)
    expect(stored?.sid).not.toBe(before?.sid)

    clock.now = at('12:40')
    const { body: second } = await register(subscription()).expect(201)
    expect((await asAna.get('/api/push-devices').expect(200)).body).toEqual([second, again])
    await asAna.delete(`/api/push-devices/${first.id}`).expect(204)
    expect((await asAna.get('/api/push-devices')).body).toEqual([second])
  })

  test("is nobody else's to see or remove", async () => {
    const { body: device } = await register(subscription())
    const asBen = await signIn(app, await createUser(db))
    expect((await asBen.get('/api/push-devices')).body).toEqual([])
    for (const id of [device.id, unknownId])
      await asBen.delete(`/api/push-devices/${id}`).expect(404, { message: 'Push device not found' })
    expect(await devicesOf(ana)).toHaveLength(1)
  })

  test('that another person registers is theirs, and begins anew', async () => {
    const device = subscription()
    await register(device)
    await tick('19:00')
    expect(count(device)).toBe(1)
    const ben = await createUser(db, { dailyReminderEnabled: false })
    await register(device, await signIn(app, ben)).expect(201)
    expect(await devicesOf(ana)).toEqual([])
    expect(await devicesOf(ben)).toMatchObject([
      { createdAt: at('19:00'), lastSentAt: null, remindedOn: null },
    ])
  })

  test('is one of ten at most, also where two come at once; the others can be confirmed', async () => {
    const devices = Array.from({ length: maxPushDevices - 1 }, () => subscription())
    for (const device of devices) await register(device).expect(201)
    const both = await Promise.all([subscription(), subscription()].map((device) => register(device)))
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(both.find(({ status }) => status === 409)?.body).toEqual({
      message: 'You have 10 devices already: remove one first',
    })
    await register(devices[0]!).expect(200)
    const ben = await createUser(db)
    const asBen = await signIn(app, ben)
    await register(devices[0]!, asBen).expect(201)
    await register(subscription()).expect(201)
    // In a browser that Ben had, his end even so.
    const [bens] = await devicesOf(ben)
    await register({ ...devices[0]!, ...bens }).expect(409)
    expect(await devicesOf(ben)).toEqual([])
  })

  test('has to be a browser that can be reached: anything else is refused, and stores nothing', async () => {
    const { endpoint, keys } = subscription()
    const notOnCurve = Buffer.alloc(65, 1).toString('base64url')
    // OpenSSL's hybrid form, whose first byte also says whether y is odd.
    const hybrid = Buffer.from(keys.p256dh, 'base64url')
    hybrid[0] = 6 + (hybrid[64]! % 2)
    for (const bad of [
      {},
      { endpoint },
      { endpoint: 'push', keys },
      { endpoint: `https://push.example.com/${'x'.repeat(2048)}`, keys },
      { endpoint, keys: { ...keys, p256dh: notOnCurve } },
      { endpoint, keys: { ...keys, p256dh: hybrid.toString('base64url') } },
      { endpoint, keys: { ...keys, auth: 'short' } },
      { endpoint: 'https://10.0.0.1/push', keys },
      { endpoint, keys: { ...keys, p256dh: `${keys.p256dh}===` } },
      { endpoint: `https://push.example.com/${'ä'.repeat(1_900)}`, keys },
    ])
      await asAna.post('/api/push-devices').send(bad).expect(400)
    const production = createPush(testVapid)
    expect(production.addressOf(endpoint)).toBeUndefined()
    expect(await devicesOf(ana)).toEqual([])
  })
})

test('thirty new devices an hour can be registered, and known ones as often as they come', async () => {
  const device = subscription()
  for (let n = 0; n < 30; n++) {
    await register(device).expect(201)
    await register(device).expect(200)
    await db.delete(pushDevices)
  }
  const { body } = await register(device).expect(429)
  expect(body.message).toBe('You can add 30 devices an hour. Try again in 60 minutes.')
})

test('a device that has taken nothing and was not seen for 30 days is removed', async () => {
  const devices = [subscription(), subscription(), subscription()]
  for (const device of devices) await register(device)
  const [unused, seen, sentTo] = devices.map(({ endpoint }) => eq(pushDevices.endpoint, endpoint))
  clock.now = new Date('2026-12-21T12:00:01Z')
  await db
    .update(pushDevices)
    .set({ lastSentAt: at('12:00') })
    .where(unused!)
  await db.update(pushDevices).set({ lastSeenAt: clock.now }).where(seen!)
  await db.update(pushDevices).set({ lastSentAt: clock.now }).where(sentTo!)
  await forgetExpired(ctx)
  expect((await devicesOf(ana)).map(({ endpoint }) => endpoint).sort()).toEqual(
    devices
      .slice(1)
      .map(({ endpoint }) => endpoint)
      .sort(),
  )
})

describe('the schedule', () => {
  beforeEach(() => db.update(users).set({ dailyReminderEnabled: false, nextReminderAt: null }))

  test('begins with the first device, is kept when mails are turned off, and ends with the last device', async () => {
    const { body: device } = await register(subscription()).expect(201)
    expect(await userNow(ana)).toMatchObject({ nextReminderAt: at('19:00') })
    for (const dailyReminderEnabled of [true, false])
      await asAna
        .put('/api/reminder-settings')
        .send({ dailyReminderEnabled, reminderTime: '18:00' })
        .expect(200)
    expect(await userNow(ana)).toMatchObject({ nextReminderAt: at('18:00') })
    await asAna.delete(`/api/push-devices/${device.id}`).expect(204)
    await tick('18:00')
    expect(await userNow(ana)).toMatchObject({ nextReminderAt: null })
    expect(await db.select().from(reminderDeliveries)).toEqual([])
  })

  test('goes on when mails are turned off while the first device is being registered', async () => {
    await asAna.put('/api/reminder-settings').send({ dailyReminderEnabled: true }).expect(200)
    const device = { userId: ana.id, ...subscription().keys, sid: '', lastSeenAt: clock.now }
    const { turnedOff } = await db.transaction(async (tx) => {
      await lockUser(tx, ana.id)
      await tx.insert(pushDevices).values({ ...device, endpoint: subscription().endpoint })
      const turnedOff = asAna
        .put('/api/reminder-settings')
        .send({ dailyReminderEnabled: false })
        .then((it) => it)
      await expect.poll(blocked).toBe(1)
      return { turnedOff }
    })
    expect((await turnedOff).status).toBe(200)
    expect(await userNow(ana)).toMatchObject({ nextReminderAt: at('19:00') })
  })

  test('that a version before notifications has emptied begins again with a known device; a time that is due stays', async () => {
    const device = subscription()
    await register(device)
    await db.update(users).set({ nextReminderAt: null })
    await register(device).expect(200)
    expect(await userNow(ana)).toMatchObject({ nextReminderAt: at('19:00') })
    // Yesterday's: Lisa was away over midnight.
    clock.now = new Date('2026-11-22T00:10:00Z')
    for (const each of [device, subscription()]) await register(each)
    expect(await userNow(ana)).toMatchObject({ nextReminderAt: at('19:00') })
  })

  test('gives no second reminder today, whatever is registered after the first one', async () => {
    const [first, second] = [subscription(), subscription()]
    await register(first)
    await tick('19:00')
    const [{ id } = { id: '' }] = await devicesOf(ana)
    await asAna.delete(`/api/push-devices/${id}`).expect(204)
    for (const device of [first, second]) await register(device).expect(201)
    await asAna.put('/api/reminder-settings').send({ reminderTime: '20:00' }).expect(200)
    await tick('20:00')
    expect([first, second].map(count)).toEqual([1, 0])
    expect(await userNow(ana)).toMatchObject({ nextReminderAt: new Date('2026-11-22T20:00:00Z') })
  })
})

describe('the end of a session', () => {
  const sessions = async (client: Client) =>
    (await client.get('/api/account/sessions').expect(200)).body as { id: string; current: boolean }[]
  const idOf = async (client: Client) => (await sessions(client)).find(({ current }) => current)!.id

  test.each<[string, (theirs: Client, other: Client) => Promise<unknown>, number]>([
    ['signing out', (theirs) => theirs.get('/api/logout').expect(302), 1],
    [
      'ending it from elsewhere',
      async (theirs, other) => other.delete(`/api/account/sessions/${await idOf(theirs)}`).expect(204),
      1,
    ],
    ['signing out everywhere', (_, other) => other.delete('/api/account/sessions').expect(204), 0],
  ])('by %s takes its device along', async (_, end, left) => {
    const [phone, laptop] = [subscription(), subscription()]
    const other = await signIn(app, ana)
    await register(phone)
    await register(laptop, other)
    await end(asAna, other)
    expect(await devicesOf(ana)).toHaveLength(left)
    await tick('19:00')
    expect([phone, laptop].map(count)).toEqual([0, left])
  })

  test('takes along a device that is being registered at that moment', async () => {
    const device = subscription()
    const { registered, signedOut } = await db.transaction(async (tx) => {
      const row = {
        userId: ana.id,
        endpoint: device.endpoint,
        ...device.keys,
        sid: 'another',
        lastSeenAt: clock.now,
      }
      await tx.insert(pushDevices).values(row)
      const registered = register(device).then((it) => it)
      await expect.poll(blocked).toBe(1)
      const signedOut = asAna.get('/api/logout').then((it) => it)
      await expect.poll(blocked).toBe(2)
      return { registered, signedOut }
    })
    expect([(await registered).status, (await signedOut).status]).toEqual([201, 302])
    expect(await devicesOf(ana)).toEqual([])
  })

  test('that merely expires leaves the device; signing out everywhere removes it then', async () => {
    await register(subscription())
    await db.execute(`update sessions set expire = now() - interval '1 second'`)
    await tick('19:00')
    expect(pushService.received).toHaveLength(1)
    await (await signIn(app, ana)).delete('/api/account/sessions').expect(204)
    expect(await devicesOf(ana)).toEqual([])
  })
})

describe('a test', () => {
  const sendTest = () => asAna.post('/api/test-push')

  test('goes to all devices at once, and is not the reminder of the day', async () => {
    const devices = [subscription(), subscription()]
    for (const device of devices) await register(device)
    await sendTest().expect(200, { message: 'Sent' })
    expect(devices.map(count)).toEqual([1, 1])
    expect(await db.select().from(reminderDeliveries)).toEqual([])
    expect(await devicesOf(ana)).toMatchObject(
      devices.map(() => ({ lastSentAt: at('12:00'), remindedOn: null })),
    )
    await tick('19:00')
    await sendTest().expect(200)
    expect(devices.map(count)).toEqual([3, 3])
  })

  test('is 502 where no device took it, which counts, and 200 where one did', async () => {
    const busy = subscription(503)
    await register(busy)
    for (let n = 0; n < 3; n++) await sendTest().expect(502, { message: 'The push service is busy (503)' })
    await register(subscription())
    const gone = subscription(410)
    await register(gone)
    for (let n = 0; n < 2; n++) await sendTest().expect(200)
    expect(await devicesOf(ana)).toHaveLength(2)
    const { body } = await sendTest().expect(429)
    expect(body.message).toBe('You can send 5 tests an hour. Try again in 60 minutes.')
  })

  test('is 400 without a device, and everything is 503 where notifications are not set up', async () => {
    await sendTest().expect(400, { message: 'No device gets notifications' })
    expect((await asAna.get('/api/push-key').expect(200)).body).toEqual({ key: testVapid.publicKey })
    const { app: bare, db: itsDb } = await createTestApp()
    const asBen = await signIn(bare, await createUser(itsDb))
    const { endpoint, keys } = subscription()
    for (const answer of [
      asBen.get('/api/push-key'),
      asBen.post('/api/push-devices').send({ endpoint, keys }),
      asBen.post('/api/test-push'),
    ])
      await answer.expect(503, { message: 'Notifications are not set up on this server' })
    expect((await asBen.get('/api/push-devices').expect(200)).body).toEqual([])
  })
})
