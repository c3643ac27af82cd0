import request from 'supertest'
import { beforeEach, describe, expect, test } from 'vitest'
import { reminderDeliveries } from '@shared/schema'
import { createUser, newPhoneNumber } from '../../test/factories'
import type { Client, User } from '../../test/people'
import { createRemindersApp } from '../../test/reminders-app'
import { createTestApp, signIn } from '../../test/test-app'

const { smtp, twilio, logged, clock, app, db, userNow, signInAnaAtNoon } = await createRemindersApp({
  REMINDERS: 'off',
})

let ana: User, asAna: Client
beforeEach(async () => ({ ana, asAna } = await signInAnaAtNoon()))

describe('a test', () => {
  test('a test goes out at once, even where the schedule is off, and the ledger knows nothing of it', async () => {
    await asAna.post('/api/test-reminder').expect(200)
    await asAna.post('/api/test-sms').expect(200)
    expect([smtp.count(ana.email!), twilio.count(ana.phoneNumber!)]).toEqual([1, 1])
    expect(await db.select().from(reminderDeliveries)).toEqual([])
    expect(await userNow(ana)).toMatchObject({ lastReminderSent: null })
  })

  test.each(['test-reminder', 'test-sms'])(
    '%s may be sent five times an hour, then says how long to wait',
    async (path) => {
      for (let n = 0; n < 5; n++) await asAna.post(`/api/${path}`).expect(200)
      clock.now = new Date('2026-11-21T12:20:00Z')
      const { headers, body } = await asAna.post(`/api/${path}`).expect(429)
      expect(headers['retry-after']).toBe('2400')
      expect(body.message).toBe('You can send 5 tests an hour. Try again in 40 minutes.')
      await (
        await signIn(app, await createUser(db, { phoneNumber: newPhoneNumber() }))
      )
        .post(`/api/${path}`)
        .expect(200)
      clock.now = new Date('2026-11-21T13:00:00Z')
      await asAna.post(`/api/${path}`).expect(200)
    },
  )

  test('a test that fails is 502 with the reason, counts when the provider was reached, and leaks nothing to the log', async () => {
    smtp.onEnvelope = (to) => `550 no mailbox ${to}`
    for (let n = 0; n < 5; n++) {
      const { body } = await asAna.post('/api/test-reminder').expect(502)
      expect(body.message).toContain('The mail server answered: 550 no mailbox')
    }
    await asAna.post('/api/test-reminder').expect(429)
    twilio.answerTo = async () => ({ status: 400, code: 21211 })
    const { body } = await asAna.post('/api/test-sms').expect(502)
    expect(body.message).toBe("This number can't receive texts. Please check it.")
    for (const secret of [ana.email!, ana.phoneNumber!]) expect(logged.text()).not.toContain(secret)
  })

  test('a test does not count when the provider was not reached', async () => {
    await twilio.stop()
    for (let n = 0; n < 7; n++) await asAna.post('/api/test-sms').expect(502)
    await twilio.restart()
    await asAna.post('/api/test-sms').expect(200)
  })

  test('a test to a number that has opted out turns phone reminders off', async () => {
    await asAna.put('/api/reminder-settings').send({ phoneReminderEnabled: true }).expect(200)
    twilio.answerTo = async () => ({ status: 400, code: 21610 })
    const { body } = await asAna.post('/api/test-sms').expect(502)
    expect(body.message).toContain('opted out')
    expect(await userNow(ana)).toMatchObject({ phoneReminderEnabled: false })
  })

  test('a test without an address or a number is 400, and 503 where sending is not set up', async () => {
    const nobody = await signIn(app, await createUser(db, { email: null }))
    await nobody.post('/api/test-reminder').expect(400, { message: 'Your account has no email address' })
    await nobody.post('/api/test-sms').expect(400, { message: 'Your account has no phone number' })
    const { app: bare, db: itsDb } = await createTestApp({
      mailer: undefined,
      sms: undefined,
      isOutboxShown: false,
    })
    for (const number of ['phoneNumber', 'pendingPhoneNumber']) {
      const asBen = await signIn(bare, await createUser(itsDb, { [number]: newPhoneNumber() }))
      await asBen.post('/api/test-reminder').expect(503, { message: 'Email is not set up on this server' })
      await asBen
        .post('/api/test-sms')
        .expect(503, { message: 'Text messages are not set up on this server' })
    }
    await request(bare).get('/dev/outbox').expect(404)
  })
})
