import { gzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { createUser } from '../test/factories'
import { createTestApp, signIn } from '../test/test-app'

const { app, db } = await createTestApp({ settings: { TRUST_PROXY: '1' } })
const ana = await createUser(db)
const asAna = await signIn(app, ana)

/** Logins are limited by address. */
let addresses = 0
const newAddress = () => `192.0.2.${addresses++}`

const post = (type: string, body: string) => asAna.post('/api/goals').set('Content-Type', type).send(body)

test('bodies that are not JSON are 415', async () => {
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'application/json; charset=latin1',
  ])
    await post(type, '{"title":"a","timeline":"monthly"}').expect(415)
})

test.each(['application/json; charset=utf8', 'application/json; charset="UTF8"', 'application/json'])(
  'a byte order mark before the JSON is no part of it (%s)',
  async (type) => {
    const { body } = await post(type, '\ufeff{"title":"\ufeffa","timeline":"monthly"}').expect(201)
    expect(body.title).toBe('a')
    expect((await post(type, '\ufeff\ufeff{"title":"a"}').expect(400)).body).toEqual({
      message: 'The body is not valid JSON',
    })
  },
)

test.each([
  ['malformed', '{"title":'],
  ['an array', '[]'],
  ['null', 'null'],
  ['a number', '7'],
  ['empty', ''],
  ['with a prototype', '{"__proto__":{"title":"x","timeline":"monthly"}}'],
  ['deeply nested', '['.repeat(50_000) + ']'.repeat(50_000)],
])('a body that is %s is 400 with a sentence', async (_, body) => {
  const answer = await post('application/json', body).expect(400)
  expect(answer.body.message).toEqual(expect.stringMatching(/\w+/))
})

test.each([
  [
    'with bytes that are no UTF-8',
    'application/json',
    Buffer.from('{"title":"\xff\xfe","timeline":"monthly"}', 'latin1'),
    400,
  ],
  [
    'with half a character',
    'application/json',
    Buffer.from([...Buffer.from('{"title":"'), 0xe2, 0x82, 0x22, 0x7d]),
    400,
  ],
  ['in UTF-16', 'application/json; charset=utf-16', Buffer.from('{"title":"a"}', 'utf16le'), 415],
  ['in UTF-7', 'application/json; charset=utf-7', Buffer.from('{"title":"a"}'), 415],
  ['in a character set that is none', 'application/json; charset=utf-x', Buffer.from('{"title":"a"}'), 415],
])('a body %s is refused with a sentence', async (_, type, bytes, status) => {
  for (const path of ['/api/goals', '/api/auth/login']) {
    const answer = await asAna
      .post(path)
      .set({ 'Content-Type': type, 'X-Forwarded-For': newAddress() })
      .serialize((body) => body)
      .send(bytes)
      .expect(status)
    expect(answer.body).toEqual({ message: expect.stringMatching(/^The /) })
  }
})

const bomb = gzipSync(`{"a":${'['.repeat(2_000_000)}`)
test.each([
  ['/api/auth/login', 'application/json'],
  ['/api/goals', 'application/json'],
  ['/api/webhooks/twilio/sms', 'application/x-www-form-urlencoded'],
  ['/api/reminders/unsubscribe', 'application/x-www-form-urlencoded'],
])('a compressed body is refused by %s, whatever it is compressed with', async (path, type) => {
  for (const encoding of ['gzip', 'deflate', 'br', 'GZIP', 'gzip, identity', 'zip']) {
    const { body } = await asAna
      .post(path)
      .set({ 'Content-Type': type, 'Content-Encoding': encoding, 'X-Forwarded-For': newAddress() })
      .serialize((body) => body)
      .send(bomb)
      .expect(415)
    expect(body).toEqual({ message: 'The body must not be compressed' })
  }
})

test.each([
  ['an object', '{"title":{}}'],
  ['an array', '{"title":"a","timeline":["monthly"]}'],
  ['objects, thousands deep', '{"a":'.repeat(20_000)],
  ['arrays, thousands of them', `{"a":${'['.repeat(100_000)}`],
  ['strings that look like the end of it', '{"title":"}\\\\\\"}","a":[]}'],
  ['more fields than any body has', `{${'"a":1,'.repeat(100)}"b":1}`],
])('a body that holds %s is refused and not parsed', async (_, body) => {
  const parse = vi.spyOn(JSON, 'parse')
  const answer = await post('application/json', body).expect(400)
  const parsed = parse.mock.calls.map(([text]) => text)
  parse.mockRestore()
  expect(parsed).not.toContain(body)
  expect(answer.body).toEqual({ message: expect.stringMatching(/^The body must not /) })
})

test('what looks like nesting within a text is text', async () => {
  const title = '{"a":[{"b":"\\",,,,[[{'
  const { body } = await asAna.post('/api/goals').send({ title, timeline: 'monthly' }).expect(201)
  expect(body.title).toBe(title)
})
