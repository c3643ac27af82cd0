import { eq } from 'drizzle-orm'
import { simpleParser } from 'mailparser'
import { afterAll, beforeEach } from 'vitest'
import { pushDevices, reminderDeliveries, users } from '@shared/schema'
import type { Overrides } from '../context'
import { sendDueNotifications, sendDueReminders } from '../features/reminders/delivery/deliver'
import { createMailer } from '../senders/mailer'
import { createPush } from '../senders/push'
import { createSms } from '../senders/sms'
import { createUser, newPhoneNumber } from './factories'
import { createFakeTwilio } from './fake-twilio'
import { captureLog } from './log'
import type { Client } from './people'
import { startPushService, type Subscription } from './push-service'
import { createSmtpSink } from './smtp-sink'
import { createTestApp, signIn } from './test-app'
import { testVapid } from './test-settings'

type Person = { id: string }

/** A moment of the day on which reminders are due at 19:00. */
export const at = (time: string) => new Date(`2026-11-21T${time}:00Z`)
export const due = { nextReminderAt: at('19:00') }

/** An app whose mails go over SMTP, and whose texts and notifications go over HTTP; what counts is what arrived there. */
export async function createRemindersApp(settings: Record<string, string> = {}, overrides: Overrides = {}) {
  const [smtp, twilio, pushService] = [
    await createSmtpSink(),
    await createFakeTwilio(),
    await startPushService(),
  ]
  const mailer = createMailer({ smtpUrl: smtp.url, from: 'Lisa <lisa@lisa.test>' })
  const logged = captureLog()
  const clock = { now: new Date() }
  const { app, ctx, db } = await createTestApp({
    settings: { APP_URL: 'https://lisa.test', ...settings },
    log: logged.log,
    now: () => clock.now,
    mailer,
    sms: createSms(twilio.settings),
    push: createPush({ ...testVapid, onThisMachine: true, timeLimitMs: 2_000 }),
    ...overrides,
  })
  beforeEach(async () => {
    await db.delete(users)
    smtp.received.length = twilio.received.length = pushService.received.length = 0
    pushService.onMessage = async () => undefined
    smtp.onEnvelope = () => undefined
    smtp.onMessage = async () => undefined
    twilio.answerTo = async () => undefined
    clock.now = at('19:00')
    logged.clear()
  })
  afterAll(async () => {
    mailer.close()
    await Promise.all([smtp.stop(), pushService.stop()])
  })
  return {
    smtp,
    twilio,
    pushService,
    mailer,
    logged,
    clock,
    app,
    ctx,
    db,
    /** The work of a minute: of the current one unless told otherwise. */
    tick: async (time: string | Date = clock.now) => {
      clock.now = typeof time === 'string' ? at(time) : time
      await sendDueReminders(ctx)
      await sendDueNotifications(ctx)
    },
    /** Ana, signed in, seven hours before her reminder. */
    async signInAnaAtNoon() {
      clock.now = at('12:00')
      const ana = await createUser(db, { phoneNumber: newPhoneNumber() })
      return { ana, asAna: await signIn(app, ana) }
    },
    /** The mail that comes when `client` asks for a test. */
    async testMail(client: Client) {
      await client.post('/api/test-reminder').expect(200)
      return simpleParser(smtp.received.at(-1)!.raw)
    },
    /** A user whom notifications alone remind, on a device for each of `subscriptions`. */
    async createPushUser(subscriptions: Subscription[], overrides = {}) {
      const user = await createUser(db, { ...due, dailyReminderEnabled: false, ...overrides })
      for (const [n, { endpoint, keys }] of subscriptions.entries()) {
        const createdAt = new Date(at('00:00').getTime() + n)
        await db
          .insert(pushDevices)
          .values({ userId: user.id, endpoint, ...keys, sid: 'a session', lastSeenAt: createdAt, createdAt })
      }
      return user
    },
    devicesOf: ({ id }: Person) =>
      db.select().from(pushDevices).where(eq(pushDevices.userId, id)).orderBy(pushDevices.createdAt),
    createTextUser: (overrides = {}) =>
      createUser(db, {
        ...due,
        dailyReminderEnabled: false,
        phoneReminderEnabled: true,
        phoneNumber: newPhoneNumber(),
        ...overrides,
      }),
    deliveryOf: async ({ id }: Person) =>
      (await db.select().from(reminderDeliveries).where(eq(reminderDeliveries.userId, id)))[0],
    userNow: async ({ id }: Person) => (await db.select().from(users).where(eq(users.id, id)))[0]!,
  }
}
