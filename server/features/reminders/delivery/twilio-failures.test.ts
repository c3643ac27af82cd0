import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '@shared/schema'
import { at, createRemindersApp } from '../../../test/reminders-app'

const { twilio, logged, db, tick, createTextUser, deliveryOf, userNow } = await createRemindersApp()

test.each([
  ['429', { status: 429, code: 20429 }],
  ['500', { status: 500, code: 20500 }],
  ['503 with a page', { status: 503, html: true }],
  ['401', { status: 401, code: 20003 }],
])('a text that Twilio answers with %s is tried again', async (_, answer) => {
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
  [21211, "This number can't receive texts. Please check it."],
  [21614, "This number can't receive texts. Please check it."],
  [21408, "The text message provider answered: The 'To' number"],
])('a text that Twilio refuses with %i is not tried again', async (code, reason) => {
  const user = await createTextUser()
  twilio.answerTo = async () => ({ status: 400, code })
  await tick()
  expect(await deliveryOf(user)).toMatchObject({
    status: 'failed',
    lastError: expect.stringContaining(reason),
  })
  expect(await userNow(user)).toMatchObject({ phoneReminderEnabled: true })
})

test('the others get their texts though an account is deleted while its own is refused', async () => {
  const everybody = []
  for (let n = 0; n < 15; n++) everybody.push(await createTextUser())
  const refused: string[] = []
  twilio.answerTo = async (to) => {
    if (refused.length === 2) return undefined
    refused.push(to)
    await db.delete(users).where(eq(users.phoneNumber, to))
    return { status: 400, code: 21610 }
  }
  await tick()
  const others = everybody.filter(({ phoneNumber }) => !refused.includes(phoneNumber ?? ''))
  expect(others.map(({ phoneNumber }) => twilio.count(phoneNumber!))).toEqual(others.map(() => 1))
  expect(others).toHaveLength(13)
})

test('error 21610 of Twilio turns phone reminders off, and email goes on', async () => {
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

test('a text is tried again when Twilio is down, and unknown when the request is cut', async () => {
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

test('when no text gets an answer, those that wait are left for the next minute', async () => {
  const users = await Promise.all(Array.from({ length: 30 }, () => createTextUser()))
  twilio.answerTo = async () => 'drop'
  await tick()
  const tried = twilio.received.length
  expect(tried).toBeLessThan(users.length / 2)
  twilio.answerTo = async () => undefined
  await tick('19:01')
  expect(twilio.received).toHaveLength(users.length)
  expect(new Set(twilio.received.map(({ to }) => to)).size).toBe(users.length)
})

test('the credentials of Twilio and the number never reach the log', async () => {
  const user = await createTextUser()
  twilio.answerTo = async () => 'drop'
  await tick()
  expect(logged.text()).toContain('unknown')
  const { accountSid, authToken } = twilio.settings
  const basic = Buffer.from(`${accountSid}:${authToken}`).toString('base64')
  for (const secret of [authToken, basic, user.phoneNumber!]) expect(logged.text()).not.toContain(secret)
})
