import { eq } from 'drizzle-orm'
import { beforeEach, expect, test, vi } from 'vitest'
import { accountEvents, users } from '@shared/schema'
import type { Mail } from '../../senders/mailer'
import { ProviderError } from '../../senders/provider-error'
import { createUser } from '../../test/factories'
import { captureLog } from '../../test/log'
import { createTestApp, signIn } from '../../test/test-app'

const logged = captureLog()
const now = new Date('2026-11-21T12:00:00Z')
const send = vi.fn<(mail: Mail) => Promise<{ id: string }>>()
const { app, db } = await createTestApp({
  now: () => now,
  log: logged.log,
  mailer: { send, close: () => {} },
  settings: { TRUST_PROXY: '1' },
})
const withoutMail = await createTestApp({ now: () => now, mailer: undefined })
beforeEach(() => void send.mockReset().mockResolvedValue({ id: '1' }))

/** Adds a password as a user who signed in `minutes` ago. */
const add = async (user: { id: string }, minutes = 0, to = app) =>
  (await signIn(to, user, { authenticatedAt: now.getTime() - minutes * 60_000 }))
    .set({
      'User-Agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) Version/26.0 Safari/604.1',
      'X-Forwarded-For': '203.0.113.7',
    })
    .post('/api/auth/add-password')
    .send({ password: 'never in a mail' })

test('a password that was added is told by mail: when, from where, and what to do', async () => {
  const ana = await createUser(db, { firstName: '<Ana>', timezone: 'Europe/Berlin' })
  expect((await add(ana)).status).toBe(201)
  expect(send).toHaveBeenCalledOnce()
  const [mail] = send.mock.lastCall ?? []
  expect(mail).toMatchObject({
    to: { address: ana.email },
    subject: 'An API password was added to your account',
  })
  expect(mail).not.toHaveProperty('unsubscribeUrl')
  for (const part of [mail?.text, mail?.html]) {
    expect(part).toContain('November 21, 2026 at 13:00:00 GMT+1, from Safari on iPhone, 203.0.113.7.')
    expect(part).toContain('“Remove password”')
    expect(part).toContain('“Sign out everywhere”')
    expect(part).toContain('/api/open?screen=/settings')
    expect(part).not.toContain('never in a mail')
  }
  expect(mail?.html).not.toContain('<Ana>')
})

test('a mail that takes its time does not delay the answer', async () => {
  send.mockImplementation(() => new Promise(() => {}))
  expect((await add(await createUser(db))).status).toBe(201)
})

test('a mail that fails is logged without the address, and the password is added', async () => {
  const ana = await createUser(db)
  send.mockRejectedValue(new ProviderError('permanent', '550', `550 ${ana.email}: no such user`))
  expect((await add(ana)).status).toBe(201)
  await vi.waitFor(() => expect(logged.text()).toContain('An email about an account could not be sent'))
  expect(logged.text()).not.toContain(ana.email)
})

test('where mail is not set up none is sent, and the password is added', async () => {
  expect((await add(await createUser(withoutMail.db), 0, withoutMail.app)).status).toBe(201)
})

test('after more than 15 minutes a new sign-in is needed: nothing changes and nothing is sent', async () => {
  const ana = await createUser(db)
  const { status, body } = await add(ana, 16)
  expect([status, body]).toEqual([403, { message: expect.any(String), signInAgain: true }])
  const [row] = await db.select().from(users).where(eq(users.id, ana.id))
  expect(row).toMatchObject({ password: null, tokenVersion: 0 })
  expect(await db.select().from(accountEvents).where(eq(accountEvents.userId, ana.id))).toEqual([])
  expect(send).not.toHaveBeenCalled()
  expect((await add(ana, 14)).status).toBe(201)
})
