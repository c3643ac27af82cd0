import { beforeEach, describe, expect, test } from 'vitest'
import { reminderDeliveries, users } from '@shared/schema'
import { codesFrom } from '../../test/codes'
import { createUser, newPhoneNumber } from '../../test/factories'
import type { Client, User } from '../../test/people'
import { createRemindersApp, due } from '../../test/reminders-app'
import { createTestApp, signIn } from '../../test/test-app'

const { twilio, clock, app, db, tick, deliveryOf, userNow } = await createRemindersApp()
const { codeAt, save, enter, isConfirmed, confirm } = codesFrom(twilio)

let ana: User, asAna: Client, number: string
beforeEach(async () => {
  clock.now = new Date('2026-11-21T12:00:00Z')
  ana = await createUser(db)
  asAna = await signIn(app, ana)
  number = newPhoneNumber()
})

const requestCode = (client = asAna) => client.post('/api/test-sms')

describe('a new number', () => {
  test('is saved and shown, and counts once its code is entered', async () => {
    expect(await isConfirmed(asAna)).toBe(false)
    await save(asAna, number)
    expect((await asAna.get('/api/reminder-settings')).body).toMatchObject({ phoneNumber: number })
    expect(await userNow(ana)).toMatchObject({ phoneNumber: null, pendingPhoneNumber: number })
    expect(await isConfirmed(asAna)).toBe(false)

    await requestCode().expect(200, { message: 'Sent' })
    const { text } = await enter(asAna, ` ${codeAt(number).slice(0, 3)} ${codeAt(number).slice(3)}`).expect(
      204,
    )
    expect(text).toBe('')
    expect(await isConfirmed(asAna)).toBe(true)
    expect(await userNow(ana)).toMatchObject({ phoneNumber: number, pendingPhoneNumber: null })
    await requestCode().expect(200)
    expect(twilio.received.at(-1)?.body).toContain('journal')
    const { body } = await asAna.get('/api/account/events').expect(200)
    expect(body.map(({ kind }: { kind: string }) => kind).sort()).toEqual([
      'phone-changed',
      'phone-confirmed',
    ])
  })

  test('gets no reminder: it is skipped, and the reason told', async () => {
    await save(asAna, number, { dailyReminderEnabled: false })
    await db.update(users).set(due)
    await tick('19:00')
    expect(twilio.received).toEqual([])
    expect((await asAna.get('/api/reminder-deliveries/latest').expect(200)).body.sms).toMatchObject({
      status: 'skipped',
      lastError: 'Your phone number is not confirmed yet',
    })
  })

  test('leaves the confirmed one before it at work until it is confirmed', async () => {
    await confirm(asAna, number)
    const later = newPhoneNumber()
    await save(asAna, later, { dailyReminderEnabled: false })
    expect(await isConfirmed(asAna)).toBe(false)
    await db.update(users).set(due)
    await tick('19:00')
    expect(await deliveryOf(ana)).toMatchObject({ status: 'sent' })
    expect([twilio.received.at(-1)?.to, twilio.count(later)]).toEqual([number, 0])

    await requestCode().expect(200)
    // Hours have passed since the other one.
    await enter(await signIn(app, ana), codeAt(later)).expect(204)
    expect(await userNow(ana)).toMatchObject({ phoneNumber: later, pendingPhoneNumber: null })
  })

  test('is given up by saving the confirmed one again, and both by clearing', async () => {
    await confirm(asAna, number)
    await save(asAna, newPhoneNumber())
    await save(asAna, number)
    expect(await isConfirmed(asAna)).toBe(true)
    await save(asAna, '', { phoneReminderEnabled: false })
    expect(await isConfirmed(asAna)).toBe(false)
    expect(await userNow(ana)).toMatchObject({ phoneNumber: null, pendingPhoneNumber: null })
  })

  test('which the provider says has opted out leaves the reminders to the confirmed one on', async () => {
    await confirm(asAna, number)
    await save(asAna, newPhoneNumber())
    twilio.answerTo = async () => ({ status: 400, code: 21610 })
    expect((await requestCode().expect(502)).body.message).toContain('opted out')
    expect(await userNow(ana)).toMatchObject({ phoneReminderEnabled: true, phoneNumber: number })
  })
})

test('two users who take each other the number at the same moment do not block each other', async () => {
  const ben = await createUser(db)
  const asBen = await signIn(app, ben)
  const [first, second] = [newPhoneNumber(), newPhoneNumber()]
  await confirm(asAna, first)
  await confirm(asBen, second)
  await save(asAna, second)
  await save(asBen, first)
  await requestCode(asAna)
  await requestCode(asBen)
  await Promise.all([enter(asAna, codeAt(second)).expect(204), enter(asBen, codeAt(first)).expect(204)])
  expect([(await userNow(ana)).phoneNumber, (await userNow(ben)).phoneNumber]).toEqual([second, first])
  expect(await db.select().from(reminderDeliveries)).toEqual([])
})

test('in local mode the code is in the outbox', async () => {
  const { app, db, outbox } = await createTestApp()
  const asAna = await signIn(app, await createUser(db))
  await save(asAna, number)
  await requestCode(asAna).expect(200)
  const [text] = await outbox.list()
  const code = /\d{6}/.exec(text?.channel === 'sms' ? text.body : '')?.[0] ?? ''
  await enter(asAna, code).expect(204)
  expect(await isConfirmed(asAna)).toBe(true)
})
