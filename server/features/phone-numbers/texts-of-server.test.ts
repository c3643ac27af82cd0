import { beforeEach, expect, test } from 'vitest'
import { rateLimits } from '@shared/schema'
import { codesFrom } from '../../test/codes'
import { createUser } from '../../test/factories'
import { createRemindersApp, due } from '../../test/reminders-app'
import { signIn } from '../../test/test-app'

const { twilio, logged, clock, app, ctx, db, tick } = await createRemindersApp({
  SMS_COUNTRIES: 'gb, IE',
  SMS_PER_DAY: '3',
})
const { save } = codesFrom(twilio)
let count = 0
const newNumber = () => `+4474001${10_000 + ++count}`
beforeEach(() => db.delete(rateLimits))

const asSomebody = async (overrides = {}) => signIn(app, await createUser(db, overrides))

async function codeTo(number: string) {
  const client = await asSomebody()
  await save(client, number)
  return client.post('/api/test-sms')
}

test.each([
  ['+447400123456', 200],
  ['+353850123456', 200],
  ['+12025550123', 400],
  ['+4917012345678', 400],
  // Of the same calling code as the United Kingdom, and dearer.
  ['+447911123456', 400],
])('a code goes to the countries of SMS_COUNTRIES only: %s', async (number, status) => {
  const { body } = await codeTo(number)
  expect(body.message).toBe(status === 200 ? 'Sent' : "Lisa can't text numbers of this country.")
  expect(twilio.count(number)).toBe(status === 200 ? 1 : 0)
})

test('reminders go on to a number of another country that was confirmed before', async () => {
  await createUser(db, { phoneNumber: '+12025550123', phoneReminderEnabled: true, ...due })
  await tick('19:00')
  expect(twilio.count('+12025550123')).toBe(1)
})

test('past SMS_PER_DAY nobody gets a code or a test, which is logged and counted, and reminders go out', async () => {
  const remindedNumber = newNumber()
  const asReminded = await asSomebody({ phoneNumber: remindedNumber, phoneReminderEnabled: true, ...due })
  for (let n = 0; n < 3; n++) expect((await codeTo(newNumber())).status).toBe(200)
  const refusal = {
    message: 'Lisa has sent all the texts that she may send today. Please try again tomorrow.',
  }
  const refused = await codeTo(newNumber())
  expect([refused.status, refused.body]).toEqual([503, refusal])
  // A page would take it for a server that is away.
  expect(refused.headers).not.toHaveProperty('retry-after')
  await asReminded.post('/api/test-sms').expect(503, refusal)
  expect(twilio.received).toHaveLength(3)
  expect(logged.text()).toContain('SMS_PER_DAY is used up')
  expect(await ctx.metrics.registry.metrics()).toContain('lisa_texts_refused_total 2')
  await tick('19:00')
  expect(twilio.count(remindedNumber)).toBe(1)
  clock.now = new Date(clock.now.getTime() + 24 * 60 * 60_000)
  expect((await codeTo(newNumber())).status).toBe(200)
})

test('what no provider took does not count', async () => {
  const client = await asSomebody()
  await save(client, newNumber())
  await twilio.stop()
  for (let n = 0; n < 5; n++) await client.post('/api/test-sms').expect(502)
  await twilio.restart()
  await client.post('/api/test-sms').expect(200)
  const number = newNumber()
  for (const status of [200, 200, 503]) expect((await codeTo(number)).status).toBe(status)
})
