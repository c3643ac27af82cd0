import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { phoneCodes, reminderDeliveries, users } from '@shared/schema'
import { codesFrom } from '../../test/codes'
import { createUser, newPhoneNumber } from '../../test/factories'
import type { Client, User } from '../../test/people'
import { createRemindersApp, due } from '../../test/reminders-app'
import { createTestApp, signIn } from '../../test/test-app'

const { twilio, logged, clock, app, db, tick, deliveryOf, userNow } = await createRemindersApp()
const { codeAt, save, enter, isConfirmed, confirm } = codesFrom(twilio)

let ana: User, asAna: Client, number: string
beforeEach(async () => {
  clock.now = new Date('2026-11-21T12:00:00Z')
  ana = await createUser(db)
  asAna = await signIn(app, ana)
  number = newPhoneNumber()
})

const requestCode = (client = asAna) => client.post('/api/test-sms')
const minutesLater = (minutes: number) => (clock.now = new Date(clock.now.getTime() + minutes * 60_000))
const wrong = (code: string) => (code === '123456' ? '654321' : '123456')

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
    await enter(asAna, codeAt(later)).expect(204)
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

describe('a code', () => {
  const refusal = async (code: string) => {
    const { body } = await enter(asAna, code).expect(400)
    expect(body.errors).toEqual([{ path: 'code', message: body.message }])
    return body.message as string
  }
  beforeEach(() => save(asAna, number))

  test('is needed', async () => {
    const none = 'There is no code for this number. Choose Send Test SMS to get a new one'
    expect(await refusal('123456')).toBe(none)
    await enter(asAna, '12345').expect(400)
    await requestCode()
    const code = codeAt(number)
    const another = newPhoneNumber()
    await save(asAna, another)
    expect(await refusal(code)).toBe(none)
    await save(asAna, '', { phoneReminderEnabled: false })
    expect(await refusal(code)).toBe(none)
  })

  test('has five tries, and then not even the right one counts', async () => {
    await requestCode()
    const code = codeAt(number)
    const said = []
    for (let n = 0; n < 5; n++) said.push(await refusal(wrong(code)))
    expect(said).toEqual([
      'That is not the code. You have 4 tries left',
      'That is not the code. You have 3 tries left',
      'That is not the code. You have 2 tries left',
      'That is not the code. You have 1 try left',
      'The code was wrong 5 times. Choose Send Test SMS to get a new one',
    ])
    expect(await refusal(code)).toBe(said[4])
    expect(await isConfirmed(asAna)).toBe(false)
  })

  test('has five tries even at the same moment', async () => {
    await requestCode()
    const code = codeAt(number)
    const answers = await Promise.all(Array.from({ length: 20 }, () => enter(asAna, wrong(code))))
    expect(answers.filter(({ body }) => /not the code/.test(body.message))).toHaveLength(4)
    expect(await refusal(code)).toContain('5 times')
  })

  test('works for 15 minutes, and the newest one only', async () => {
    await requestCode()
    const first = codeAt(number)
    minutesLater(15)
    expect(await refusal(first)).toBe('This code has expired. Choose Send Test SMS to get a new one')
    await requestCode()
    minutesLater(14)
    if (first !== codeAt(number)) await refusal(first)
    await enter(asAna, codeAt(number)).expect(204)
    await enter(asAna, codeAt(number)).expect(400)
  })

  test('is good for the account that asked only', async () => {
    const ben = await createUser(db)
    const asBen = await signIn(app, ben)
    await save(asBen, number)
    await requestCode()
    await enter(asBen, codeAt(number)).expect(400)
    await requestCode(asBen)
    await enter(asBen, codeAt(number)).expect(204)
    expect([await isConfirmed(asBen), await isConfirmed(asAna)]).toEqual([true, false])
  })

  test('is stored without its digits, and neither it nor the number is in the log', async () => {
    await requestCode()
    const code = codeAt(number)
    const [stored] = await db.select().from(phoneCodes).where(eq(phoneCodes.userId, ana.id))
    expect(stored).toMatchObject({ codeHash: expect.stringMatching(/^[\w-]{43}$/), tries: 0 })
    const { rows: tables } = await db.execute<{ name: string }>(
      sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
    )
    for (const { name } of tables) {
      const { rows } = await db.execute(
        sql`select * from ${sql.identifier(name)} as t where t::text ~ ${code}`,
      )
      expect(rows).toEqual([])
    }
    await refusal(wrong(code))
    for (const secret of [code, number]) expect(logged.text()).not.toContain(secret)
  })

  test('goes to one number three times a day, whoever asks, and is the only one to be counted so', async () => {
    const clients = await Promise.all([1, 2].map(async () => signIn(app, await createUser(db))))
    for (const client of clients) await save(client, number)
    const [asBen, asEve] = clients as [Client, Client]
    for (const client of [asAna, asBen, asBen]) await requestCode(client).expect(200)
    minutesLater(10)
    for (const client of [asAna, asEve]) {
      const { body, headers } = await requestCode(client).expect(429)
      expect(body.message).toBe('One number gets at most 3 codes a day. Try again in 24 hours')
      expect(headers['retry-after']).toBe(String((24 * 60 - 10) * 60))
    }
    await enter(asBen, codeAt(number)).expect(204)
    for (let n = 0; n < 3; n++) await requestCode(asBen).expect(200)
    // What the number's limit refused does not count as one of the five tests of that hour.
    await save(asEve, newPhoneNumber())
    for (let n = 0; n < 3; n++) await requestCode(asEve).expect(200)
    await save(asEve, newPhoneNumber())
    for (const status of [200, 200, 429]) await requestCode(asEve).expect(status)
    minutesLater(24 * 60 - 10)
    await requestCode().expect(200)
  })

  test('does not count when the provider was not reached', async () => {
    await twilio.stop()
    for (let n = 0; n < 6; n++) await requestCode().expect(502)
    await twilio.restart()
    for (let n = 0; n < 3; n++) await requestCode().expect(200)
  })

  test('that two accounts enter at the same moment gives the number to one of them', async () => {
    const ben = await createUser(db)
    const asBen = await signIn(app, ben)
    await save(asBen, number)
    await requestCode()
    const codes = [codeAt(number)]
    await requestCode(asBen)
    codes.push(codeAt(number))
    await Promise.all([asAna, asBen].map((client, n) => enter(client, codes[n]!).expect(204)))
    expect((await Promise.all([asAna, asBen].map(isConfirmed))).sort()).toEqual([false, true])
  })

  test('goes with its user', async () => {
    await requestCode()
    await db.delete(users).where(eq(users.id, ana.id))
    expect(await db.select().from(phoneCodes).where(eq(phoneCodes.userId, ana.id))).toEqual([])
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
