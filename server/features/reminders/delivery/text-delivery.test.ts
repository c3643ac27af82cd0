import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { LatestDeliveriesView } from '@shared/reminders'
import { users } from '@shared/schema'
import { createSms } from '../../../senders/sms'
import { createUser, newPhoneNumber } from '../../../test/factories'
import { createFakeTwilio } from '../../../test/fake-twilio'
import { provider } from '../../../test/incoming-text'
import type { Client, User } from '../../../test/people'
import { createTestApp, signIn } from '../../../test/test-app'
import { sendDueReminders } from './deliver'

const twilio = await createFakeTwilio()
let now: Date
const { app, ctx, db } = await createTestApp({
  settings: { APP_URL: 'https://lisa.test' },
  now: () => new Date(now.getTime()),
  sms: createSms(twilio.settings),
})
const { text, report } = provider(app, ctx)

let ana: User, asAna: Client
beforeEach(async () => {
  now = new Date('2026-11-21T19:00:00Z')
  const settings = { dailyReminderEnabled: false, phoneReminderEnabled: true, nextReminderAt: now }
  ana = await createUser(db, { ...settings, phoneNumber: newPhoneNumber() })
  asAna = await signIn(app, ana)
})

/** Sends the reminder that is due, and answers with the id of its text. */
async function remind(sms = ctx.sms) {
  await sendDueReminders({ ...ctx, sms })
  return `SM${twilio.received.length}`
}
const told = async () =>
  ((await asAna.get('/api/reminder-deliveries/latest').expect(200)).body as LatestDeliveriesView).sms

test.each([
  ['undelivered', '30003', 'The phone could not be reached. It may have been off.'],
  ['failed', '30007', "The phone company didn't deliver the text (30007)"],
  ['failed', '', "The phone company didn't deliver the text"],
])(
  'a reminder whose text ended as %s (%s) has failed, says why, and is not sent again',
  async (MessageStatus, ErrorCode, lastError) => {
    const MessageSid = await remind()
    expect(await told()).toMatchObject({ status: 'sent', lastError: null })
    now = new Date('2026-11-21T19:05:00Z')
    await report({ MessageSid, MessageStatus, ErrorCode }).expect(204)
    await report({ MessageSid, MessageStatus, ErrorCode }).expect(204)
    await report({ MessageSid, MessageStatus: 'sent' }).expect(204)
    expect(await told()).toEqual({
      status: 'failed',
      lastError,
      localDate: '2026-11-21',
      at: now.toISOString(),
    })

    await asAna.put('/api/reminder-settings').send({ reminderTime: '22:00' }).expect(200)
    now = new Date('2026-11-21T22:00:00Z')
    await remind()
    expect(twilio.count(ana.phoneNumber!)).toBe(1)
  },
)

test('a text that is on its way, or arrived after all, was sent', async () => {
  const MessageSid = await remind()
  await report({ MessageSid, MessageStatus: 'queued' }).expect(204)
  expect(await told()).toMatchObject({ status: 'sent' })
  await report({ MessageSid, MessageStatus: 'undelivered', ErrorCode: '30008' }).expect(204)
  await report({ MessageSid, MessageStatus: 'delivered' }).expect(204)
  expect(await told()).toMatchObject({ status: 'sent', lastError: null })
})

test('a report that comes before the ledger says that it was sent is not lost', async () => {
  await remind({
    send: async (...args) => {
      const { id } = await ctx.sms!.send(...args)
      await report({ MessageSid: id, MessageStatus: 'failed', ErrorCode: '30005' }).expect(204)
      return { id }
    },
  })
  const lastError = "This number can't receive texts. Please check it."
  expect(await told()).toMatchObject({ status: 'failed', lastError })
})

test('a text that the receiver refuses turns phone reminders off, and says so', async () => {
  const params = { MessageStatus: 'failed', ErrorCode: '21610', To: ana.phoneNumber! }
  await report({ MessageSid: await remind(), ...params }).expect(204)
  const [user] = await db.select().from(users).where(eq(users.id, ana.id))
  expect(user).toMatchObject({ phoneReminderEnabled: false })
  expect(await told()).toMatchObject({ status: 'failed', lastError: expect.stringContaining('text START') })
})

test('what became of a test, a reply, or a text to somebody else is not told of it', async () => {
  await remind()
  await asAna.post('/api/test-sms').expect(200)
  const failed = { MessageStatus: 'failed', ErrorCode: '30003' }
  await report({ MessageSid: `SM${twilio.received.length}`, ...failed }).expect(204)
  const ben = await createUser(db, { phoneNumber: newPhoneNumber() })
  for (const { phoneNumber } of [ana, ben]) {
    const reply = await text({ From: phoneNumber!, Body: 'Hi' }).expect(200)
    const query = /\?message=[\w-]+/.exec(reply.text)![0]
    await report({ MessageSid: `SM${phoneNumber!.slice(1)}`, ...failed }, query).expect(204)
  }
  expect(await told()).toMatchObject({ status: 'sent', lastError: null })
})
