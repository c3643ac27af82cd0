import request from 'supertest'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { users } from '@shared/schema'
import { createUser } from '../../test/factories'
import type { Client, User } from '../../test/people'
import { createRemindersApp } from '../../test/reminders-app'
import { sendDueReminders } from './delivery/deliver'

const { smtp, clock, app, ctx, db, userNow, signInAnaAtNoon, testMail } = await createRemindersApp()

let ana: User, asAna: Client
beforeEach(async () => ({ ana, asAna } = await signInAnaAtNoon()))

describe('unsubscribing', () => {
  const link = async () =>
    /<(https:[^>]*unsubscribe[^>]*)>/
      .exec((await testMail(asAna)).headerLines.map(({ line }) => line).join('\n'))![1]!
      .replace('https://lisa.test', '')

  test('one click of a mail program unsubscribes: POST without a session and without an Origin', async () => {
    const path = await link()
    await db.update(users).set({ phoneReminderEnabled: true }).where(eq(users.id, ana.id))
    const answer = await request(app).post(path).type('form').send('List-Unsubscribe=One-Click').expect(200)
    expect(answer.text).toContain('Reminders are off')
    expect(answer.text).toContain('href="https://lisa.test/api/open?screen=/settings"')
    expect(await userNow(ana)).toMatchObject({ dailyReminderEnabled: false, phoneReminderEnabled: true })
    await request(app).post(path).set('Origin', 'https://mail.example').expect(200)
  })

  test('the unsubscribe page asks, and changes nothing; its button does it, and then nothing is left to come', async () => {
    const path = await link()
    const page = await request(app).get(path).expect(200)
    expect(page.text).toContain('Turn off email reminders?')
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
    expect(await userNow(ana)).toMatchObject({ dailyReminderEnabled: true })
    const action = /action="([^"]*)"/.exec(page.text)![1]!
    await request(app).post(action).expect(200)
    expect(await userNow(ana)).toMatchObject({ dailyReminderEnabled: false, nextReminderAt: null })
  })

  test('unsubscribing takes no token but its own', async () => {
    const path = await link()
    const ben = await createUser(db)
    const token = path.split('token=')[1]!
    for (const bad of [
      '',
      'x',
      `${ben.id}.${token.split('.')[1]}`,
      token.slice(0, -2),
      `${token}x.y`,
      `${token}=`,
      `.${token}`,
      ben.id,
    ])
      for (const method of ['get', 'post'] as const)
        await request(app)[method](`/api/reminders/unsubscribe?token=${bad}`).expect(400)
    expect((await userNow(ana)).dailyReminderEnabled).toBe(true)
    await db.delete(users).where(eq(users.id, ana.id))
    await request(app).post(path).expect(200)
  })
})

describe('the settings', () => {
  const change = async (settings: object) => {
    await asAna.put('/api/reminder-settings').send(settings).expect(200)
    return (await userNow(ana)).nextReminderAt?.toISOString() ?? null
  }

  test('say when the next one comes, or that none does', async () => {
    expect(await change({ reminderTime: '18:30' })).toBe('2026-11-21T18:30:00.000Z')
    expect(await change({ timezone: 'Asia/Kolkata' })).toBe('2026-11-21T13:00:00.000Z')
    expect(await change({ reminderTime: '08:00' })).toBe('2026-11-22T02:30:00.000Z')
    expect(await change({ dailyReminderEnabled: false })).toBeNull()
    expect(await change({ phoneReminderEnabled: true })).toBe('2026-11-22T02:30:00.000Z')
  })

  test('give no second one today, whatever is moved', async () => {
    await change({ reminderTime: '12:00' })
    await db.update(users).set({ nextReminderAt: clock.now }).where(eq(users.id, ana.id))
    await sendDueReminders(ctx)
    expect(smtp.count(ana.email!)).toBe(1)
    clock.now = new Date('2026-11-21T12:30:00Z')
    expect(await change({ reminderTime: '13:00' })).toBe('2026-11-22T13:00:00.000Z')
    expect(await change({ phoneReminderEnabled: true })).toBe('2026-11-22T13:00:00.000Z')
    expect(await change({ dailyReminderEnabled: false, phoneReminderEnabled: false })).toBeNull()
    expect(await change({ dailyReminderEnabled: true })).toBe('2026-11-22T13:00:00.000Z')
  })
})
