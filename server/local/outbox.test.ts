import request from 'supertest'
import { expect, test } from 'vitest'
import { createUser } from '../test/factories'
import { createTestApp, signIn } from '../test/test-app'

const { app, ctx, db, outbox } = await createTestApp()
const host = new URL(ctx.env.appUrl).host
const get = (path: string) => request(app).get(path).set('Host', host)

test('shows every mail and text, newest first, and nothing to anybody who calls it by another name', async () => {
  expect((await get('/dev/outbox').expect(200)).text).toContain('Nothing has been sent yet.')
  const ana = await createUser(db, { firstName: 'Ana & <b>', phoneNumber: '+15551230000' })
  const client = await signIn(app, ana)
  await client.post('/api/test-reminder').expect(200)
  await client.post('/api/test-sms').expect(200)
  expect(await outbox.list()).toMatchObject([
    { channel: 'sms', to: '+15551230000' },
    {
      channel: 'email',
      to: ana.email,
      headers: expect.stringContaining('List-Unsubscribe-Post: List-Unsubscribe=One-Click'),
    },
  ])

  const page = await get('/dev/outbox').expect(200)
  expect(page.text.indexOf('Text to +15551230000')).toBeLessThan(page.text.indexOf('Email to'))
  expect(page.text).toContain('Ana &amp; &lt;b&gt;, time for your journal')
  expect(page.text).not.toContain('<b>')
  expect(page.headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'content-security-policy': expect.stringMatching(
      /default-src 'none'; .*frame-ancestors 'none'; frame-src 'self'/,
    ),
  })
  expect(page.text).not.toContain('<script')

  const frame = /<iframe src="([^"]*)" sandbox="([^"]*)"/.exec(page.text)!
  expect(frame[2]).not.toContain('allow-scripts')
  const mail = await get(frame[1]!).expect(200)
  expect(mail.text).toContain('Hello Ana &amp; &lt;b&gt;,')
  expect(mail.headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox allow-popups/)
  expect(mail.headers).not.toHaveProperty('x-frame-options')
  expect(mail.headers['content-security-policy']).toContain("frame-ancestors 'self'")

  for (const path of ['/dev/outbox', frame[1]!])
    await request(app).get(path).set('Host', 'rebound.example:3000').expect(404)
  for (const path of ['/dev/outbox/mails/nothing', '/dev/outbox/mails/..%2fsecrets', '/dev/outbox/other'])
    await get(path).expect(404)
})
