import { simpleParser } from 'mailparser'
import request from 'supertest'
import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { reminderDeliveries, users } from '@shared/schema'
import { createMailer } from '../../senders/mailer'
import { createSms } from '../../senders/sms'
import { createEntry, createUser, newPhoneNumber } from '../../test/factories'
import { createFakeTwilio } from '../../test/fake-twilio'
import { captureLog } from '../../test/log'
import { createSmtpSink } from '../../test/smtp-sink'
import { createTestApp, signIn } from '../../test/test-app'
import { sendDueReminders } from './send-due-reminders'

const [smtp, twilio] = [await createSmtpSink(), await createFakeTwilio()]
const mailer = createMailer({ smtpUrl: smtp.url, from: 'Lisa <lisa@lisa.test>' })
let now = new Date('2026-11-21T12:00:00Z')
const logged = captureLog()
const { app, ctx, db } = await createTestApp({
  settings: { APP_URL: 'https://lisa.test', REMINDERS: 'off' },
  log: logged.log,
  now: () => now,
  mailer,
  sms: createSms(twilio.settings),
})
afterAll(async () => {
  mailer.close()
  await smtp.stop()
})

let ana: typeof users.$inferSelect
let asAna: Awaited<ReturnType<typeof signIn>>
beforeEach(async () => {
  await db.delete(users)
  now = new Date('2026-11-21T12:00:00Z')
  logged.clear()
  smtp.received.length = twilio.received.length = 0
  smtp.onEnvelope = () => undefined
  twilio.answerTo = async () => undefined
  ana = await createUser(db, { phoneNumber: newPhoneNumber() })
  asAna = await signIn(app, ana)
})
const userNow = async () => (await db.select().from(users).where(eq(users.id, ana.id)))[0]!
const testMail = async () => {
  await asAna.post('/api/test-reminder').expect(200)
  return simpleParser(smtp.received.at(-1)!.raw)
}

describe('a test', () => {
  test('goes out at once, even where the schedule is off, and the ledger knows nothing of it', async () => {
    await asAna.post('/api/test-reminder').expect(200)
    await asAna.post('/api/test-sms').expect(200)
    expect([smtp.count(ana.email!), twilio.count(ana.phoneNumber!)]).toEqual([1, 1])
    expect(await db.select().from(reminderDeliveries)).toEqual([])
    expect(await userNow()).toMatchObject({ lastReminderSent: null })
  })

  test.each(['test-reminder', 'test-sms'])(
    '%s: five an hour, then it says how long to wait',
    async (path) => {
      for (let n = 0; n < 5; n++) await asAna.post(`/api/${path}`).expect(200)
      now = new Date('2026-11-21T12:20:00Z')
      const { headers, body } = await asAna.post(`/api/${path}`).expect(429)
      expect(headers['retry-after']).toBe('2400')
      expect(body.message).toBe('5 tests an hour are enough. Try again in 40 minutes')
      await (
        await signIn(app, await createUser(db, { phoneNumber: newPhoneNumber() }))
      )
        .post(`/api/${path}`)
        .expect(200)
      now = new Date('2026-11-21T13:00:00Z')
      await asAna.post(`/api/${path}`).expect(200)
    },
  )

  test('that fails is 502 with the reason, counts when the provider was reached, and leaks nothing to the log', async () => {
    smtp.onEnvelope = (to) => `550 no mailbox ${to}`
    for (let n = 0; n < 5; n++) {
      const { body } = await asAna.post('/api/test-reminder').expect(502)
      expect(body.message).toContain('The mail server answered: 550 no mailbox')
    }
    await asAna.post('/api/test-reminder').expect(429)
    twilio.answerTo = async () => ({ status: 400, code: 21211 })
    const { body } = await asAna.post('/api/test-sms').expect(502)
    expect(body.message).toBe('The phone number cannot receive texts: please check it')
    for (const secret of [ana.email!, ana.phoneNumber!]) expect(logged.text()).not.toContain(secret)
  })

  test('does not count when the provider was not reached', async () => {
    await twilio.stop()
    for (let n = 0; n < 7; n++) await asAna.post('/api/test-sms').expect(502)
    await twilio.restart()
    await asAna.post('/api/test-sms').expect(200)
  })

  test('to a number that has opted out turns phone reminders off', async () => {
    await asAna.put('/api/reminder-settings').send({ phoneReminderEnabled: true }).expect(200)
    twilio.answerTo = async () => ({ status: 400, code: 21610 })
    const { body } = await asAna.post('/api/test-sms').expect(502)
    expect(body.message).toContain('opted out')
    expect(await userNow()).toMatchObject({ phoneReminderEnabled: false })
  })

  test('without an address or a number is 400; where it is not set up 503', async () => {
    const nobody = await signIn(app, await createUser(db, { email: null }))
    await nobody.post('/api/test-reminder').expect(400, { message: 'Your account has no e-mail address' })
    await nobody.post('/api/test-sms').expect(400, { message: 'There is no phone number' })
    const { app: bare, db: itsDb } = await createTestApp({
      mailer: undefined,
      sms: undefined,
      isOutboxShown: false,
    })
    const asBen = await signIn(bare, await createUser(itsDb, { phoneNumber: newPhoneNumber() }))
    await asBen
      .post('/api/test-reminder')
      .expect(503, { message: 'E-mail cannot be sent: this is not set up on this server' })
    await asBen
      .post('/api/test-sms')
      .expect(503, { message: 'Text messages cannot be sent: this is not set up on this server' })
    await request(bare).get('/dev/outbox').expect(404)
  })
})

describe('the mail', () => {
  test('has both parts, the name, the streak, the button and the headers that mail programs look for', async () => {
    for (const entryDate of ['2026-11-19', '2026-11-20']) await createEntry(db, ana.id, { entryDate })
    const mail = await testMail()
    expect(mail.subject).toBe('Ana, time for your journal')
    expect(mail.from?.text).toBe('"Lisa" <lisa@lisa.test>')
    for (const part of [mail.text, mail.html]) {
      expect(part).toContain('Hello Ana,')
      expect(part).toContain('Your streak: 2 days in a row.')
      expect(part).toContain('https://lisa.test/journal/new')
      expect(part).toContain('https://lisa.test/api/reminders/unsubscribe?token=')
    }
    const { raw } = smtp.received[0]!
    expect(raw).toMatch(
      /^List-Unsubscribe: <https:\/\/lisa\.test\/api\/reminders\/unsubscribe\?token=\S+>\r$/m,
    )
    expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
    expect(raw).toMatch(/^Auto-Submitted: auto-generated\r$/m)
  })

  test('says so when today is written already', async () => {
    await createEntry(db, ana.id, { entryDate: '2026-11-21' })
    const mail = await testMail()
    expect(mail.subject).toBe("Ana, you've written today")
    expect(mail.text).toContain("You've written today")
  })

  test.each([
    ['<img src=x onerror=alert(1)>', '&lt;img src=x onerror=alert(1)&gt;'],
    ['Eve\r\nBcc: all@example.com', 'Eve Bcc: all@example.com'],
    [`${'x'.repeat(5_000)}`, 'x'.repeat(40)],
    ['   ', 'Hello there,'],
    [null, 'Hello there,'],
  ])('a name like %j does no harm', async (firstName, shown) => {
    await db.update(users).set({ firstName }).where(eq(users.id, ana.id))
    const mail = await testMail()
    expect(mail.html).toContain(shown)
    expect(mail.html).not.toContain('<img')
    expect(mail.headers.has('bcc')).toBe(false)
    expect(smtp.received).toHaveLength(1)
  })

  test('has one Message-ID for a user and a day, and another for everybody else and every other day', async () => {
    const ids = new Set<string | undefined>()
    const ben = await createUser(db)
    for (const day of [21, 22])
      for (let again = 0; again < 2; again++) {
        await db.delete(reminderDeliveries)
        now = new Date(`2026-11-${day}T19:00:00Z`)
        for (const { id } of [ana, ben])
          await db.update(users).set({ nextReminderAt: now }).where(eq(users.id, id))
        await sendDueReminders(ctx)
      }
    for (const { raw } of smtp.received) ids.add((await simpleParser(raw)).messageId)
    expect(smtp.received).toHaveLength(8)
    expect(ids.size).toBe(4)
    for (const id of ids) expect(id).toMatch(/^<[0-9a-f]{40}@lisa\.test>$/)
  })
})

describe('unsubscribing', () => {
  const link = async () =>
    /<(https:[^>]*unsubscribe[^>]*)>/
      .exec((await testMail()).headerLines.map(({ line }) => line).join('\n'))![1]!
      .replace('https://lisa.test', '')

  test('by one click of a mail program: POST without a session and without an Origin', async () => {
    const path = await link()
    await db.update(users).set({ phoneReminderEnabled: true }).where(eq(users.id, ana.id))
    const answer = await request(app).post(path).type('form').send('List-Unsubscribe=One-Click').expect(200)
    expect(answer.text).toContain('Reminders are off')
    expect(await userNow()).toMatchObject({ dailyReminderEnabled: false, phoneReminderEnabled: true })
    await request(app).post(path).set('Origin', 'https://mail.example').expect(200)
  })

  test('GET asks, and changes nothing; its button does it, and then nothing is left to come', async () => {
    const path = await link()
    const page = await request(app).get(path).expect(200)
    expect(page.text).toContain('Turn off e-mail reminders?')
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
    expect(await userNow()).toMatchObject({ dailyReminderEnabled: true })
    const action = /action="([^"]*)"/.exec(page.text)![1]!
    await request(app).post(action).expect(200)
    expect(await userNow()).toMatchObject({ dailyReminderEnabled: false, nextReminderAt: null })
  })

  test('takes no token but its own', async () => {
    const path = await link()
    const ben = await createUser(db)
    const token = path.split('token=')[1]!
    for (const bad of [
      '',
      'x',
      `${ben.id}.${token.split('.')[1]}`,
      token.slice(0, -2),
      `${token}x.y`,
      `.${token}`,
      ben.id,
    ])
      for (const method of ['get', 'post'] as const)
        await request(app)[method](`/api/reminders/unsubscribe?token=${bad}`).expect(400)
    expect((await userNow()).dailyReminderEnabled).toBe(true)
    await db.delete(users).where(eq(users.id, ana.id))
    await request(app).post(path).expect(200)
  })
})

describe('the settings', () => {
  const change = async (settings: object) => {
    await asAna.put('/api/reminder-settings').send(settings).expect(200)
    return (await userNow()).nextReminderAt?.toISOString() ?? null
  }

  test('say when the next one comes, or that none does', async () => {
    expect(await change({ reminderTime: '18:30' })).toBe('2026-11-21T18:30:00.000Z')
    expect(await change({ timezone: 'Asia/Kolkata' })).toBe('2026-11-21T13:00:00.000Z')
    expect(await change({ reminderTime: '08:00' })).toBe('2026-11-22T02:30:00.000Z')
    expect(await change({ dailyReminderEnabled: false })).toBeNull()
    expect(await change({ phoneReminderEnabled: true })).toBe('2026-11-22T02:30:00.000Z')
  })

  test('give no second one today, whatever is moved', async () => {
    await change({ reminderTime: '12:00' })
    await db.update(users).set({ nextReminderAt: now }).where(eq(users.id, ana.id))
    await sendDueReminders(ctx)
    expect(smtp.count(ana.email!)).toBe(1)
    now = new Date('2026-11-21T12:30:00Z')
    expect(await change({ reminderTime: '13:00' })).toBe('2026-11-22T13:00:00.000Z')
    expect(await change({ phoneReminderEnabled: true })).toBe('2026-11-22T13:00:00.000Z')
    expect(await change({ dailyReminderEnabled: false, phoneReminderEnabled: false })).toBeNull()
    expect(await change({ dailyReminderEnabled: true })).toBe('2026-11-22T13:00:00.000Z')
  })
})
