import { rm } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { users } from '@shared/schema'
import { temporaryDataDir } from '../../test/data-dir'
import { dyingMailer } from '../../test/dying-mailer'
import { createUser } from '../../test/factories'
import { at, createRemindersApp, due } from '../../test/reminders-app'
import { sendDueReminders } from './send-due-reminders'

const { smtp, mailer, logged, clock, ctx, db, folder, instance, tick, deliveryOf } =
  await createRemindersApp()

/** Sends as far as `step`, with a log of what was handed over, and dies there. */
async function die(user: { id: string }, step: 'sending' | 'left', attempts = 1) {
  void sendDueReminders({ ...instance(), mailer: dyingMailer(mailer, step) })
  await expect.poll(() => deliveryOf(user)).toMatchObject({ status: 'sending', attempts })
}

test('a mail whose process died before the hand-over is sent by another one when the lease is over', async () => {
  const user = await createUser(db, due)
  const dead = { ...ctx, mailer: { send: () => new Promise<never>(() => {}), close: () => {} } }
  void sendDueReminders(dead)
  await expect.poll(async () => (await deliveryOf(user))?.leaseUntil).toEqual(at('19:02'))
  await tick('19:01')
  expect(smtp.received).toEqual([])
  await tick('19:02')
  expect(smtp.count(user.email!)).toBe(1)
})

test('a mail whose process died during the hand-over is unknown when the lease is over, and not sent again', async () => {
  const user = await createUser(db, due)
  const asked = smtp.neverAnswer()
  void sendDueReminders(ctx)
  await asked
  expect(await deliveryOf(user)).toMatchObject({ status: 'sending' })
  smtp.onMessage = async () => undefined
  await tick('19:01')
  expect(await deliveryOf(user)).toMatchObject({ status: 'sending' })
  await tick('19:02')
  expect(await deliveryOf(user)).toMatchObject({ status: 'unknown' })
  expect(logged.text()).toContain('interrupted while sending')
  await tick('20:00')
  expect(smtp.received).toEqual([])
})

test('a mail that had not left, as the log on this machine tells, is sent when the lease is over', async () => {
  const user = await createUser(db, due)
  await die(user, 'sending')
  await tick('19:01', instance())
  expect(smtp.received).toEqual([])
  await tick('19:02', instance())
  expect(smtp.count(user.email!)).toBe(1)
  expect(await deliveryOf(user)).toMatchObject({ status: 'sent', attempts: 2, handOverLog: null })
  expect(logged.text()).toContain('had not been sent, retrying them now')
})

test('a mail that had not left is sent even after an instance elsewhere has called it unknown', async () => {
  const user = await createUser(db, due)
  await die(user, 'sending')
  await tick('19:02')
  expect(await deliveryOf(user)).toMatchObject({ status: 'unknown' })
  const isBehind = { ...instance(), now: () => at('19:01') }
  await sendDueReminders(isBehind)
  expect(smtp.received).toEqual([])
  await tick('19:03', instance())
  expect(smtp.count(user.email!)).toBe(1)
})

test('a mail that had left when its process died is unknown, and not sent again', async () => {
  const user = await createUser(db, due)
  await die(user, 'left')
  for (const time of ['19:02', '19:03', '20:00']) await tick(time, instance())
  expect(smtp.received).toEqual([])
  expect(await deliveryOf(user)).toMatchObject({ status: 'unknown', attempts: 1 })
})

test('a mail of a dead process on another machine, or without a log, is unknown, and not sent again', async () => {
  const [elsewhere, without] = [await createUser(db, due), await createUser(db, due)]
  await die(elsewhere, 'sending')
  await db
    .update(users)
    .set({ nextReminderAt: at('19:00') })
    .where(eq(users.id, without.id))
  const { folder: other, remove } = await temporaryDataDir()
  onTestFinished(remove)
  await tick('19:02', instance(other))
  expect(await deliveryOf(elsewhere)).toMatchObject({ status: 'unknown' })
  await rm(folder, { recursive: true })
  await tick('19:03', instance())
  expect(smtp.received).toEqual([])
})

test('a mail of a process that died the day before is too late', async () => {
  const user = await createUser(db, { nextReminderAt: at('23:59'), reminderTime: '23:59' })
  clock.now = at('23:59')
  await die(user, 'sending')
  await tick(new Date('2026-11-22T00:01:00Z'), instance())
  expect(smtp.received).toEqual([])
  expect(await deliveryOf(user)).toMatchObject({
    status: 'failed',
    lastError: 'It could not be sent before the end of that day',
  })
})

test('a mail whose process dies at every try is tried five times at most', async () => {
  const user = await createUser(db, due)
  for (const [tries, time] of ['19:00', '19:02', '19:04', '19:06', '19:08'].entries()) {
    clock.now = at(time)
    await die(user, 'sending', tries + 1)
  }
  await tick('19:10', instance())
  expect(smtp.received).toEqual([])
  expect(await deliveryOf(user)).toMatchObject({ status: 'unknown', attempts: 5 })
})

test('the log of a mail that had left is read once, not at every tick', async () => {
  const user = await createUser(db, due)
  await die(user, 'left')
  await tick('19:02', instance())
  expect(await deliveryOf(user)).toMatchObject({ status: 'unknown', handOverLog: null })
})
