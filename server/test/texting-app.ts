import { beforeEach } from 'vitest'
import { users } from '@shared/schema'
import { createSms } from '../senders/sms'
import { createFakeTwilio } from './fake-twilio'
import { provider } from './incoming-text'
import { captureLog } from './log'
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
  return { twilio, logged, clock, app, ctx, db, ...provider(app, ctx) }
}
