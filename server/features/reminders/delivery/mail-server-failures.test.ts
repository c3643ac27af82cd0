import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { reminderDeliveries } from '@shared/schema'
import { startClock } from '../../../clock'
import { createUser } from '../../../test/factories'
import { at, createRemindersApp, due } from '../../../test/reminders-app'
import { sendDueReminders } from './deliver'

const { smtp, ctx, db, tick, deliveryOf } = await createRemindersApp()

test('a mail that is refused for now is tried again a minute later', async () => {
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
  await tick(new Date(at('19:01').getTime() - 1))
  expect(smtp.received).toEqual([])
  await tick('19:01')
  expect(smtp.count(user.email!)).toBe(1)
  expect(await deliveryOf(user)).toMatchObject({ status: 'sent', attempts: 2, lastError: null })
})

test('a mail whose content is refused for now is tried again after 1, 5, 15 and 60 minutes', async () => {
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

test('a mail is not tried again on another day', async () => {
  const user = await createUser(db, { nextReminderAt: at('23:50'), reminderTime: '23:50' })
  smtp.onEnvelope = () => '451 later'
  for (const time of ['23:50', '23:51']) await tick(time)
  expect(await deliveryOf(user)).toMatchObject({ status: 'pending', nextAttemptAt: at('23:56') })
  smtp.onEnvelope = () => undefined
  await tick(new Date('2026-11-22T00:00:00Z'))
  expect(smtp.received).toEqual([])
  expect(await deliveryOf(user)).toMatchObject({ status: 'failed', attempts: 2 })
})

test.each(['550 no such user', '552 full', '554 spam'])(
  'a mail that is refused with %s is not tried again',
  async (answer) => {
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
  },
)

test('a mail whose connection drops once the server has it is unknown, and not sent again', async () => {
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

test('a mail server that is down costs nobody a reminder, and is asked once a minute only', async () => {
  const dueUsers = await Promise.all(Array.from({ length: 250 }, () => createUser(db, due)))
  await smtp.stop()
  await tick()
  const tried = await db.select().from(reminderDeliveries).where(eq(reminderDeliveries.attempts, 1))
  expect(tried.length).toBeGreaterThan(0)
  expect(tried.length).toBeLessThan(50)
  expect(tried[0]).toMatchObject({ status: 'pending', lastError: 'The mail server could not be reached' })
  await smtp.start()
  await tick('19:01')
  expect(smtp.received).toHaveLength(dueUsers.length)
  expect(new Set(smtp.received.map(({ to }) => to)).size).toBe(dueUsers.length)
}, 60_000)

test('an instance that stops while the mail server is slow hands over nothing more, and writes down what is under way', async () => {
  const dueUsers = await Promise.all(Array.from({ length: 30 }, () => createUser(db, due)))
  let answerAll = () => {}
  const answered = new Promise<void>((resolve) => (answerAll = resolve))
  const asked = new Promise<void>((resolve) => {
    smtp.onMessage = async () => {
      resolve()
      await answered
      return undefined
    }
  })
  const schedule = startClock(ctx, sendDueReminders)
  await asked
  const stopped = schedule.stop()
  answerAll()
  await stopped
  const rows = await db.select().from(reminderDeliveries)
  const sent = rows.filter(({ status }) => status === 'sent')
  expect(sent).toHaveLength(smtp.received.length)
  expect(sent.length).toBeGreaterThan(0)
  expect(sent.length).toBeLessThan(dueUsers.length)
  for (const row of rows.filter(({ status }) => status !== 'sent'))
    expect(row).toMatchObject({ status: 'pending', attempts: 0, leaseUntil: null })
  smtp.onMessage = async () => undefined
  await tick()
  expect(smtp.received).toHaveLength(dueUsers.length)
  expect(new Set(smtp.received.map(({ to }) => to)).size).toBe(dueUsers.length)
})

test('an instance waits no longer than its grace period for a mail server that never answers, and the others of the batch keep their outcome', async () => {
  const [silent, refused, accepted] = [
    await createUser(db, due),
    await createUser(db, due),
    await createUser(db, due),
  ]
  const onEnvelope = vi.fn<typeof smtp.onEnvelope>((to) => (to === refused.email ? '451 later' : undefined))
  smtp.onEnvelope = onEnvelope
  smtp.onMessage = (to) => (to === silent.email ? new Promise(() => {}) : Promise.resolve(undefined))
  const schedule = startClock(ctx, sendDueReminders, { grace: 2_000 })
  await expect.poll(() => onEnvelope.mock.calls.length).toBe(3)
  await expect.poll(() => smtp.received.length).toBe(1)
  await schedule.stop()
  expect(await deliveryOf(silent)).toMatchObject({ status: 'unknown', leaseUntil: null })
  expect(await deliveryOf(refused)).toMatchObject({ status: 'pending', attempts: 1 })
  expect(await deliveryOf(accepted)).toMatchObject({ status: 'sent' })
  smtp.onEnvelope = () => undefined
  smtp.onMessage = async () => undefined
  await tick('19:10')
  expect(smtp.received.map(({ to }) => to)).toEqual([accepted.email, refused.email])
})
