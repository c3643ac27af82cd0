import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { dailyMessages, rateLimits, reminderDeliveries, stoppedNumbers, users } from '@shared/schema'
import { codesFrom } from '../../test/codes'
import { createUser, newPhoneNumber } from '../../test/factories'
import { provider, replyIn } from '../../test/incoming-text'
import type { Client, User } from '../../test/people'
import { createRemindersApp, due } from '../../test/reminders-app'
import { signIn } from '../../test/test-app'

const { twilio, app, clock, ctx, db, tick, userNow, signInAnaAtNoon } = await createRemindersApp()
const { save, confirm } = codesFrom(twilio)
const { text } = provider(app, ctx)

let number: string, ana: User, asAna: Client, asMallory: Client
beforeEach(async () => {
  ;({ ana, asAna } = await signInAnaAtNoon())
  number = ana.phoneNumber ?? ''
  asMallory = await signIn(app, await createUser(db, { firstName: 'Mallory' }))
  await db.delete(stoppedNumbers)
})

test('a number that somebody has only saved gets nothing but codes, which do not say who asked', async () => {
  const stranger = newPhoneNumber()
  await db.update(users).set({ firstName: 'Buy gold at x.test', ...due })
  await save(asMallory, stranger)
  await tick('19:00')
  expect(twilio.count(stranger)).toBe(0)
  await asMallory.post('/api/test-sms').expect(200)
  expect(twilio.received.findLast(({ to }) => to === stranger)?.body).toMatch(
    /^Lisa: your code is \d{6}\. It works for 15 minutes\. If you didn't ask for it, ignore this text, or reply STOP to get no more\.$/,
  )
})

describe('STOP', () => {
  const stopped =
    /^This number has opted out of texts\. To get them again, text START to Lisa from that number\./

  test('is not undone by a PUT, by its own account or another one', async () => {
    await text({ From: number, Body: 'STOP' }).expect(200)
    for (const client of [asAna, asMallory]) {
      await save(client, number, { dailyReminderEnabled: false })
      expect((await client.post('/api/test-sms').expect(400)).body.message).toMatch(stopped)
    }
    await db.update(users).set(due)
    await tick('19:00')
    expect(twilio.received).toEqual([])
    const { body } = await asAna.get('/api/reminder-deliveries/latest').expect(200)
    expect(body.sms).toMatchObject({ status: 'failed', lastError: expect.stringMatching(stopped) })
    expect(await userNow(ana)).toMatchObject({ phoneReminderEnabled: false })
  })

  test('keeps the switch off in the settings from the moment it comes in, whatever is saved, until START', async () => {
    const settings = async () => (await asAna.get('/api/reminder-settings').expect(200)).body
    const confirmation = async () => (await asAna.get('/api/phone-confirmation').expect(200)).body
    await save(asAna, number)
    expect(await settings()).toMatchObject({ phoneReminderEnabled: true })
    expect(await confirmation()).toEqual({ confirmed: true })

    await text({ From: number, Body: 'STOP' }).expect(200)
    expect(await settings()).toMatchObject({ phoneNumber: number, phoneReminderEnabled: false })
    expect(await confirmation()).toEqual({ confirmed: true, stopped: true })
    const { body } = await save(asAna, number, { reminderTime: '08:00' })
    expect(body).toMatchObject({ reminderTime: '08:00', phoneReminderEnabled: false })
    expect(await settings()).toEqual(body)

    await text({ From: number, Body: 'START' }).expect(200)
    expect(await settings()).toEqual({ ...body, phoneReminderEnabled: true })
    expect(await confirmation()).toEqual({ confirmed: true })
  })

  test('is told in the settings of its own account only, and is none of another number there', async () => {
    await text({ From: number, Body: 'STOP' }).expect(200)
    await save(asMallory, number)
    expect((await asMallory.get('/api/phone-confirmation').expect(200)).body).toEqual({ confirmed: false })
    expect((await asMallory.get('/api/reminder-settings').expect(200)).body).toMatchObject({
      phoneReminderEnabled: true,
    })
    const { body } = await save(asAna, newPhoneNumber())
    expect(body).toMatchObject({ phoneReminderEnabled: true })
    expect((await asAna.get('/api/phone-confirmation').expect(200)).body).toEqual({ confirmed: false })
  })

  test('cannot be asked about of number after number', async () => {
    await text({ From: number, Body: 'STOP' }).expect(200)
    for (const status of [400, 400, 400, 400, 400, 429]) {
      await save(asMallory, number)
      await asMallory.post('/api/test-sms').expect(status)
    }
    await text({ From: number, Body: 'START' }).expect(200)
    await asAna.post('/api/test-sms').expect(200)
  })

  test('ends with START from the number, and with nothing else', async () => {
    await text({ From: number, Body: 'STOP' }).expect(200)
    await db.delete(users).where(eq(users.id, ana.id))
    await save(asMallory, number)
    await asMallory.post('/api/test-sms').expect(400)
    expect(replyIn(await text({ From: number, Body: 'Hello?' }).expect(200))).toContain('recognize')
    await asMallory.post('/api/test-sms').expect(400)
    await text({ From: number, Body: 'Start' }).expect(200)
    await confirm(asMallory, number)
  })

  test('from a number of nobody ends the codes that are sent to it', async () => {
    const stranger = newPhoneNumber()
    await save(asMallory, stranger)
    await asMallory.post('/api/test-sms').expect(200)
    expect(replyIn(await text({ From: stranger, Body: 'Stop!' }).expect(200))).toBeUndefined()
    expect((await asMallory.post('/api/test-sms').expect(400)).body.message).toMatch(stopped)
    expect(twilio.count(stranger)).toBe(1)
  })

  test('YES starts again a number that said STOP, though its account has reminders on', async () => {
    await text({ From: number, Body: 'STOP' }).expect(200)
    await save(asAna, number)
    expect(replyIn(await text({ From: number, Body: 'Yes' }).expect(200))).toContain('are on')
    await asAna.post('/api/test-sms').expect(200)
  })

  test('holds for a number that was confirmed with a zero too many', async () => {
    const spelled = ['+4407400123456', '+44007400123456']
    const owners = await Promise.all(spelled.map((phoneNumber) => createUser(db, { phoneNumber })))
    await db.update(users).set({ phoneReminderEnabled: true })
    await text({ From: '+447400123456', Body: 'STOP' }).expect(200)
    for (const owner of owners) await (await signIn(app, owner)).post('/api/test-sms').expect(400)
    await db.update(users).set(due)
    await tick('19:00')
    for (const phoneNumber of spelled) expect(twilio.count(phoneNumber)).toBe(0)
    expect(twilio.count(number)).toBe(1)
  })

  test('and the count of texts outlive the account as keyed hashes, without the number', async () => {
    await save(asMallory, '+15550142424')
    await asMallory.post('/api/test-sms').expect(200)
    await text({ From: '+15550142424', Body: 'STOP' }).expect(200)
    await db.delete(users)
    const left = [...(await db.select().from(stoppedNumbers)), ...(await db.select().from(rateLimits))]
    expect(left.length).toBeGreaterThan(1)
    expect(JSON.stringify(left)).not.toContain('5550142424')
    for (const table of [dailyMessages, reminderDeliveries]) expect(await db.select().from(table)).toEqual([])
  })
})

test('five texts to satellite numbers in an hour are none: such numbers are refused with a sentence', async () => {
  const numbers = [
    '+881612345678', // Globalstar, Iridium
    '+870773100000', // Inmarsat
    '+882161234567', // Thuraya and other networks of no country
    '+883130000000',
    '+8781012345678',
    '+888123456789',
    '+97912345678', // premium rate, international
    '+80012345678', // freephone, international
    '+19005551234', // premium rate
    '+449091234567',
    '+447012345678', // follow-me numbers, billed like premium rate
    '+999123456789', // no country at all
  ]
  for (const phoneNumber of numbers) {
    await save(asMallory, phoneNumber)
    const { body } = await asMallory.post('/api/test-sms').expect(400)
    expect(body.message).toBe(
      "Lisa can't text satellite, premium-rate or service numbers. Please use a mobile number.",
    )
  }
  expect(twilio.received).toEqual([])
  await save(asMallory, '+491701234567')
  for (const status of [200, 200, 200, 429]) await asMallory.post('/api/test-sms').expect(status)
})

test.each([
  ['+4407400123456', 'Please write this number as +447400123456.'],
  ['+44007400123456', 'Please write this number as +447400123456.'],
  ['+5215512345678', 'Please write this number as +525512345678.'],
  ['+390347123456', "This can't be a phone number. Please check it."],
  ['+1234567890', "This can't be a phone number. Please check it."],
  ['+44740012345678', "This can't be a phone number. Please check it."],
])('%s gets no code, in any spelling', async (phoneNumber, message) => {
  await save(asMallory, phoneNumber)
  await asMallory.post('/api/test-sms').expect(400, { message })
  expect(twilio.received).toEqual([])
})

test('a text from the number as Twilio once wrote it is that of its owner, and its STOP holds', async () => {
  const eva = await createUser(db, { phoneNumber: '+525512345678', phoneReminderEnabled: true, ...due })
  expect(replyIn(await text({ From: '+5215512345678', Body: 'A good day' }).expect(200))).toContain('Saved')
  expect(await db.$count(dailyMessages, eq(dailyMessages.userId, eva.id))).toBe(2)
  await text({ From: '+5215512345678', Body: 'STOP' }).expect(200)
  await (await signIn(app, eva)).post('/api/test-sms').expect(400)
  await text({ From: '+525512345678', Body: 'START' }).expect(200)
  await (await signIn(app, eva)).post('/api/test-sms').expect(200)
})

test('a new account keeps its code when no text went out', async () => {
  const eve = await createUser(db, { createdAt: new Date('2026-11-21T11:00:00Z') })
  const asEve = await signIn(app, eve)
  await text({ From: number, Body: 'STOP' }).expect(200)
  await save(asEve, number)
  await asEve.post('/api/test-sms').expect(400)
  await save(asEve, newPhoneNumber())
  twilio.answerTo = async () => ({ status: 400, code: 21211 })
  await asEve.post('/api/test-sms').expect(502)
  twilio.answerTo = async () => undefined
  await asEve.post('/api/test-sms').expect(200)
  await asEve.post('/api/test-sms').expect(429)
})

test('a new account gets one code in its first day, to whatever number', async () => {
  const eve = await createUser(db, { createdAt: new Date('2026-11-20T12:30:00Z') })
  const asEve = await signIn(app, eve)
  await save(asEve, newPhoneNumber())
  await asEve.post('/api/test-sms').expect(200)
  await save(asEve, newPhoneNumber())
  const { body } = await asEve.post('/api/test-sms').expect(429)
  expect(body.message).toBe('A new account gets one code in its first day. Try again in 24 hours.')
  clock.now = new Date('2026-11-21T12:30:00Z')
  await asEve.post('/api/test-sms').expect(200)
})
