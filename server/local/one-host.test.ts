import request from 'supertest'
import { expect, test } from 'vitest'
import { createTestApp } from '../test/test-app'

const { app } = await createTestApp({ settings: { LOCAL_ON_NETWORK: 'no' } })
const open = await createTestApp()

test('answers to the host of APP_URL and to loopback names, and to no other name that leads here', async () => {
  for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000', 'LOCALHOST:8080'])
    await request(app).get('/api/auth/user').set('Host', host).expect(401)
  for (const host of ['rebound.example:3000', '192.168.1.5:3000', 'localhost.rebound.example', ''])
    for (const path of ['/', '/api/auth/user', '/api/login', '/dev/outbox']) {
      const { status, body } = await request(app).get(path).set('Host', host)
      expect({ host, status, body }).toEqual({
        host,
        status: 421,
        body: { message: 'This server answers to localhost:3000 only' },
      })
    }
  await request(open.app).get('/api/auth/user').set('Host', '192.168.1.5:3000').expect(401)
})

test('sends a page opened under another loopback name to the host of APP_URL', async () => {
  const page = await request(app)
    .get('/journal?q=1')
    .set({ Host: '127.0.0.1:3000', Accept: 'text/html' })
    .expect(307)
  expect(page.headers.location).toBe('http://localhost:3000/journal?q=1')
})
