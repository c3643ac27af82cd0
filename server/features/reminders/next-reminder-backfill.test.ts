import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { users } from '@shared/schema'
import { allTimezones } from '@shared/timezones'
import { drizzleOn } from '../../db/db'
import { root } from '../../root'
import { createTestDatabase } from '../../test/database'
import { nextReminder } from './next-reminder'

const database = await createTestDatabase()
afterAll(database.drop)
const db = drizzleOn(database.pool)
const hourMs = 3_600_000

test('those who were there before the schedule have their next reminder as the rules say', async () => {
  await db.insert(users).values([
    ...allTimezones().map((timezone, n) => ({
      timezone,
      reminderTime: `${String(n % 24).padStart(2, '0')}:30`,
    })),
    { timezone: 'Mars/Olympus' },
    { dailyReminderEnabled: false },
  ])
  const migration = await readFile(path.join(root, 'migrations/0002_reminders.sql'), 'utf8')
  const before = new Date()
  await database.pool.query(migration.split('--> statement-breakpoint').at(-1)!)
  // Somebody may have become due in between.
  const after = new Date()
  // An hour earlier and later too: PostgreSQL and Node may have different versions of a timezone's rules, which differ by an
  // hour, so that today's time has passed by one of them only.
  const moments = [new Date(before.getTime() - hourMs), before, after, new Date(after.getTime() + hourMs)]
  for (const user of await db.select().from(users)) {
    const { dailyReminderEnabled, nextReminderAt, timezone } = user
    if (!dailyReminderEnabled) expect(nextReminderAt).toBeNull()
    else if (timezone === 'Mars/Olympus') expect(nextReminderAt).not.toBeNull()
    else {
      // A timezone that PostgreSQL knows only by another name is taken as UTC, and one whose rules have changed lately
      // may be off by an hour. That happens once: the app computes the next time.
      const expected = moments.flatMap((now) => [
        nextReminder(user, now),
        nextReminder({ ...user, timezone: 'UTC' }, now),
      ])
      const hoursOff = expected.map((at) => Math.abs(at.getTime() - nextReminderAt!.getTime()) / hourMs)
      expect(Math.min(...hoursOff), `${timezone} at ${user.reminderTime}`).toBeLessThanOrEqual(1)
    }
  }
})
