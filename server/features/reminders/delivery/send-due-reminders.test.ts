import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { reminderDeliveries, users } from '@shared/schema'
import { createEntry, createUser } from '../../../test/factories'
import { at, createRemindersApp, due } from '../../../test/reminders-app'
import { sendDueReminders } from './deliver'

const { smtp, twilio, logged, clock, ctx, db, tick, createTextUser, deliveryOf, userNow } =
  await createRemindersApp()

test('a due reminder goes out once by each channel that is on, and the next one is tomorrow', async () => {
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

test('a reminder comes each day, at the time of the user', async () => {
  const user = await createUser(db, {
    timezone: 'Asia/Kolkata',
    reminderTime: '07:30',
    nextReminderAt: new Date('2026-11-21T02:00:00Z'),
  })
  for (const day of [21, 22, 23]) {
    await tick(new Date(`2026-11-${day}T01:59:00Z`))
    expect(smtp.count(user.email!)).toBe(day - 21)
    await tick(new Date(`2026-11-${day}T02:00:00Z`))
    expect(smtp.count(user.email!)).toBe(day - 20)
  }
})

test('a reminder with nowhere to go is skipped, with the reason', async () => {
  const user = await createUser(db, { ...due, email: null })
  await tick()
  expect(await deliveryOf(user)).toMatchObject({
    status: 'skipped',
    lastError: 'Your account has no email address',
  })
  const other = await createTextUser()
  await sendDueReminders({ ...ctx, sms: undefined })
  expect(await deliveryOf(other)).toMatchObject({
    status: 'skipped',
    lastError: 'Text messages are not set up on this server',
  })
  expect(await userNow(other)).toMatchObject({ lastReminderSent: null })
})

test('a reminder is not sent once reminders were turned off while it waited', async () => {
  const user = await createUser(db, due)
  smtp.onEnvelope = () => '451 later'
  await tick()
  await db.update(users).set({ dailyReminderEnabled: false }).where(eq(users.id, user.id))
  smtp.onEnvelope = () => undefined
  await tick('19:01')
  expect(smtp.received).toEqual([])
  expect(await deliveryOf(user)).toMatchObject({ status: 'skipped' })
})

test('each delivery leaves a line with its id, without address, number or user', async () => {
  const sent = await createUser(db, due)
  const refused = await createUser(db, due)
  const texted = await createTextUser()
  const unreachable = await createTextUser({ phoneNumber: null })
  smtp.onEnvelope = (to) => (to === sent.email ? undefined : `550 no mailbox ${to}`)
  twilio.answerTo = async () => ({ status: 400, code: 21211 })
  await tick()
  const lines = logged.lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  const deliveries = lines.filter(({ msg }) => msg === 'Reminder delivery')
  expect(deliveries).toHaveLength(4)
  for (const [user, line] of [
    [sent, { level: 30, channel: 'email', result: 'sent' }],
    [refused, { level: 40, channel: 'email', result: 'permanent', code: '550' }],
    [texted, { level: 40, channel: 'sms', result: 'permanent', code: '21211' }],
    [unreachable, { level: 30, channel: 'sms', result: 'skipped' }],
  ] as const) {
    const id = (await deliveryOf(user))?.id
    expect(deliveries).toContainEqual(expect.objectContaining({ ...line, delivery: id }))
    for (const secret of [user.email, user.phoneNumber, user.id])
      if (secret) expect(logged.text()).not.toContain(secret)
  }
})

test('after an outage a reminder comes late on the same local day', async () => {
  const user = await createUser(db, due)
  await tick('23:59')
  expect(smtp.count(user.email!)).toBe(1)
  expect(await userNow(user)).toMatchObject({ nextReminderAt: new Date('2026-11-22T19:00:00Z') })
})

test('after an outage of days nobody gets more than one reminder, and the missed day is told', async () => {
  const [late, tooEarly] = [await createUser(db, due), await createUser(db, due)]
  await db
    .update(users)
    .set({ reminderTime: '21:00', nextReminderAt: at('21:00') })
    .where(eq(users.id, tooEarly.id))
  await tick(new Date('2026-11-24T20:00:00Z'))
  await tick()
  expect([smtp.count(late.email!), smtp.count(tooEarly.email!)]).toEqual([1, 0])
  expect(await deliveryOf(tooEarly)).toMatchObject({
    localDate: '2026-11-21',
    status: 'skipped',
    lastError: 'Lisa was unavailable until the end of that day',
  })
  expect(await userNow(tooEarly)).toMatchObject({ nextReminderAt: new Date('2026-11-24T21:00:00Z') })
  expect(await userNow(late)).toMatchObject({ lastReminderSent: '2026-11-24' })
})

test('reminders in the ledger are sent even when nobody new can be put into it', async () => {
  const user = await createUser(db, due)
  smtp.onEnvelope = () => '451 later'
  await tick()
  smtp.onEnvelope = () => undefined
  clock.now = at('19:01')
  const transaction = () => Promise.reject(new Error('The database has enough to do'))
  const busy = { ...ctx, db: Object.create(ctx.db, { transaction: { value: transaction } }) }
  await expect(sendDueReminders(busy)).rejects.toThrow('enough to do')
  expect(smtp.count(user.email!)).toBe(1)
  expect(await deliveryOf(user)).toMatchObject({ status: 'sent' })
})

test('many instances at once share the reminders that are due', async () => {
  const dueUsers = await Promise.all(Array.from({ length: 300 }, () => createUser(db, due)))
  await Promise.all([tick(), tick(), tick(), tick()])
  expect(smtp.received).toHaveLength(dueUsers.length)
  expect(new Set(smtp.received.map(({ to }) => to)).size).toBe(dueUsers.length)
}, 60_000)

test("a reminder uses other words once today's entry exists", async () => {
  const [wrote, did] = [await createUser(db, due), await createUser(db, due)]
  for (const entryDate of ['2026-11-20', '2026-11-21']) await createEntry(db, wrote.id, { entryDate })
  await tick()
  const mailTo = (user: { email: string | null }) => smtp.received.find(({ to }) => to === user.email)?.raw
  expect(mailTo(wrote)).toContain("Subject: Ana, you've written today")
  expect(mailTo(wrote)).toContain('Your streak: 2 days in a row.')
  expect(mailTo(did)).toContain('Subject: Ana, time for your journal')
})
