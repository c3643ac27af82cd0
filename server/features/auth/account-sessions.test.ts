import request from 'supertest'
import { beforeEach, expect, test } from 'vitest'
import { accountEvents, sessions, users } from '@shared/schema'
import { untilOneIsBlocked } from '../../test/blocked'
import { createUser } from '../../test/factories'
import { createProviderApp } from '../../test/provider-app'
import { type Client } from '../../test/people'
import { createTestApp, signIn, tokenOf, withToken } from '../../test/test-app'
import { sessionsOf } from './sessions-repository'

const { app, db } = await createTestApp()
const atProvider = await createProviderApp()
const path = '/api/account/sessions'
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
beforeEach(async () => void (await db.delete(users)))

test('one sees where one is signed in, and nobody else', async () => {
  const ana = await createUser(db)
  const now = Date.now()
  const hourAgo = now - 3_600_000
  const onPhone = await signIn(app, ana, { browser: 'Safari on iPhone', renewedAt: now })
  await signIn(app, ana, { browser: 'Firefox on Linux', signedInAt: hourAgo, renewedAt: hourAgo })
  await signIn(app, await createUser(db))

  const { body } = await onPhone.get(path).expect(200)
  expect(body).toEqual([
    {
      id: expect.stringMatching(uuid),
      current: true,
      createdAt: expect.any(String),
      lastSeenAt: new Date(now).toISOString(),
      browser: 'Safari on iPhone',
    },
    {
      id: expect.stringMatching(uuid),
      current: false,
      createdAt: new Date(hourAgo).toISOString(),
      lastSeenAt: new Date(hourAgo).toISOString(),
      browser: 'Firefox on Linux',
    },
  ])
  for (const { sid } of await db.select().from(sessions)) expect(JSON.stringify(body)).not.toContain(sid)
})

/** The id of another session than the client's own, as Settings lists it. */
async function otherSessionOf(client: Client): Promise<string> {
  const { body } = await client.get(path).expect(200)
  return body.find(({ current }: { current: boolean }) => !current).id
}

test('one browser can be signed out: it alone, at once, and it is told so', async () => {
  const ana = await createUser(db)
  const [here, lost, asBen] = [
    await signIn(app, ana),
    await signIn(app, ana),
    await signIn(app, await createUser(db)),
  ]
  const token = await tokenOf(app, ana)
  const id = await otherSessionOf(here)
  await here.delete(`${path}/${id}`).expect(204, '')
  const ended = await lost.get('/api/auth/user').expect(401)
  expect(ended.headers['x-lisa-session']).toBe('signed-out')
  expect((await here.get(path).expect(200)).body).toMatchObject([{ current: true }])
  await request(app).get('/api/jwt/user').set('Authorization', `Bearer ${token}`).expect(200)
  await asBen.get('/api/auth/user').expect(200)
  expect(await db.select().from(accountEvents)).toMatchObject([
    { userId: ana.id, kind: 'sign-out-elsewhere' },
  ])
  await here.delete(`${path}/${id}`).expect(404, { message: 'Session not found' })
})

test("one's own session can be ended too, and is told as an ordinary sign-out", async () => {
  const client = await signIn(app, await createUser(db))
  const { body } = await client.get(path).expect(200)
  await client.delete(`${path}/${body[0].id}`).expect(204)
  await client.get('/api/auth/user').expect(401)
  expect(await db.select().from(accountEvents)).toMatchObject([{ kind: 'sign-out' }])
})

test('a session that is ended while it is renewed serves nothing more', async () => {
  const ana = await createUser(db)
  const earlier = Date.now() - 48 * 3_600_000
  const lost = await signIn(app, ana, { signedInAt: earlier, renewedAt: earlier })
  const answer = await db.transaction(async (ending) => {
    await sessionsOf(ending, ana.id).endAll()
    const answer = lost.get('/api/auth/user').then((it) => it)
    await untilOneIsBlocked(db)
    return { answer }
  })
  const { status, headers } = await answer.answer
  expect([status, headers['set-cookie']]).toEqual([401, undefined])
})

test("nobody signs out somebody else's browser, nor with a token or from another site", async () => {
  const ana = await createUser(db)
  const [here, other, asBen] = [
    await signIn(app, ana),
    await signIn(app, ana),
    await signIn(app, await createUser(db)),
  ]
  const one = `${path}/${await otherSessionOf(here)}`
  await asBen.delete(one).expect(404)
  await (await withToken(app, ana)).delete(one).expect(401)
  await (await signIn(app, ana)).set('Origin', 'https://evil.test').delete(one).expect(403)
  await here.delete(`${path}/all`).expect(404)
  await other.get('/api/auth/user').expect(200)
})

test('signing out everywhere ends every session of the user at once, and of nobody else', async () => {
  const [ana, ben] = [await createUser(db), await createUser(db)]
  const clients = await Promise.all([signIn(app, ana), signIn(app, ana), signIn(app, ana)])
  const [here, ...elsewhere] = clients
  const asBen = await signIn(app, ben)
  const token = await tokenOf(app, ana)
  await here.delete(path).expect(204)
  for (const client of [here, ...elsewhere]) await client.get('/api/auth/user').expect(401)
  await request(app).get('/api/jwt/user').set('Authorization', `Bearer ${token}`).expect(401)
  await asBen.get('/api/auth/user').expect(200)
  expect(await db.select().from(accountEvents)).toMatchObject([
    { userId: ana.id, kind: 'sign-out-everywhere' },
  ])
  const left = await db.select().from(sessions)
  expect(left.filter(({ userId }) => userId)).toMatchObject([{ userId: ben.id }])
  expect(JSON.stringify(left)).not.toContain(ana.id)
})

test('a browser is told that its user has signed out everywhere, but not one without a session or of another user', async () => {
  const [ana, ben] = [await createUser(db), await createUser(db)]
  const [here, elsewhere, asBen] = [await signIn(app, ana), await signIn(app, ana), await signIn(app, ben)]
  await here.delete(path).expect(204)
  const ended = await elsewhere.get('/api/auth/user').expect(401, { message: 'Unauthorized' })
  expect(ended.headers['x-lisa-session']).toBe('signed-out')
  for (const other of [request(app), asBen]) {
    const { headers } = await other.get('/api/auth/user').set('X-Lisa-User', ana.id).expect(401)
    expect(headers).not.toHaveProperty('x-lisa-session')
  }
})

test('a browser whose session is gone for another reason is told only that', async () => {
  const client = await signIn(app, await createUser(db))
  await db.delete(sessions)
  expect((await client.get('/api/auth/user').expect(401)).headers['x-lisa-session']).toBe('ended')
})

test('a browser that was signed out everywhere can sign in and out again', async () => {
  const { signIn: signInThere, browser, isSignedIn, appUrl } = atProvider
  await signInThere()
  const headers = { origin: appUrl }
  expect((await browser.send('DELETE', path, { headers })).status).toBe(204)
  expect((await browser.get('/api/logout')).status).toBe(302)
  await signInThere()
  expect((await browser.send('DELETE', path, { headers })).status).toBe(204)
  expect(await isSignedIn()).toBe(false)
  await signInThere()
  expect(await isSignedIn()).toBe(true)
})

test('a sign-in keeps the name of the browser, and nothing else of what it says', async () => {
  const { begin, browser } = atProvider
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0'
  await browser.get(await begin(), { 'user-agent': userAgent })
  const { text } = await browser.get(path)
  expect(JSON.parse(text)).toMatchObject([{ current: true, browser: 'Firefox on Linux' }])
  const [row] = await atProvider.db.select().from(sessions)
  expect(JSON.stringify(row)).not.toContain('Gecko')
})
