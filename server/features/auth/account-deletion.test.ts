import { eq } from 'drizzle-orm'
import request from 'supertest'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { goals, users } from '@shared/schema'
import type { Mail } from '../../senders/mailer'
import { ProviderError } from '../../senders/provider-error'
import { createGoal, createUser } from '../../test/factories'
import { captureLog } from '../../test/log'
import type { Client, User } from '../../test/people'
import { createTestApp, signIn, tokenOf } from '../../test/test-app'

const logged = captureLog()
const now = new Date('2026-11-22T12:00:00Z')
const send = vi.fn<(mail: Mail) => Promise<{ id: string }>>()
const { app, db } = await createTestApp({
  now: () => now,
  log: logged.log,
  mailer: { send, close: () => {} },
  settings: { TRUST_PROXY: '1' },
})

let ana: User, asAna: Client
beforeEach(async () => {
  send.mockReset().mockResolvedValue({ id: '1' })
  logged.clear()
  ana = await createUser(db, { firstName: '<Ana>', timezone: 'Europe/Berlin' })
  asAna = await signIn(app, ana)
})

const exists = async ({ id }: User) => (await db.select().from(users).where(eq(users.id, id))).length > 0
const leave = (client: Client, email: unknown) => client.delete('/api/account').send({ email })

describe('an account', () => {
  test.each([
    ['as it is', (email: string) => email],
    ['in capitals and between spaces', (email: string) => ` ${email.toUpperCase()} `],
  ])('is deleted for its email address %s', async (_, typed) => {
    await leave(asAna, typed(ana.email!)).expect(204, '')
    expect(await exists(ana)).toBe(false)
  })

  test('is not deleted for another address', async () => {
    const ben = await createUser(db)
    const { body } = await leave(asAna, ben.email).expect(400)
    const message = "This isn't the email address of your account."
    expect(body).toEqual({ message, errors: [{ path: 'email', message }] })
    expect([await exists(ana), await exists(ben)]).toEqual([true, true])
  })

  test.each([[undefined], [null], [''], ['  '], [7], ['a@b.c\0']])('is not deleted for %j', async (email) => {
    const { body } = await leave(asAna, email).expect(400)
    expect(body.errors).toEqual([{ path: 'email', message: expect.any(String) }])
    await asAna.delete('/api/account').expect(400)
    expect(await exists(ana)).toBe(true)
  })

  test('without an email address is deleted for the words that say so', async () => {
    const eva = await createUser(db, { email: null })
    const asEva = await signIn(app, eva)
    for (const typed of ['null', 'eva@example.com']) {
      const { body } = await leave(asEva, typed).expect(400)
      expect(body.message).toBe('Type “delete my account” to confirm.')
    }
    await leave(asAna, 'delete my account').expect(400)
    await leave(asEva, 'Delete my account').expect(204)
    expect([await exists(eva), await exists(ana)]).toEqual([false, true])
    expect(send).not.toHaveBeenCalled()
  })

  test('is not deleted by a sign-in of more than 15 minutes ago', async () => {
    const earlier = (minutes: number) => ({ authenticatedAt: now.getTime() - minutes * 60_000 })
    const { body } = await leave(await signIn(app, ana, earlier(16)), ana.email).expect(403)
    expect(body).toEqual({ message: 'Please sign in again to do this.', signInAgain: true })
    expect(await exists(ana)).toBe(true)
    await leave(await signIn(app, ana, earlier(14)), ana.email).expect(204)
  })

  test('is not deleted from another site, by a page of somebody else, or with a token', async () => {
    await leave(asAna.set('Origin', 'https://evil.test'), ana.email).expect(403)
    await leave((await signIn(app, ana)).set('X-Lisa-User', (await createUser(db)).id), ana.email).expect(401)
    for (const path of ['/api/account', '/api/jwt/account'])
      await request(app)
        .delete(path)
        .set('Authorization', `Bearer ${await tokenOf(app, ana)}`)
        .send({ email: ana.email })
        .expect(path === '/api/account' ? 401 : 404)
    expect(await exists(ana)).toBe(true)
  })
})

test('every browser and token of a deleted account is signed out, and nobody else', async () => {
  const [elsewhere, token] = [await signIn(app, ana), await tokenOf(app, ana)]
  const ben = await createUser(db)
  const asBen = await signIn(app, ben)
  await createGoal(db, ben.id)
  await leave(asAna, ana.email).expect(204)
  for (const client of [asAna, elsewhere]) {
    await client.get('/api/auth/user').expect(401, { message: 'Unauthorized' })
    await client.post('/api/goals').send({ title: 'Read', timeline: 'monthly' }).expect(401)
    await leave(client, ana.email).expect(401)
  }
  await request(app).get('/api/jwt/user').set('Authorization', `Bearer ${token}`).expect(401)
  await asBen.get('/api/auth/user').expect(200)
  expect(await db.select().from(goals).where(eq(goals.userId, ben.id))).toHaveLength(1)
})

test('the log says who has left, without a name or an address', async () => {
  await leave(asAna, ana.email).expect(204)
  const line = logged.lines.find((line) => line.includes('Account deleted'))
  expect(JSON.parse(line ?? '{}')).toMatchObject({
    userId: ana.id,
    network: expect.stringMatching(/^\w{16}$/),
  })
  expect(logged.text()).not.toContain(ana.email)
  expect(logged.text()).not.toContain('Ana')
})

describe('the mail', () => {
  test('says that it is done, once it is', async () => {
    const wasThere: boolean[] = []
    send.mockImplementation(async () => {
      wasThere.push(await exists(ana))
      return { id: '1' }
    })
    const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
    await leave(asAna.set('User-Agent', browser).set('X-Forwarded-For', '203.0.113.7'), ana.email).expect(204)
    await vi.waitFor(() => expect(wasThere).toEqual([false]))
    const [mail] = send.mock.lastCall ?? []
    expect(mail).toMatchObject({ to: { address: ana.email }, subject: 'Your account was deleted' })
    expect(mail).not.toHaveProperty('unsubscribeUrl')
    for (const part of [mail?.text, mail?.html]) {
      expect(part).toContain('November 22, 2026 at 13:00:00 GMT+1, from Firefox on Linux, 203.0.113.7.')
      expect(part).toContain('Backups of this server may hold copies until they are deleted in turn.')
    }
    expect(mail?.html).not.toContain('<Ana>')
  })

  test('that fails or takes its time changes nothing', async () => {
    send.mockRejectedValueOnce(new ProviderError('permanent', '550', `550 ${ana.email}: no such user`))
    await leave(asAna, ana.email).expect(204)
    await vi.waitFor(() => expect(logged.text()).toContain('could not be sent'))
    expect(logged.text()).not.toContain(ana.email)
    send.mockImplementation(() => new Promise(() => {}))
    const ben = await createUser(db)
    await leave(await signIn(app, ben), ben.email).expect(204)
  })

  test('is not sent where nothing was deleted', async () => {
    await leave(asAna, 'ben@example.com').expect(400)
    expect(send).not.toHaveBeenCalled()
  })
})
