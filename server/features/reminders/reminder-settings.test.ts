import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { reminderDeliveries, users } from '@shared/schema'
import { createUser, newPhoneNumber } from '../../test/factories'
import type { Client, User } from '../../test/people'
import { createTestApp, signIn } from '../../test/test-app'

const { app, db } = await createTestApp()
let ana: User, asAna: Client, number: string
beforeEach(async () => {
  ana = await createUser(db)
  asAna = await signIn(app, ana)
  number = newPhoneNumber()
})

const defaults = {
  dailyReminderEnabled: true,
  reminderTime: '19:00',
  timezone: 'UTC',
  phoneNumber: '',
  phoneReminderEnabled: false,
}
const put = (sent: object) => asAna.put('/api/reminder-settings').send(sent)

test('the defaults are those of the specification', async () => {
  expect((await asAna.get('/api/reminder-settings').expect(200)).body).toEqual(defaults)
})

test('all five can be saved and come back', async () => {
  const wanted = {
    dailyReminderEnabled: false,
    reminderTime: '07:05',
    timezone: 'Europe/Berlin',
    phoneNumber: number,
    phoneReminderEnabled: true,
  }
  expect((await put(wanted).expect(200)).body).toEqual(wanted)
  expect((await asAna.get('/api/reminder-settings').expect(200)).body).toEqual(wanted)
})

test('an absent field stays as it is', async () => {
  await put({ phoneNumber: number, reminderTime: '08:00' }).expect(200)
  expect((await put({ timezone: 'asia/calcutta' }).expect(200)).body).toEqual({
    ...defaults,
    phoneNumber: number,
    reminderTime: '08:00',
    timezone: 'Asia/Kolkata',
  })
})

test.each(['', null])('%j clears the phone number', async (phoneNumber) => {
  await put({ phoneNumber: number }).expect(200)
  expect((await put({ phoneNumber }).expect(200)).body.phoneNumber).toBe('')
})

test('phone reminders need a number, whichever of the two is sent', async () => {
  await put({ phoneReminderEnabled: true }).expect(400)
  await put({ phoneNumber: number, phoneReminderEnabled: true }).expect(200)
  const { body } = await put({ phoneNumber: '', timezone: 'Europe/Berlin' }).expect(400)
  expect(body.errors).toEqual([
    { path: 'phoneNumber', message: 'A phone number is needed for phone reminders' },
  ])
  expect((await asAna.get('/api/reminder-settings').expect(200)).body).toMatchObject({
    phoneNumber: number,
    timezone: 'UTC',
  })
})

test("somebody else's number is saved like any other, and stays theirs", async () => {
  const { id } = await createUser(db, { phoneNumber: number })
  expect((await put({ phoneNumber: number, reminderTime: '08:00' }).expect(200)).body).toEqual({
    ...defaults,
    phoneNumber: number,
    reminderTime: '08:00',
  })
  expect(await db.select({ id: users.id }).from(users).where(eq(users.phoneNumber, number))).toEqual([{ id }])
})

test.each([
  ['reminderTime', '7:00', 'Time must be in HH:MM format'],
  ['reminderTime', '24:00', 'Time must be in HH:MM format'],
  ['reminderTime', '19:00:00', 'Time must be in HH:MM format'],
  ['timezone', '+02:00', 'Timezone must be an IANA name such as Europe/Berlin'],
  ['timezone', 'Berlin', 'Timezone must be an IANA name such as Europe/Berlin'],
  ['timezone', null, 'Timezone must be text'],
  ['phoneNumber', '1234567890', 'Phone number must be in E.164 format (+1234567890)'],
  ['phoneNumber', '+0123', 'Phone number must be in E.164 format (+1234567890)'],
  ['phoneNumber', '+1234567890123456', 'Phone number must be in E.164 format (+1234567890)'],
  ['phoneNumber', '+1 234 567 890', 'Phone number must be in E.164 format (+1234567890)'],
  ['phoneNumber', 15551234567, 'Phone number must be in E.164 format (+1234567890)'],
  ['dailyReminderEnabled', 'yes', 'Must be true or false'],
])('%s %j is refused', async (path, value, message) => {
  const { body } = await put({ [path]: value }).expect(400)
  expect(body.errors).toEqual([{ path, message }])
  expect((await asAna.get('/api/reminder-settings').expect(200)).body).toEqual(defaults)
})

describe('the latest deliveries', () => {
  test('are none at first, then the newest of each channel, and only mine', async () => {
    expect((await asAna.get('/api/reminder-deliveries/latest').expect(200)).body).toEqual({
      email: null,
      sms: null,
      push: null,
    })
    const ben = await createUser(db)
    await db.insert(reminderDeliveries).values([
      { userId: ana.id, localDate: '2026-11-19', channel: 'email', status: 'sent' },
      {
        userId: ana.id,
        localDate: '2026-11-20',
        channel: 'email',
        status: 'failed',
        lastError: 'mailbox full',
      },
      { userId: ben.id, localDate: '2026-11-21', channel: 'sms', status: 'sent' },
    ])
    expect((await asAna.get('/api/reminder-deliveries/latest').expect(200)).body).toEqual({
      email: { localDate: '2026-11-20', status: 'failed', at: expect.any(String), lastError: 'mailbox full' },
      sms: null,
      push: null,
    })
    await db.delete(reminderDeliveries).where(eq(reminderDeliveries.userId, ana.id))
  })
})
