import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { phoneCodes, users } from '@shared/schema'
import { codesFrom } from '../../test/codes'
import { createUser, newPhoneNumber } from '../../test/factories'
import type { Client, User } from '../../test/people'
import { createRemindersApp } from '../../test/reminders-app'
import { signIn } from '../../test/test-app'

const { twilio, logged, clock, app, db } = await createRemindersApp()
const { codeAt, save, enter, isConfirmed } = codesFrom(twilio)

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

describe('a code', () => {
  const refusal = async (code: string) => {
    const { body } = await enter(asAna, code).expect(400)
    expect(body.errors).toEqual([{ path: 'code', message: body.message }])
    return body.message as string
  }
  beforeEach(() => save(asAna, number))

  test('is needed', async () => {
    const none = 'There is no code for this number. Choose Send Test SMS to get a new one.'
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
      "That's not the right code. You have 4 tries left.",
      "That's not the right code. You have 3 tries left.",
      "That's not the right code. You have 2 tries left.",
      "That's not the right code. You have 1 try left.",
      'The code was wrong 5 times. Choose Send Test SMS to get a new one.',
    ])
    expect(await refusal(code)).toBe(said[4])
    expect(await isConfirmed(asAna)).toBe(false)
  })

  test('has five tries even at the same moment', async () => {
    await requestCode()
    const code = codeAt(number)
    const answers = await Promise.all(Array.from({ length: 20 }, () => enter(asAna, wrong(code))))
    expect(answers.filter(({ body }) => /not the right code/.test(body.message))).toHaveLength(4)
    expect(await refusal(code)).toContain('5 times')
  })

  test('works for 15 minutes, and the newest one only', async () => {
    await requestCode()
    const first = codeAt(number)
    minutesLater(15)
    expect(await refusal(first)).toBe('This code has expired. Choose Send Test SMS to get a new one.')
    asAna = await signIn(app, ana)
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
      expect(body.message).toBe('We send at most 3 codes a day to one number. Try again in 24 hours.')
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

  test('that no provider took gives no tries', async () => {
    await twilio.stop()
    for (let n = 0; n < 6; n++) {
      await requestCode().expect(502)
      expect(await refusal('123456')).toContain('There is no code')
    }
    await twilio.restart()
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
