import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { reminderDeliveries, users } from '@shared/schema'
import { createMailer, type Mail } from '../../senders/mailer'
import type { SendOptions } from '../../senders/send-error'
import { createSms } from '../../senders/sms'
import { createEntry, createUser, newPhoneNumber } from '../../test/factories'
import { createFakeTwilio } from '../../test/fake-twilio'
import { captureLog } from '../../test/log'
import { createSmtpSink } from '../../test/smtp-sink'
import { createTestApp } from '../../test/test-app'
import { giveUpInterrupted, interruptedUnder, takeBack } from './deliveries-repository'
import { keepHandOvers } from './hand-overs'
import { startSchedule } from '../../clock'
import { sendDueReminders } from './send-due-reminders'

// Real protocols: the mails go over SMTP, the texts over HTTP, and what is counted is what arrived there.
const [smtp, twilio] = [await createSmtpSink(), await createFakeTwilio()]
const mailer = createMailer({ smtpUrl: smtp.url, from: 'Lisa <lisa@lisa.test>' })
const sms = createSms(twilio.settings)
const logged = captureLog()
let now = new Date()
const { ctx, db } = await createTestApp({
  settings: { APP_URL: 'https://lisa.test' },
  log: logged.log,
  now: () => now,
  mailer,
  sms,
})
afterAll(async () => {
  mailer.close()
  await smtp.stop()
})

const at = (time: string) => new Date(`2026-11-21T${time}:00Z`)
const tick = (time?: string) => {
  if (time) now = at(time)
  return sendDueReminders(ctx)
}
const due = { nextReminderAt: at('19:00') }
const createTextUser = (overrides = {}) =>
  createUser(db, {
    ...due,
    dailyReminderEnabled: false,
    phoneReminderEnabled: true,
    phoneNumber: newPhoneNumber(),
    ...overrides,
  })
const deliveryOf = async (user: { id: string }) =>
  (await db.select().from(reminderDeliveries).where(eq(reminderDeliveries.userId, user.id)))[0]
const userNow = async (user: { id: string }) =>
  (await db.select().from(users).where(eq(users.id, user.id)))[0]!

beforeEach(async () => {
  await db.delete(users)
  smtp.received.length = twilio.received.length = 0
  smtp.onEnvelope = () => undefined
  smtp.onMessage = async () => undefined
  twilio.answerTo = async () => undefined
  now = at('19:00')
  logged.clear()
})

describe('a reminder that is due', () => {
  test('goes out once by each channel that is on, and the next one is tomorrow', async () => {
    const user = await createTextUser({ dailyReminderEnabled: true })
    await tick('18:59')
    expect(smtp.received).toEqual([])
    await tick('19:00')
    await tick('19:00')
    await tick('19:01')
    expect(smtp.count(user.email!)).toBe(1)
    expect(twilio.count(user.phoneNumber!)).toBe(1)
    expect(await userNow(user)).toMatchObject({
      lastReminderSent: '2026-11-21',
      nextReminderAt: new Date('2026-11-22T19:00:00Z'),
    })
    const rows = await db.select().from(reminderDeliveries)
    expect(rows).toHaveLength(2)
    for (const row of rows)
      expect(row).toMatchObject({
        status: 'sent',
        localDate: '2026-11-21',
        attempts: 1,
        leaseUntil: null,
        lastError: null,
        providerId: expect.stringMatching(/./),
      })
  })

  test('comes each day, at the time of the user', async () => {
    const user = await createUser(db, {
      timezone: 'Asia/Kolkata',
      reminderTime: '07:30',
      nextReminderAt: new Date('2026-11-21T02:00:00Z'),
    })
    for (const day of [21, 22, 23]) {
      now = new Date(`2026-11-${day}T01:59:00Z`)
      await tick()
      expect(smtp.count(user.email!)).toBe(day - 21)
      now = new Date(`2026-11-${day}T02:00:00Z`)
      await tick()
      expect(smtp.count(user.email!)).toBe(day - 20)
    }
  })

  test('is skipped, with the reason, where there is nowhere to send it', async () => {
    const user = await createUser(db, { ...due, email: null })
    await tick()
    expect(await deliveryOf(user)).toMatchObject({
      status: 'skipped',
      lastError: 'Your account has no e-mail address',
    })
    const other = await createTextUser()
    await sendDueReminders({ ...ctx, sms: undefined })
    expect(await deliveryOf(other)).toMatchObject({
      status: 'skipped',
      lastError: 'Text messages cannot be sent: this is not set up on this server',
    })
    expect(await userNow(other)).toMatchObject({ lastReminderSent: null })
  })

  test('is not sent once reminders were turned off while it waited', async () => {
    const user = await createUser(db, due)
    smtp.onEnvelope = () => '451 later'
    await tick()
    await db.update(users).set({ dailyReminderEnabled: false }).where(eq(users.id, user.id))
    smtp.onEnvelope = () => undefined
    await tick('19:01')
    expect(smtp.received).toEqual([])
    expect(await deliveryOf(user)).toMatchObject({ status: 'skipped' })
  })

  test('neither an address nor a number is in the log', async () => {
    const users = [await createUser(db, due), await createTextUser()]
    smtp.onEnvelope = (to) => `550 no mailbox ${to}`
    twilio.answerTo = async () => ({ status: 400, code: 21211 })
    await tick()
    expect(logged.text()).toContain('"code":"550"')
    expect(logged.text()).toContain('"code":"21211"')
    for (const { email, phoneNumber, id } of users)
      for (const secret of [email, phoneNumber, id]) if (secret) expect(logged.text()).not.toContain(secret)
  })
})

describe('the mail server', () => {
  test('refuses the first try: the second one is a minute later', async () => {
    const user = await createUser(db, due)
    smtp.onEnvelope = () => '451 greylisted'
    await tick()
    expect(await deliveryOf(user)).toMatchObject({
      status: 'pending',
      attempts: 1,
      nextAttemptAt: at('19:01'),
      lastError: 'The mail server answered: 451 greylisted',
    })
    smtp.onEnvelope = () => undefined
    now = new Date(at('19:01').getTime() - 1)
    await tick()
    expect(smtp.received).toEqual([])
    await tick('19:01')
    expect(smtp.count(user.email!)).toBe(1)
    expect(await deliveryOf(user)).toMatchObject({ status: 'sent', attempts: 2, lastError: null })
  })

  test('refuses the message itself for now: that too is tried again, after 1, 5, 15 and 60 minutes', async () => {
    const user = await createUser(db, due)
    let tries = 0
    smtp.onMessage = async () => `452 try ${++tries}`
    for (const time of ['19:00', '19:01', '19:06', '19:21', '20:21']) await tick(time)
    expect(tries).toBe(5)
    expect(await deliveryOf(user)).toMatchObject({
      status: 'failed',
      attempts: 5,
      lastError: 'The mail server answered: 452 try 5',
    })
    await tick('23:59')
    expect(tries).toBe(5)
    expect(smtp.received).toEqual([])
  })

  test('is not tried again on another day', async () => {
    const user = await createUser(db, { nextReminderAt: at('23:50'), reminderTime: '23:50' })
    smtp.onEnvelope = () => '451 later'
    for (const time of ['23:50', '23:51']) await tick(time)
    expect(await deliveryOf(user)).toMatchObject({ status: 'pending', nextAttemptAt: at('23:56') })
    now = new Date('2026-11-22T00:00:00Z')
    smtp.onEnvelope = () => undefined
    await tick()
    expect(smtp.received).toEqual([])
    expect(await deliveryOf(user)).toMatchObject({ status: 'failed', attempts: 2 })
  })

  test.each(['550 no such user', '552 full', '554 spam'])('answers %s: that is final', async (answer) => {
    const user = await createUser(db, due)
    const stage = answer.startsWith('554') ? 'onMessage' : 'onEnvelope'
    Object.assign(smtp, { [stage]: stage === 'onMessage' ? async () => answer : () => answer })
    await tick()
    expect(await deliveryOf(user)).toMatchObject({
      status: 'failed',
      lastError: `The mail server answered: ${answer}`,
    })
    Object.assign(smtp, { [stage]: stage === 'onMessage' ? async () => undefined : () => undefined })
    await tick('20:30')
    expect(smtp.received).toEqual([])
  })

  test('drops the connection once it has the message: unknown, and not sent again', async () => {
    const user = await createUser(db, due)
    smtp.onMessage = async () => 'drop'
    await tick()
    expect(smtp.count(user.email!)).toBe(1)
    expect(await deliveryOf(user)).toMatchObject({ status: 'unknown', attempts: 1 })
    smtp.onMessage = async () => undefined
    await tick('19:01')
    await tick('20:00')
    expect(smtp.count(user.email!)).toBe(1)
  })

  test('is down: nobody is lost, and it is asked once a minute only', async () => {
    const people = await Promise.all(Array.from({ length: 250 }, () => createUser(db, due)))
    await smtp.stop()
    await tick()
    const tried = await db.select().from(reminderDeliveries).where(eq(reminderDeliveries.attempts, 1))
    expect(tried.length).toBeGreaterThan(0)
    expect(tried.length).toBeLessThan(50)
    expect(tried[0]).toMatchObject({ status: 'pending', lastError: 'The mail server could not be reached' })
    await smtp.start()
    await tick('19:01')
    expect(smtp.received).toHaveLength(people.length)
    expect(new Set(smtp.received.map(({ to }) => to)).size).toBe(people.length)
  })

  test('is slow: one that stops meanwhile hands over nothing more, and what is under way is written down', async () => {
    const people = await Promise.all(Array.from({ length: 30 }, () => createUser(db, due)))
    let answerAll = () => {}
    const answered = new Promise<void>((resolve) => (answerAll = resolve))
    const asked = new Promise<void>((resolve) => {
      smtp.onMessage = async () => {
        resolve()
        await answered
        return undefined
      }
    })
    const schedule = startSchedule(ctx)
    await asked
    const stopped = schedule.stop()
    answerAll()
    await stopped
    const rows = await db.select().from(reminderDeliveries)
    const sent = rows.filter(({ status }) => status === 'sent')
    expect(sent).toHaveLength(smtp.received.length)
    expect(sent.length).toBeGreaterThan(0)
    expect(sent.length).toBeLessThan(people.length)
    for (const row of rows.filter(({ status }) => status !== 'sent'))
      expect(row).toMatchObject({ status: 'pending', attempts: 0, leaseUntil: null })
    smtp.onMessage = async () => undefined
    await tick()
    expect(smtp.received).toHaveLength(people.length)
    expect(new Set(smtp.received.map(({ to }) => to)).size).toBe(people.length)
  })

  test('does not answer at all: a stop waits for its grace only, and the outcome is unknown', async () => {
    const user = await createUser(db, due)
    const asked = new Promise<void>((resolve) => {
      smtp.onMessage = () => {
        resolve()
        return new Promise(() => {})
      }
    })
    const schedule = startSchedule(ctx, { grace: 50 })
    await asked
    await schedule.stop()
    expect(await deliveryOf(user)).toMatchObject({ status: 'unknown', leaseUntil: null })
    smtp.onMessage = async () => undefined
    await tick('19:10')
    expect(smtp.received).toEqual([])
  })
})

describe('Twilio', () => {
  test.each([
    ['429', { status: 429, code: 20429 }],
    ['500', { status: 500, code: 20500 }],
    ['503 with a page', { status: 503, html: true }],
    ['401', { status: 401, code: 20003 }],
  ])('answers %s: it is tried again', async (_, answer) => {
    const user = await createTextUser()
    twilio.answerTo = async () => answer
    await tick()
    expect(await deliveryOf(user)).toMatchObject({
      status: 'pending',
      attempts: 1,
      nextAttemptAt: at('19:01'),
    })
    twilio.answerTo = async () => undefined
    await tick('19:01')
    expect(twilio.count(user.phoneNumber!)).toBe(1)
    expect(await deliveryOf(user)).toMatchObject({ status: 'sent', providerId: 'SM1' })
  })

  test.each([
    [21211, 'The phone number cannot receive texts: please check it'],
    [21614, 'The phone number cannot receive texts: please check it'],
    [21408, "The text message provider answered: The 'To' number"],
  ])('answers %i: that is final', async (code, reason) => {
    const user = await createTextUser()
    twilio.answerTo = async () => ({ status: 400, code })
    await tick()
    expect(await deliveryOf(user)).toMatchObject({
      status: 'failed',
      lastError: expect.stringContaining(reason),
    })
    expect(await userNow(user)).toMatchObject({ phoneReminderEnabled: true })
  })

  test('answers 21610: phone reminders are off, e-mail goes on', async () => {
    const [onlyTexts, both] = [await createTextUser(), await createTextUser({ dailyReminderEnabled: true })]
    twilio.answerTo = async () => ({ status: 400, code: 21610 })
    await tick()
    expect(await deliveryOf(onlyTexts)).toMatchObject({ status: 'failed' })
    expect(await userNow(onlyTexts)).toMatchObject({ phoneReminderEnabled: false, nextReminderAt: null })
    expect(await userNow(both)).toMatchObject({
      phoneReminderEnabled: false,
      nextReminderAt: new Date('2026-11-22T19:00:00Z'),
    })
  })

  test('is down: tried again; cut in mid-request: unknown', async () => {
    const user = await createTextUser()
    await twilio.stop()
    await tick()
    expect(await deliveryOf(user)).toMatchObject({ status: 'pending', attempts: 1 })
    await twilio.restart()
    twilio.answerTo = async () => 'drop'
    await tick('19:01')
    expect(await deliveryOf(user)).toMatchObject({ status: 'unknown', attempts: 2 })
    twilio.answerTo = async () => undefined
    await tick('20:00')
    expect(twilio.count(user.phoneNumber!)).toBe(1)
  })

  test('its credentials and the number never reach the log', async () => {
    const user = await createTextUser()
    twilio.answerTo = async () => 'drop'
    await tick()
    expect(logged.text()).toContain('unknown')
    const { accountSid, authToken } = twilio.settings
    const basic = Buffer.from(`${accountSid}:${authToken}`).toString('base64')
    for (const secret of [authToken, basic, user.phoneNumber!]) expect(logged.text()).not.toContain(secret)
  })
})

describe('after an outage', () => {
  test('it comes late on the same local day', async () => {
    const user = await createUser(db, due)
    await tick('23:59')
    expect(smtp.count(user.email!)).toBe(1)
    expect(await userNow(user)).toMatchObject({ nextReminderAt: new Date('2026-11-22T19:00:00Z') })
  })

  test('of days nobody gets more than one, and it is said which day was missed', async () => {
    const [late, tooEarly] = [await createUser(db, due), await createUser(db, due)]
    await db
      .update(users)
      .set({ reminderTime: '21:00', nextReminderAt: at('21:00') })
      .where(eq(users.id, tooEarly.id))
    now = new Date('2026-11-24T20:00:00Z')
    await tick()
    await tick()
    expect([smtp.count(late.email!), smtp.count(tooEarly.email!)]).toEqual([1, 0])
    expect(await deliveryOf(tooEarly)).toMatchObject({
      localDate: '2026-11-21',
      status: 'skipped',
      lastError: 'Lisa was not running until that day was over',
    })
    expect(await userNow(tooEarly)).toMatchObject({ nextReminderAt: new Date('2026-11-24T21:00:00Z') })
    expect(await userNow(late)).toMatchObject({ lastReminderSent: '2026-11-24' })
  })
})

test('when nobody new can be put into the ledger, what is there is sent all the same', async () => {
  const user = await createUser(db, due)
  smtp.onEnvelope = () => '451 later'
  await tick()
  smtp.onEnvelope = () => undefined
  now = at('19:01')
  const transaction = () => Promise.reject(new Error('The database has enough to do'))
  const busy = { ...ctx, db: Object.create(ctx.db, { transaction: { value: transaction } }) }
  await expect(sendDueReminders(busy)).rejects.toThrow('enough to do')
  expect(smtp.count(user.email!)).toBe(1)
  expect(await deliveryOf(user)).toMatchObject({ status: 'sent' })
})

describe('a process that dies', () => {
  test('after the claim and before the hand-over: another one sends it when the lease is over', async () => {
    const user = await createUser(db, due)
    const dead = { ...ctx, mailer: { send: () => new Promise<never>(() => {}), close: () => {} } }
    void sendDueReminders(dead)
    await expect.poll(async () => (await deliveryOf(user))?.leaseUntil).toEqual(at('19:02'))
    await tick('19:01')
    expect(smtp.received).toEqual([])
    await tick('19:02')
    expect(smtp.count(user.email!)).toBe(1)
  })

  test('in the middle of handing over: unknown when the lease is over, and not sent again', async () => {
    const user = await createUser(db, due)
    const asked = new Promise<void>((resolve) => {
      smtp.onMessage = () => {
        resolve()
        return new Promise(() => {})
      }
    })
    void sendDueReminders(ctx)
    await asked
    expect(await deliveryOf(user)).toMatchObject({ status: 'sending' })
    smtp.onMessage = async () => undefined
    await tick('19:01')
    expect(await deliveryOf(user)).toMatchObject({ status: 'sending' })
    await tick('19:02')
    expect(await deliveryOf(user)).toMatchObject({ status: 'unknown' })
    expect(logged.text()).toContain('interrupted in mid-send')
    await tick('20:00')
    expect(smtp.received).toEqual([])
  })

  test('one that was only asleep sends nothing once its lease is over', async () => {
    const user = await createUser(db, due)
    let wake = () => {}
    const asleep = new Promise<void>((resolve) => (wake = resolve))
    const slow = {
      ...ctx,
      mailer: {
        ...mailer,
        send: async (...args: Parameters<typeof mailer.send>) => (await asleep, mailer.send(...args)),
      },
    }
    const sleeper = sendDueReminders(slow)
    await expect.poll(async () => (await deliveryOf(user))?.leaseUntil).toEqual(at('19:02'))
    await tick('19:02')
    wake()
    await sleeper
    expect(smtp.count(user.email!)).toBe(1)
    expect(await deliveryOf(user)).toMatchObject({ status: 'sent', attempts: 1 })
  })
})

describe('what was handed over is noted on this machine: a process that dies', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'lisa-hand-overs-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const process = (at = folder) => ({
    ...ctx,
    handOvers: keepHandOvers(at, (error) => expect.fail(String(error))),
  })
  const asleepForEver = () => new Promise<never>(() => {})
  /** As far as `step`, and no further. */
  const dieAt = (step: 'marked' | 'left') => ({
    ...mailer,
    send: (_mail: unknown, { handOver, leave }: SendOptions = {}) =>
      handOver!().then(() => {
        if (step === 'left') leave!()
        return asleepForEver()
      }),
  })
  const tryAt = (time: string, from = process()) => {
    now = at(time)
    return sendDueReminders(from)
  }
  async function die(user: { id: string }, step: 'marked' | 'left', attempts = 1) {
    void sendDueReminders({ ...process(), mailer: dieAt(step) })
    await expect.poll(() => deliveryOf(user)).toMatchObject({ status: 'sending', attempts })
  }

  test('before the message left: it is sent when the lease is over', async () => {
    const user = await createUser(db, due)
    await die(user, 'marked')
    await tryAt('19:01')
    expect(smtp.received).toEqual([])
    await tryAt('19:02')
    expect(smtp.count(user.email!)).toBe(1)
    expect(await deliveryOf(user)).toMatchObject({ status: 'sent', attempts: 2, handOverLog: null })
    expect(logged.text()).toContain('had not been sent, retrying them now')
  })

  test('and one elsewhere has called it unknown first: it is sent all the same', async () => {
    const user = await createUser(db, due)
    await die(user, 'marked')
    await tick('19:02')
    expect(await deliveryOf(user)).toMatchObject({ status: 'unknown' })
    const isAhead = { ...process(), now: () => at('19:01') }
    await sendDueReminders(isAhead)
    expect(smtp.received).toEqual([])
    await tryAt('19:03')
    expect(smtp.count(user.email!)).toBe(1)
  })

  test('after the message left: unknown, and not sent again', async () => {
    const user = await createUser(db, due)
    await die(user, 'left')
    for (const time of ['19:02', '19:03', '20:00']) await tryAt(time)
    expect(smtp.received).toEqual([])
    expect(await deliveryOf(user)).toMatchObject({ status: 'unknown', attempts: 1 })
  })

  test('on another machine, or without a log: unknown, and not sent again', async () => {
    const [elsewhere, without] = [await createUser(db, due), await createUser(db, due)]
    await die(elsewhere, 'marked')
    await db
      .update(users)
      .set({ nextReminderAt: at('19:00') })
      .where(eq(users.id, without.id))
    const other = mkdtempSync(path.join(tmpdir(), 'lisa-hand-overs-'))
    onTestFinished(() => rmSync(other, { recursive: true }))
    await tryAt('19:02', process(other))
    expect(await deliveryOf(elsewhere)).toMatchObject({ status: 'unknown' })
    rmSync(folder, { recursive: true })
    await tryAt('19:03')
    expect(smtp.received).toEqual([])
  })

  test('on the day before: it is too late', async () => {
    const user = await createUser(db, { nextReminderAt: at('23:59'), reminderTime: '23:59' })
    now = at('23:59')
    await die(user, 'marked')
    now = new Date('2026-11-22T00:01:00Z')
    await sendDueReminders(process())
    expect(smtp.received).toEqual([])
    expect(await deliveryOf(user)).toMatchObject({
      status: 'failed',
      lastError: 'It could not be sent before that day was over',
    })
  })

  test('at every try: not more than five', async () => {
    const user = await createUser(db, due)
    for (const [tries, time] of ['19:00', '19:02', '19:04', '19:06', '19:08'].entries()) {
      now = at(time)
      await die(user, 'marked', tries + 1)
    }
    await tryAt('19:10')
    expect(smtp.received).toEqual([])
    expect(await deliveryOf(user)).toMatchObject({ status: 'unknown', attempts: 5 })
  })

  test('and its log has been read once: it is not read at every tick', async () => {
    const user = await createUser(db, due)
    await die(user, 'left')
    await tryAt('19:02')
    expect(await deliveryOf(user)).toMatchObject({ status: 'unknown', handOverLog: null })
  })

  /** Sleeps with the row marked, and the message not let go. */
  async function fallAsleep(user: { id: string }) {
    let wake = () => {}
    const asleep = new Promise<void>((resolve) => (wake = resolve))
    const done = sendDueReminders({
      ...process(),
      mailer: {
        ...mailer,
        send: (mail: Mail, options: SendOptions = {}) =>
          mailer.send(mail, { ...options, handOver: () => options.handOver!().then(() => asleep) }),
      },
    })
    await expect.poll(async () => (await deliveryOf(user))?.status).toBe('sending')
    return async () => {
      wake()
      await done
    }
  }

  test('one that was only asleep sends nothing once others may think it dead', async () => {
    const user = await createUser(db, due)
    const wakeUp = await fallAsleep(user)
    await tryAt('19:02')
    expect(smtp.count(user.email!)).toBe(1)
    await wakeUp()
    expect(smtp.count(user.email!)).toBe(1)
    expect(await deliveryOf(user)).toMatchObject({ status: 'sent', attempts: 2 })
  })

  test('one that wakes while another one sends does not undo what that one has written down', async () => {
    const user = await createUser(db, due)
    const wakeUp = await fallAsleep(user)
    let answer = () => {}
    const answered = new Promise<void>((resolve) => (answer = resolve))
    smtp.onMessage = () => answered.then(() => undefined)
    const other = tryAt('19:02')
    await expect.poll(() => deliveryOf(user)).toMatchObject({ status: 'sending', attempts: 2 })
    await wakeUp()
    expect(await deliveryOf(user)).toMatchObject({ status: 'sending', attempts: 2 })
    answer()
    await other
    await tryAt('19:05')
    expect(smtp.count(user.email!)).toBe(1)
    expect(await deliveryOf(user)).toMatchObject({ status: 'sent', attempts: 2 })
  })

  const thatDiesOnceSent = () => ({
    ...process(),
    mailer: {
      ...mailer,
      send: (...sent: Parameters<typeof mailer.send>) => mailer.send(...sent).then(asleepForEver),
    },
  })

  test('one that wakes when another one has sent and died does not make it due again', async () => {
    const user = await createUser(db, due)
    const wakeUp = await fallAsleep(user)
    now = at('19:02')
    void sendDueReminders(thatDiesOnceSent())
    await expect.poll(() => smtp.count(user.email!)).toBe(1)
    await tryAt('19:05')
    await wakeUp()
    await tryAt('19:07')
    expect(smtp.count(user.email!)).toBe(1)
    expect(await deliveryOf(user)).toMatchObject({ status: 'unknown', attempts: 2 })
  })

  test('one that slept between finding and taking back takes nothing that was sent meanwhile', async () => {
    const user = await createUser(db, due)
    const owner = process()
    void sendDueReminders({ ...owner, mailer: dieAt('marked') })
    await expect.poll(async () => (await deliveryOf(user))?.status).toBe('sending')
    now = at('19:02')
    await giveUpInterrupted(db, now)
    const found = await interruptedUnder(db, await owner.handOvers.ids(), now)
    expect(found).toHaveLength(1)
    void sendDueReminders({ ...thatDiesOnceSent(), handOvers: owner.handOvers })
    await expect.poll(() => smtp.count(user.email!)).toBe(1)
    now = at('19:05')
    await giveUpInterrupted(db, now)
    expect(await takeBack(db, found, now)).toBe(0)
    await tryAt('19:05')
    expect(smtp.count(user.email!)).toBe(1)
  })

  test('one that slept right after its note sends nothing', async () => {
    const user = await createUser(db, due)
    const { handOvers, ...rest } = process()
    const { id, note } = handOvers.log()!
    const sleepAfter = (handOver: string) => {
      note(handOver)
      now = at('19:03')
    }
    await sendDueReminders({ ...rest, handOvers: { ...handOvers, log: () => ({ id, note: sleepAfter }) } })
    expect(smtp.received).toEqual([])
    expect(await deliveryOf(user)).toMatchObject({ status: 'pending', attempts: 1 })
  })
})

test('many instances at once share the work', async () => {
  const people = await Promise.all(Array.from({ length: 300 }, () => createUser(db, due)))
  await Promise.all([tick(), tick(), tick(), tick()])
  expect(smtp.received).toHaveLength(people.length)
  expect(new Set(smtp.received.map(({ to }) => to)).size).toBe(people.length)
})

test("the words change once today's entry exists", async () => {
  const [wrote, did] = [await createUser(db, due), await createUser(db, due)]
  for (const entryDate of ['2026-11-20', '2026-11-21']) await createEntry(db, wrote.id, { entryDate })
  await tick()
  const mailTo = (user: { email: string | null }) => smtp.received.find(({ to }) => to === user.email)?.raw
  expect(mailTo(wrote)).toContain("Subject: Ana, you've written today")
  expect(mailTo(wrote)).toContain('Your streak: 2 days in a row.')
  expect(mailTo(did)).toContain('Subject: Ana, time for your journal')
})
