import express from 'express'
import request from 'supertest'
import { expect, test } from 'vitest'
import { errorHandler } from '../../http/error-handler'
import { createLog } from '../../log'
import { createTestApp } from '../../test/test-app'
import { guards } from './guards'

const origin = 'https://lisa.test'
const { ctx } = await createTestApp({ settings: { APP_URL: origin } })
const { session } = guards(ctx, async (req) => req.get('user'))
const app = express()
app.use(async (req, res) => void res.json(await session(req, res)))
app.use(errorHandler(createLog('silent')))

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
