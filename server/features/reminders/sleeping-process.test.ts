import { expect, test } from 'vitest'
import type { Mail } from '../../senders/mailer'
import type { SendOptions } from '../../senders/send-options'
import { dyingMailer } from '../../test/dying-mailer'
import { createUser } from '../../test/factories'
import { at, createRemindersApp, due } from '../../test/reminders-app'
import { giveUpInterrupted, interruptedUnder, takeBack } from './interrupted-repository'
import { sendDueReminders } from './send-due-reminders'

const { smtp, mailer, clock, ctx, db, instance, tick, deliveryOf } = await createRemindersApp()

/** Suspends an instance when the row is `sending` and the message has not left; resumes it when the result is called. */
async function fallAsleep(user: { id: string }) {
  let wake = () => {}
  const asleep = new Promise<void>((resolve) => (wake = resolve))
  const done = sendDueReminders({
    ...instance(),
    mailer: {
      ...mailer,
      send: (mail: Mail, options: SendOptions = {}) =>
        mailer.send(mail, { ...options, handOver: () => options.handOver!().then(() => asleep) }),
    },
  })
  await expect.poll(async () => (await deliveryOf(user))?.status).toBe('sending')
  return async () => {
    wake()
    await done
  }
}

test('a process that was asleep sends nothing once its lease is over', async () => {
  const user = await createUser(db, due)
  let wake = () => {}
  const asleep = new Promise<void>((resolve) => (wake = resolve))
  const slow = {
    ...ctx,
    mailer: {
      ...mailer,
      send: async (...args: Parameters<typeof mailer.send>) => (await asleep, mailer.send(...args)),
    },
  }
  const sleeper = sendDueReminders(slow)
  await expect.poll(async () => (await deliveryOf(user))?.leaseUntil).toEqual(at('19:02'))
  await tick('19:02')
  wake()
  await sleeper
  expect(smtp.count(user.email!)).toBe(1)
  expect(await deliveryOf(user)).toMatchObject({ status: 'sent', attempts: 1 })
})

test('a process that slept during the hand-over sends nothing once others may think it dead', async () => {
  const user = await createUser(db, due)
  const wakeUp = await fallAsleep(user)
  await tick('19:02', instance())
  expect(smtp.count(user.email!)).toBe(1)
  await wakeUp()
  expect(smtp.count(user.email!)).toBe(1)
  expect(await deliveryOf(user)).toMatchObject({ status: 'sent', attempts: 2 })
})

test('a process that wakes while another one sends does not undo what that one has written down', async () => {
  const user = await createUser(db, due)
  const wakeUp = await fallAsleep(user)
  let answer = () => {}
  const answered = new Promise<void>((resolve) => (answer = resolve))
  smtp.onMessage = () => answered.then(() => undefined)
  const other = tick('19:02', instance())
  await expect.poll(() => deliveryOf(user)).toMatchObject({ status: 'sending', attempts: 2 })
  await wakeUp()
  expect(await deliveryOf(user)).toMatchObject({ status: 'sending', attempts: 2 })
  answer()
  await other
  await tick('19:05', instance())
  expect(smtp.count(user.email!)).toBe(1)
  expect(await deliveryOf(user)).toMatchObject({ status: 'sent', attempts: 2 })
})

test('a process that wakes when another one has sent and died does not make the mail due again', async () => {
  const user = await createUser(db, due)
  const wakeUp = await fallAsleep(user)
  clock.now = at('19:02')
  void sendDueReminders({ ...instance(), mailer: dyingMailer(mailer, 'sent') })
  await expect.poll(() => smtp.count(user.email!)).toBe(1)
  await tick('19:05', instance())
  await wakeUp()
  await tick('19:07', instance())
  expect(smtp.count(user.email!)).toBe(1)
  expect(await deliveryOf(user)).toMatchObject({ status: 'unknown', attempts: 2 })
})

test('a process that slept between finding and taking back takes nothing that was sent meanwhile', async () => {
  const user = await createUser(db, due)
  const owner = instance()
  void sendDueReminders({ ...owner, mailer: dyingMailer(mailer, 'sending') })
  await expect.poll(async () => (await deliveryOf(user))?.status).toBe('sending')
  clock.now = at('19:02')
  await giveUpInterrupted(db, clock.now)
  const found = await interruptedUnder(db, await owner.handOvers.ids(), clock.now)
  expect(found).toHaveLength(1)
  void sendDueReminders({ ...owner, mailer: dyingMailer(mailer, 'sent') })
  await expect.poll(() => smtp.count(user.email!)).toBe(1)
  clock.now = at('19:05')
  await giveUpInterrupted(db, clock.now)
  expect(await takeBack(db, found, clock.now)).toBe(0)
  await tick('19:05', instance())
  expect(smtp.count(user.email!)).toBe(1)
})

test('a process that slept right after its note sends nothing', async () => {
  const user = await createUser(db, due)
  const { handOvers, ...rest } = instance()
  const { id, note } = handOvers.log()!
  const sleepAfter = (handOver: string) => {
    note(handOver)
    clock.now = at('19:03')
  }
  await sendDueReminders({ ...rest, handOvers: { ...handOvers, log: () => ({ id, note: sleepAfter }) } })
  expect(smtp.received).toEqual([])
  expect(await deliveryOf(user)).toMatchObject({ status: 'pending', attempts: 1 })
})
