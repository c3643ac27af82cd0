import { setTimeout } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { users } from '@shared/schema'
import { isOneBlocked, untilOneIsBlocked } from '../../test/blocked'
import { createEntry, createUser, newPhoneNumber } from '../../test/factories'
import type { Client, User } from '../../test/people'
import { at, createRemindersApp, due } from '../../test/reminders-app'
import { signIn } from '../../test/test-app'
import * as ledger from '../reminders/delivery/ledger'

const { smtp, twilio, logged, clock, app, db, tick } = await createRemindersApp()

let ana: User, asAna: Client
beforeEach(async () => {
  ana = await createUser(db, { ...due, phoneNumber: newPhoneNumber() })
  asAna = await signIn(app, ana)
})

/** supertest sends nothing before it is awaited. */
const send = async <T>(request: () => PromiseLike<T>) => request()
const leave = () => send(() => asAna.delete('/api/account').send({ email: ana.email }))
const isThere = async () => (await db.select().from(users).where(eq(users.id, ana.id))).length > 0
const logsNoError = () => expect(logged.lines.filter((line) => JSON.parse(line).level >= 50)).toEqual([])

describe('what is under way in another tab', () => {
  test.each([
    ['POST', '/api/goals', { title: 'Read', timeline: 'monthly' }],
    ['POST', '/api/journal-entries', { entryDate: '2026-11-21', wins: 'I wrote' }],
    ['PUT', '/api/reminder-settings', { reminderTime: '08:00' }],
  ])('a %s %s ends as signed out', async (method, path, body) => {
    const [answer] = await db.transaction(async (tx) => {
      await tx.select().from(users).where(eq(users.id, ana.id)).for('update')
      const underWay = send(() => asAna[method === 'POST' ? 'post' : 'put'](path).send(body))
      await untilOneIsBlocked(db)
      await tx.delete(users).where(eq(users.id, ana.id))
      return [underWay]
    })
    expect(await answer).toMatchObject({ status: 401, body: { message: 'Unauthorized' } })
    logsNoError()
  })

  test('an entry that is being saved is waited for', async () => {
    const { id } = await createEntry(db, ana.id)
    const leaving = await db.transaction(async (tx) => {
      // As a PUT does it: the entry, and by its trigger the user.
      await tx.execute(sql`select from journal_entries where id = ${id} for update`)
      const leaving = leave()
      await setTimeout(500)
      await tx.execute(sql`update journal_entries set wins = 'longer than before' where id = ${id}`)
      return [leaving]
    })
    expect((await leaving[0])?.status).toBe(204)
    logsNoError()
  })

  test('of two deletions one finds nobody', async () => {
    const answers = await Promise.all([leave(), leave()])
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 401])
    logsNoError()
  })
})

describe('a reminder', () => {
  const reminders = () =>
    smtp.received.filter(({ raw }) => !raw.includes('Subject: Your account was deleted'))

  test('that is being sent is waited for, and none comes after the answer', async () => {
    let accept = () => {}
    const arrived = new Promise<void>((resolve) => {
      smtp.onMessage = () => {
        resolve()
        return new Promise((end) => (accept = () => end(undefined)))
      }
    })
    const sending = tick('19:00')
    await arrived
    let hasLeft = false
    const leaving = leave().then((answer) => {
      hasLeft = true
      return answer
    })
    // Whatever it does first is answered before this.
    await asAna.get('/api/auth/user').expect(200)
    expect([hasLeft, await isThere()]).toEqual([false, true])
    smtp.onMessage = async () => undefined
    accept()
    await sending
    expect((await leaving).status).toBe(204)
    await tick('19:01')
    expect(reminders()).toHaveLength(1)
    logsNoError()
  })

  test('that was claimed at the same moment is waited for too, without a lock that its settling meets', async () => {
    await db.execute(sql`insert into reminder_deliveries (user_id, local_date, channel, next_attempt_at)
      values (${ana.id}, '2026-11-21', 'email', ${at('19:00').toISOString()})`)
    const { claimed, leaving, isBlocked } = await db.transaction(async (tx) => {
      const claimed = await ledger.claim(tx, 'email', clock.now, 10)
      const leaving = leave()
      await setTimeout(500)
      return { claimed, leaving: [leaving], isBlocked: await isOneBlocked(db) }
    })
    expect([claimed.length, isBlocked]).toEqual([1, false])
    expect(await isThere()).toBe(true)
    await ledger.settle(
      db,
      claimed.map((row) => ({ ...row, status: 'sent' })),
      clock.now,
    )
    expect((await leaving[0])?.status).toBe(204)
  })

  test('that takes too long is not waited for: nothing is deleted, and one may try again', async () => {
    await db.execute(sql`insert into reminder_deliveries (user_id, local_date, channel, status, lease_until)
      values (${ana.id}, '2026-11-21', 'email', 'sending', ${at('19:02').toISOString()})`)
    const { status, body, headers } = await leave()
    expect([status, headers['retry-after']]).toEqual([503, '60'])
    expect(body.message).toBe(
      'Something of yours is still being saved or sent. Please try again in a minute.',
    )
    expect(await isThere()).toBe(true)
    clock.now = at('19:03')
    expect((await leave()).status).toBe(204)
  })

  test('that still waits is never sent', async () => {
    smtp.onEnvelope = () => '451 later'
    await tick('19:00')
    smtp.onEnvelope = () => undefined
    expect((await leave()).status).toBe(204)
    await tick('19:01')
    expect(reminders()).toEqual([])
  })

  test('to a number that opted out ends nothing when its account is deleted meanwhile', async () => {
    await db.delete(users)
    const settings = { ...due, dailyReminderEnabled: false, phoneReminderEnabled: true }
    const people = await Promise.all(
      Array.from({ length: 12 }, () => createUser(db, { ...settings, phoneNumber: newPhoneNumber() })),
    )
    const [gone] = people
    twilio.answerTo = async (to) => {
      if (to !== gone!.phoneNumber) return undefined
      await db.delete(users).where(eq(users.id, gone!.id))
      return { status: 400, code: 21610 }
    }
    await tick('19:00')
    expect(twilio.received).toHaveLength(11)
    logsNoError()
  })
})
