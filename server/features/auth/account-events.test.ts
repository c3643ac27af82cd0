import bcrypt from 'bcrypt'
import { eq, sql } from 'drizzle-orm'
import request from 'supertest'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { AccountEventKind } from '@shared/account-events'
import { accountEvents } from '@shared/schema'
import { createUser, newPhoneNumber } from '../../test/factories'
import { captureLog } from '../../test/log'
import type { Client, User } from '../../test/people'
import { createTestApp, signIn } from '../../test/test-app'
import { forgetExpired } from '../../forget-expired'

const hour = 60 * 60 * 1000
const start = new Date('2026-11-21T12:00:00Z')
let time = start
const logged = captureLog()
const { app, ctx, db } = await createTestApp({
  now: () => time,
  log: logged.log,
  settings: { TRUST_PROXY: '1' },
})
vi.spyOn(bcrypt, 'compare').mockImplementation(async (password) => password === 'the right one')

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0'
let addresses = 0
let address = ''
let ana: User, client: Client
beforeEach(async () => {
  time = start
  address = `10.9.${++addresses >> 8}.${addresses & 255}`
  ana = await createUser(db, { password: 'hash' })
  client = (await signIn(app, ana)).set({ 'User-Agent': firefox, 'X-Forwarded-For': address })
  logged.clear()
})

const stored = (user = ana) =>
  db.select().from(accountEvents).where(eq(accountEvents.userId, user.id)).orderBy(accountEvents.createdAt)
const storedOnce = () => vi.waitFor(async () => expect(await stored()).toHaveLength(1))
const lines = () =>
  logged.lines.map((line) => JSON.parse(line)).filter(({ msg }: { msg: string }) => msg === 'Account event')
const login = (password: string, email = ana.email, from = address) =>
  request(app)
    .post('/api/auth/login')
    .set({ 'User-Agent': firefox, 'X-Forwarded-For': from })
    .send({ email, password })
const list = async (as = client) => (await as.get('/api/account/events').expect(200)).body
const add = (kind: AccountEventKind, createdAt: Date, more = {}) =>
  db.insert(accountEvents).values({ userId: ana.id, kind, createdAt, network: 'here', ...more })
const daysAgo = (days: number) => new Date(start.getTime() - days * 24 * hour)

describe('what happens to an account', () => {
  const phoneNumber = newPhoneNumber()
  const settings = (body: object) => client.put('/api/reminder-settings').send(body).expect(200)

  test.each<[AccountEventKind, () => Promise<unknown>]>([
    ['token', () => login('the right one').expect(200)],
    ['token-refused', () => login('a wrong one').expect(401)],
    ['password-removed', () => client.delete('/api/auth/password').expect(204)],
    ['phone-changed', () => settings({ phoneNumber })],
  ])('is stored and logged with device and network: %s', async (kind, act) => {
    await act()
    await storedOnce()
    const [event] = await stored()
    expect(event).toMatchObject({ kind, device: 'Firefox on Linux', createdAt: start })
    expect(event?.network).toMatch(/^[0-9a-f]{16}$/)
    expect(lines()).toMatchObject([{ userId: ana.id, kind, network: event?.network }])
    for (const secret of [ana.email, address, phoneNumber, 'right one', 'wrong one', firefox]) {
      expect(logged.text()).not.toContain(secret)
      expect(JSON.stringify(event)).not.toContain(secret)
    }
    expect(await list()).toEqual([
      {
        id: event?.id,
        kind,
        at: '2026-11-21T12:00:00.000Z',
        detail: 'Firefox on Linux',
        tokenName: null,
        newNetwork: false,
      },
    ])
  })

  test('is stored when a password is added', async () => {
    ana = await createUser(db)
    client = await signIn(app, ana)
    await client.post('/api/auth/add-password').send({ password: 'a secret' }).expect(201)
    expect(await stored()).toMatchObject([{ kind: 'password-added', device: null }])
    await client.post('/api/auth/add-password').send({ password: 'a secret' }).expect(409)
    expect(await stored()).toHaveLength(1)
  })

  test('is not what stays as it was', async () => {
    await client.delete('/api/auth/password').expect(204)
    await client.delete('/api/auth/password').expect(204)
    await settings({ phoneNumber: '', reminderTime: '08:00' })
    expect(await stored()).toMatchObject([{ kind: 'password-removed' }])
  })

  test('does not fail because it cannot be stored', async () => {
    const execute = vi.spyOn(db, 'execute').mockRejectedValue(new Error('The database is away'))
    await client.delete('/api/auth/password').expect(204)
    execute.mockRestore()
    expect(await stored()).toEqual([])
    expect(logged.text()).toContain('An account event could not be stored')
  })
})

describe('guessing passwords', () => {
  test('of an email that nobody has leaves no event', async () => {
    const before = await db.$count(accountEvents)
    await login('a wrong one', 'nobody@example.com').expect(401)
    await login('a wrong one')
    await storedOnce()
    expect(await db.$count(accountEvents)).toBe(before + 1)
    expect(lines()).toHaveLength(1)
  })

  test('is answered before its event is stored: with an unknown email there is nothing to wait for', async () => {
    await db.transaction(async (tx) => {
      await tx.execute(sql`lock table account_events`)
      await login('a wrong one').expect(401)
    })
    await storedOnce()
  })

  test('stores one event an hour for each network, and logs every try', async () => {
    const tries = async () => {
      for (let n = 0; n < 4; n++) {
        await login('a wrong one', ana.email, address.replace('10.9', '10.8')).expect(401)
        await vi.waitFor(() => expect(lines().length % 5).toBe(n + 1))
      }
      await login('a wrong one').expect(401)
      await vi.waitFor(() => expect(lines().length % 5).toBe(0))
    }
    await tries()
    expect(await stored()).toHaveLength(2)
    time = new Date(start.getTime() + hour)
    await tries()
    expect(await stored()).toHaveLength(4)
    expect(lines()).toHaveLength(10)
  })

  test('of changes that are made at will stores one an hour too', async () => {
    for (let n = 0; n < 5; n++)
      await client
        .put('/api/reminder-settings')
        .send({ phoneNumber: `+1555123000${n}` })
        .expect(200)
    expect(await stored()).toMatchObject([{ kind: 'phone-changed' }])
  })

  test('does not push the other events out of the list', async () => {
    await add('password-added', daysAgo(3))
    const tries = Array.from({ length: 1_010 }, (_, n) => ({
      userId: ana.id,
      kind: 'token-refused' as const,
      network: `${n}`,
      createdAt: daysAgo(n / 1_010),
    }))
    await db.insert(accountEvents).values(tries)
    const events = await list()
    expect(events).toHaveLength(1_001)
    expect(events[1_000]).toMatchObject({ kind: 'password-added' })
  })
})

describe('the list', () => {
  test('has those of its owner of the last 90 days, newest first', async () => {
    for (let n = 0; n < 90; n++) await add('sign-in', daysAgo(n))
    const ben = await createUser(db)
    await add('sign-in', daysAgo(0), { userId: ben.id })
    const events: { at: string }[] = await list()
    expect(events.map(({ at }) => at)).toEqual(Array.from({ length: 90 }, (_, n) => daysAgo(n).toISOString()))
    expect(await list(await signIn(app, ben))).toHaveLength(1)
    expect(await list(await signIn(app, await createUser(db)))).toEqual([])
  })

  test('tells which network no sign-in before came from', async () => {
    await add('sign-in', daysAgo(5))
    await add('token-refused', daysAgo(4), { network: 'elsewhere' })
    await add('token-refused', daysAgo(3), { network: 'elsewhere' })
    await add('sign-in', daysAgo(2))
    await add('sign-in', daysAgo(1), { network: 'elsewhere' })
    await add('password-added', daysAgo(0), { network: 'elsewhere' })
    const events: { newNetwork: boolean }[] = await list()
    expect(events.map(({ newNetwork }) => newNetwork)).toEqual([false, true, false, true, true, false])
  })
})

test('events are listed for 90 days and kept for 120', async () => {
  for (const days of [89.99, 90.01, 119.99, 120.01]) await add('sign-in', daysAgo(days))
  await forgetExpired({ ...ctx, now: () => start })
  expect(await stored()).toHaveLength(3)
  expect(await list()).toHaveLength(1)
})
