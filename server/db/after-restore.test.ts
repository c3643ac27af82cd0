import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { pushDevices, reminderDeliveries, sessions, users } from '@shared/schema'
import { root } from '../root'
import { createUser } from '../test/factories'
import { createRemindersApp } from '../test/reminders-app'

const { smtp, pushService, ctx, db, tick, createTextUser, deliveryOf, userNow } = await createRemindersApp()
const sql = await readFile(path.join(root, 'server/db/after-restore.sql'), 'utf8')
const restored = () => ctx.pool.query(sql)

const hour = 60 * 60_000
let now: Date
beforeEach(() => void (now = new Date()))
const ago = (hours: number) => new Date(now.getTime() - hours * hour)
const timeOf = (date: Date) => date.toISOString().slice(11, 16)
/** Of a user whose reminder of today was due an hour ago; just after midnight that was yesterday. */
const dueAnHourAgo = () => {
  const timezone = now.getUTCHours() < 2 ? 'Etc/GMT+12' : 'UTC'
  const local = new Date(ago(1).getTime() - (timezone === 'UTC' ? 0 : 12 * hour))
  return { timezone, reminderTime: timeOf(local), nextReminderAt: ago(1) }
}

describe('after a restore', () => {
  test('a reminder that was due since the dump is not sent again, says why, and comes at its next time', async () => {
    const user = await createTextUser({ ...dueAnHourAgo(), dailyReminderEnabled: true })
    const device = { ...pushService.subscription().keys, endpoint: 'a', sid: '', lastSeenAt: now }
    await db.insert(pushDevices).values({ ...device, userId: user.id })
    await restored()
    await tick(new Date())
    expect(smtp.received).toEqual([])
    const rows = await db.select().from(reminderDeliveries)
    expect(rows.map(({ channel, status }) => `${channel} ${status}`).sort()).toEqual([
      'email skipped',
      'push skipped',
      'sms skipped',
    ])
    expect(rows[0]?.lastError).toBe('Lisa was restored from a backup, and it may have gone out before')
    const { nextReminderAt } = await userNow(user)
    expect(nextReminderAt!.getTime() - ago(1).getTime()).toBeGreaterThan(23 * hour - 60_000)
    await tick(nextReminderAt!)
    expect(smtp.count(user.email!)).toBe(1)
  })

  test('everybody signs in again, since the dump may hold sessions that have ended since', async () => {
    const { id } = await createUser(db)
    await db.insert(sessions).values({
      sid: 'ended since',
      sess: { passport: { user: id } },
      expire: new Date(now.getTime() + hour),
    })
    await restored()
    expect(await db.select().from(sessions)).toEqual([])
  })

  test('after a dump from days ago, reminders go out again from today on if the time is still to come', async () => {
    const inAnHour = new Date(now.getTime() + hour)
    const timezone = inAnHour.getUTCDate() === now.getUTCDate() ? 'UTC' : 'Etc/GMT+12'
    const local = new Date(inAnHour.getTime() - (timezone === 'UTC' ? 0 : 12 * hour))
    const user = await createUser(db, { timezone, reminderTime: timeOf(local), nextReminderAt: ago(71) })
    await restored()
    await tick(new Date())
    expect(smtp.received).toEqual([])
    expect(await deliveryOf(user)).toBeUndefined()
    const { nextReminderAt } = await userNow(user)
    expect(nextReminderAt!.getTime()).toBeLessThanOrEqual(inAnHour.getTime())
    await tick(nextReminderAt!)
    expect(smtp.count(user.email!)).toBe(1)
  })

  test('deliveries that waited or were in flight in the dump are not sent', async () => {
    const user = await createUser(db, { nextReminderAt: new Date(now.getTime() + 24 * hour) })
    const row = { userId: user.id, localDate: '2026-11-20' } as const
    await db.insert(reminderDeliveries).values([
      { ...row, channel: 'email', status: 'pending', nextAttemptAt: ago(1) },
      { ...row, channel: 'sms', status: 'sending', leaseUntil: ago(1) },
    ])
    await restored()
    await tick(new Date())
    expect(smtp.received).toEqual([])
    expect((await db.select().from(reminderDeliveries)).map(({ status }) => status)).toEqual([
      'unknown',
      'unknown',
    ])
  })

  test('other users are not changed, and a second run changes nothing', async () => {
    const later = await createUser(db, { nextReminderAt: new Date(now.getTime() + 2 * hour) })
    await createUser(db, { dailyReminderEnabled: false, nextReminderAt: null })
    await createUser(db, { ...dueAnHourAgo(), timezone: 'Mars/Olympus' })
    await restored()
    const [people, rows] = [await db.select().from(users), await db.select().from(reminderDeliveries)]
    expect(people.find(({ id }) => id === later.id)?.nextReminderAt).toEqual(later.nextReminderAt)
    await restored()
    expect(await db.select().from(users)).toEqual(people)
    expect(await db.select().from(reminderDeliveries)).toEqual(rows)
  })
})
