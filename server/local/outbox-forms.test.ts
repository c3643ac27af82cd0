import { eq } from 'drizzle-orm'
import request from 'supertest'
import { beforeEach, expect, test } from 'vitest'
import { dailyMessages, users } from '@shared/schema'
import { createUser } from '../test/factories'
import type { User } from '../test/people'
import { createTestApp, signIn } from '../test/test-app'

const { app, ctx, db, outbox } = await createTestApp({ settings: { PORT: '4321' } })
const { host } = new URL(ctx.env.appUrl)
const number = '+15551230000'
let ana: User
beforeEach(async () => {
  await db.delete(users)
  ana = await createUser(db, { phoneNumber: number, phoneReminderEnabled: true })
})

const open = async (path = '/dev/outbox') => {
  const { text } = await request(app).get(path).set('Host', host).expect(200)
  return { text, token: /name="token" value="([^"]+)"/.exec(text)![1]! }
}
const send = (path: string, fields: Record<string, string>) =>
  request(app).post(`/dev/outbox/${path}`).set('Host', host).type('form').send(fields)
const submit = async (path: string, fields: Record<string, string>) => {
  const { headers } = await send(path, { ...fields, token: (await open()).token }).expect(303)
  return open(headers.location)
}

test('the form sends a text through the webhook, and the list shows it with the reply', async () => {
  const { text } = await submit('texts', { from: number, body: 'A day\r\nof <b>tea</b> & "rest"' })
  const [inbound, outbound] = await db.select().from(dailyMessages).orderBy(dailyMessages.messageDirection)
  expect(inbound).toMatchObject({ userId: ana.id, messageContent: 'A day\nof <b>tea</b> & "rest"' })
  expect(outbound).toMatchObject({ replyTo: inbound!.id })
  expect(text).toContain('A day\nof &lt;b&gt;tea&lt;/b&gt; &amp; &quot;rest&quot;')
  expect(text.indexOf('Thank you, Ana.')).toBeLessThan(text.indexOf('Text from +15551230000'))
  expect(text).toContain(`value="${number}"`)
  expect(await outbox.list()).toMatchObject([
    { channel: 'sms', to: number, body: 'Thank you, Ana. Saved for today.' },
    { channel: 'incoming', from: number },
  ])
})

test('STOP has no reply, and a number that nobody has gets a sentence', async () => {
  expect((await submit('texts', { from: number, body: 'STOP' })).text).toContain('no reply')
  expect((await db.select().from(users))[0]!.phoneReminderEnabled).toBe(false)
  const { text } = await submit('texts', { from: '+15559990000', body: 'Hi' })
  expect(text).toContain(
    'We don&#39;t recognize this number. To keep your journal by text, add and confirm it in Lisa&#39;s settings.',
  )
})

test('the day can be ended now, and its summary is there', async () => {
  expect((await submit('end-of-day', { from: number })).text).toContain('Nothing was said today')
  expect((await submit('end-of-day', { from: '+1' })).text).toContain('No account has confirmed this number')
  await submit('texts', { from: number, body: 'I had tea.' })
  expect((await submit('end-of-day', { from: number })).text).toContain('its summary has been made')
  await submit('texts', { from: number, body: 'And cake.' })
  await submit('end-of-day', { from: number })
  const { body } = await (await signIn(app, ana)).get('/api/daily-summaries/recent?limit=7').expect(200)
  expect(body).toEqual([
    { date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), content: 'I had tea.\nAnd cake.' },
  ])
})

test.each(['texts', 'end-of-day'])('no other page can send the form to %s', async (path) => {
  const { token } = await open()
  const fields = { from: number, body: 'Forged' }
  for (const wrong of [fields, { ...fields, token: '' }, { ...fields, token: `${token}x` }])
    await send(path, wrong).expect(403)
  await request(app)
    .post(`/dev/outbox/${path}`)
    .send({ ...fields, token })
    .expect(404)
  await request(app)
    .post(`/dev/outbox/${path}`)
    .set('Host', 'rebound.example')
    .type('form')
    .send({ ...fields, token })
    .expect(404)
  expect(await db.select().from(dailyMessages).where(eq(dailyMessages.userId, ana.id))).toEqual([])
})

test('none of it is there where texts and mails are really sent', async () => {
  const real = await createTestApp({ isOutboxShown: false })
  await request(real.app).get('/dev/outbox').set('Host', host).expect(404)
  for (const path of ['texts', 'end-of-day'])
    await request(real.app).post(`/dev/outbox/${path}`).set('Host', host).type('form').send({}).expect(404)
})
