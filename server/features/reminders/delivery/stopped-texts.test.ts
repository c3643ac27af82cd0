import { expect, onTestFinished, test, vi } from 'vitest'
import { reminderDeliveries } from '@shared/schema'
import { createEmptyDatabase } from '../../../test/database'
import { migrateDatabase } from '../../../db/migrate'
import { drizzleOn } from '../../../db/db'
import { newPhoneNumber } from '../../../test/factories'
import { createRemindersApp } from '../../../test/reminders-app'
import { migrateTo } from '../../../test/released-schema'
import { sendDueReminders } from './deliver'

const { smtp, twilio, logged, clock, ctx, db, tick, createTextUser, userNow } = await createRemindersApp()
const unconfirmed = { phoneNumber: null, pendingPhoneNumber: newPhoneNumber() }
const textBefore = ({ id: userId }: { id: string }) =>
  db.insert(reminderDeliveries).values({ userId, localDate: '2026-11-20', channel: 'sms', status: 'sent' })

test('a user who got texts until an upgrade is told by mail, once, that they wait for a code', async () => {
  const { pool, drop } = await createEmptyDatabase()
  onTestFinished(drop)
  await migrateTo(pool, '0010')
  await pool.query(`insert into users
      (email, first_name, daily_reminder_enabled, phone_reminder_enabled, next_reminder_at, phone_number)
    select name || '@lisa.test', name, false, true, '2026-11-21T19:00Z', number
    from (values ('ana', '+15550104321'), ('ben', '+15550104322')) as person (name, number)`)
  await pool.query(`insert into reminder_deliveries (user_id, local_date, channel, status)
    select id, '2026-11-20', 'sms', 'sent' from users where first_name = 'ana'`)
  await migrateDatabase(pool)

  const upgraded = { ...ctx, pool, db: drizzleOn(pool) }
  for (const day of [21, 22, 23]) {
    clock.now = new Date(`2026-11-${day}T19:00:00Z`)
    await Promise.all([sendDueReminders(upgraded), sendDueReminders(upgraded)])
    await expect.poll(() => smtp.count('ana@lisa.test')).toBe(1)
  }
  const { rows } = await pool.query(`select count(*)::int from reminder_deliveries where status = 'skipped'`)
  expect(rows).toEqual([{ count: 6 }])
  expect(twilio.received).toEqual([])
  expect(smtp.received).toHaveLength(1)
  expect(smtp.received[0]?.raw).toContain('Subject: Your text reminders have stopped')
})

test('nobody is told whose texts never began, go on, or were switched off', async () => {
  await createTextUser(unconfirmed)
  for (const overrides of [{}, { ...unconfirmed, phoneReminderEnabled: false }])
    await textBefore(await createTextUser(overrides))
  await tick()
  expect(twilio.received).toHaveLength(1)
  // Whatever was sent to the others is on its way before this one.
  const last = await createTextUser(unconfirmed)
  await textBefore(last)
  await tick('19:01')
  await expect.poll(() => smtp.received.map(({ to }) => to)).toEqual([last.email])
})

test('if the database fails when it is asked who is to be told, STOP counts for the others all the same', async () => {
  // One before and one after, whichever way the batch is read.
  const first = await createTextUser()
  await textBefore(await createTextUser(unconfirmed))
  const last = await createTextUser()
  twilio.answerTo = async () => ({ status: 400, code: 21610 })
  const query = ctx.pool.query.bind(ctx.pool) as (...args: unknown[]) => unknown
  const failing = vi.spyOn(ctx.pool, 'query').mockImplementation((...args: unknown[]) => {
    if (JSON.stringify(args[0]).includes('bool_or')) throw new Error('The database is away')
    return query(...args)
  })
  onTestFinished(() => failing.mockRestore())
  await tick()
  expect(logged.text()).toContain('The database is away')
  for (const user of [first, last]) expect(await userNow(user)).toMatchObject({ phoneReminderEnabled: false })
})
