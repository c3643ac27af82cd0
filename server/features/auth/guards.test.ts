import express from 'express'
import request from 'supertest'
import { expect, test } from 'vitest'
import { empty, type Endpoint } from '@shared/endpoint'
import { errorHandler } from '../../http/error-handler'
import { signInAnaAndBen } from '../../test/people'
import { createTestApp } from '../../test/test-app'
import { guards } from './guards'

const origin = 'https://lisa.test'
const now = new Date()
const { app: lisa, ctx, db } = await createTestApp({ settings: { APP_URL: origin }, now: () => now })
const { session } = guards(ctx, async (req) => {
  const authenticatedAt = now.getTime() - 1_000 * Number(req.get('seconds') ?? 0)
  return req.get('user') === undefined ? undefined : { userId: 'ana', sid: 'a', authenticatedAt }
})
const endpoint: Endpoint = { summary: 'Small', recentSignIn: true, answers: { 200: empty('Done') } }
const app = express()
app.use('/recent', async (req, res) => void res.json(await session(req, res, endpoint)))
app.use(async (req, res) => void res.json(await session(req, res)))
app.use(errorHandler(ctx))

test('without a user the door is closed', async () => {
  await request(app).get('/closed').expect(401, { message: 'Unauthorized' })
})

test.each(['post', 'put', 'patch', 'delete'] as const)(
  '%s needs to come from the app itself',
  async (method) => {
    const send = () => request(app)[method]('/').set('User', 'ana')
    await send().set('Origin', origin).expect(200)
    await send().set('Sec-Fetch-Site', 'same-origin').expect(200)

    const refused = { message: 'Cross-site request refused' }
    await send().expect(403, refused)
    for (const other of ['https://evil.test', 'http://lisa.test', 'https://lisa.test.evil.test', 'null', ''])
      await send().set('Origin', other).set('Sec-Fetch-Site', 'same-origin').expect(403, refused)
    for (const site of ['none', 'same-site', 'cross-site'])
      await send().set('Sec-Fetch-Site', site).expect(403, refused)
  },
)

test.each(['get', 'head', 'options'] as const)('%s may come from anywhere', async (method) => {
  const response = await request(app)[method]('/').set({ User: 'ana', Origin: 'https://evil.test' })
  expect(response.status).toBe(200)
})

test('an endpoint may ask for a sign-in of the last 15 minutes', async () => {
  const send = (seconds: number, path = '/recent') =>
    request(app)
      .post(path)
      .set({ User: 'ana', Origin: origin, Seconds: String(seconds) })
  await send(15 * 60).expect(200)
  await send(15 * 60 + 1).expect(403, { message: 'Please sign in again to do this.', signInAgain: true })
  await send(15 * 60 + 1, '/other').expect(200)
  await request(app).post('/recent').expect(401, { message: 'Unauthorized' })
})

test("a page that was loaded for Ana neither reads nor writes in Ben's session", async () => {
  const { ana, ben, asBen } = await signInAnaAndBen(lisa, db)
  const save = (wins: string) => asBen.post('/api/journal-entries').send({ entryDate: '2026-11-21', wins })
  const unauthorized = { message: 'Unauthorized' }
  for (const other of [ana.id, 'somebody', '']) {
    await save('of Ana').set('X-Lisa-User', other).expect(401, unauthorized)
    await asBen.get('/api/auth/user').set('X-Lisa-User', other).expect(401, unauthorized)
  }
  await asBen.get('/api/journal-entries').expect(200, [])
  await save('of Ben').set('X-Lisa-User', ben.id).expect(201)
})
