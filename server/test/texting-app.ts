import { eq } from 'drizzle-orm'
import { beforeEach } from 'vitest'
import { dailyMessages, users } from '@shared/schema'
import { createSms } from '../senders/sms'
import { createUser, newPhoneNumber } from './factories'
import { createFakeTwilio } from './fake-twilio'
import { provider } from './incoming-text'
import { captureLog } from './log'
import type { User } from './people'
import { createTestApp } from './test-app'

/** An app that texts reach through its webhook; each test begins at noon, without users. */
export async function createTextingApp() {
  const twilio = await createFakeTwilio()
  const logged = captureLog()
  const clock = { now: new Date() }
  const { app, ctx, db } = await createTestApp({
    settings: { APP_URL: 'https://lisa.test', TRUST_PROXY: '1' },
    log: logged.log,
    now: () => new Date(clock.now.getTime()),
    sms: createSms(twilio.settings),
  })
  beforeEach(async () => {
    await db.delete(users)
    clock.now = new Date('2026-11-21T12:00:00Z')
    logged.clear()
  })
  return {
    twilio,
    logged,
    clock,
    app,
    ctx,
    db,
    ...provider(app, ctx),
    /** Ana, and the number that she texts from. */
    async createAna(overrides: Partial<User> = {}) {
      const number = newPhoneNumber()
      return { number, ana: await createUser(db, { phoneNumber: number, ...overrides }) }
    },
    storedMessages: () =>
      db.select().from(dailyMessages).orderBy(dailyMessages.createdAt, dailyMessages.messageDirection),
    hasPhoneReminders: async ({ id }: User) =>
      (await db.select().from(users).where(eq(users.id, id)))[0]!.phoneReminderEnabled,
  }
}
