import { setTimeout } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { pushDevices, reminderDeliveries, users } from '@shared/schema'
import { drizzleOn } from '../../../db/db'
import { createTestDatabase } from '../../../test/database'
import { newPhoneNumber } from '../../../test/factories'
import { createFakeTwilio } from '../../../test/fake-twilio'
import { createInstances, fastClock, people, random } from '../../../test/instances'
import { startPushService } from '../../../test/push-service'
import { createSmtpSink } from '../../../test/smtp-sink'

const [database, smtp, twilio, pushService] = [
  await createTestDatabase(),
  await createSmtpSink(),
  await createFakeTwilio(),
  await startPushService(),
]
const db = drizzleOn(database.pool)
afterAll(async () => {
  await Promise.all([smtp.stop(), pushService.stop()])
  await database.drop()
})

const withTexts = people / 10
const kills = people < 2_000 ? 3 : 6
/** Of each instance: two batches of each channel, as deliver.ts says. */
const inFlight = 2 * (10 + 5 + 10)
const nextReminderAt = new Date('2026-11-21T19:00:00Z')

test(
  'reminders of three instances, killed at random moments: nobody gets two, and what is missing was in flight',
  { timeout: 600_000, tags: 'nightly' },
  async () => {
    await db.insert(users).values(
      Array.from({ length: people }, (_, n) => ({
        email: `user-${n}@example.com`,
        nextReminderAt,
        ...(n < withTexts ? { phoneNumber: newPhoneNumber(), phoneReminderEnabled: true } : {}),
      })),
    )
    // Two each, so that a kill may come between the two.
    const devices = (await db.select().from(users)).flatMap(({ id: userId }) =>
      [1, 2].map(() => ({
        ...pushService.subscription(),
        userId,
        sid: 'a session',
        lastSeenAt: nextReminderAt,
        createdAt: nextReminderAt,
      })),
    )
    await db.insert(pushDevices).values(devices.map(({ keys, ...device }) => ({ ...device, ...keys })))
    const settings = {
      databaseUrl: database.url,
      smtpUrl: smtp.url,
      twilio: twilio.settings,
      clock: fastClock(nextReminderAt),
    }
    const instances = createInstances('server/test/reminders-instance.ts', settings, kills)
    smtp.onMessage = async () => {
      await setTimeout(random(20))
      instances.killAfter(smtp.received.length)
      return undefined
    }
    twilio.answerTo = async () => void (await setTimeout(random(20)))
    pushService.onMessage = async () => void (await setTimeout(random(20)))
    await instances.start()
    while (await isWorkLeft()) await setTimeout(50)
    const killed = await instances.killed()
    expect(killed).toBe(kills)

    // The tally is that of the receiving side; the ledger has only to agree with it.
    const ledger = await db.select().from(reminderDeliveries)
    const everybody = await db.select().from(users)
    expect(ledger).toHaveLength(2 * people + withTexts)
    const lost = { email: 0, sms: 0, push: 0 }
    const counts = {
      email: countBy(smtp.received.map(({ to }) => to)),
      sms: countBy(twilio.received.map(({ to }) => to)),
      push: countBy(pushService.received.map(({ endpoint }) => endpoint)),
    }
    for (const { userId, channel, status } of ledger) {
      const user = everybody.find(({ id }) => id === userId)
      const to = {
        email: [user?.email],
        sms: [user?.phoneNumber],
        push: devices.flatMap((device) => (device.userId === userId ? device.endpoint : [])),
      }
      for (const name of to[channel]) {
        const count = counts[channel].get(name ?? '') ?? 0
        expect(count).toBeLessThanOrEqual(1)
        expect(count ? ['sent', 'unknown'] : ['unknown']).toContain(status)
        if (!count) lost[channel]++
      }
    }
    const unknown = ledger.filter(({ status }) => status === 'unknown').length
    const [mails, texts, notifications] = [smtp, twilio, pushService].map(({ received }) => received.length)
    const tally = { mails, texts, notifications, killed, unknown, lost }
    process.stdout.write(`${JSON.stringify(tally)}\n`)
    expect(unknown).toBeLessThanOrEqual(kills * inFlight)
  },
)

async function isWorkLeft() {
  const { rows } = await database.pool.query(`select
    exists (select from users where next_reminder_at < '2026-11-22') or
    exists (select from reminder_deliveries where status in ('pending', 'sending')) as left`)
  return rows[0].left as boolean
}

function countBy(names: string[]) {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}
