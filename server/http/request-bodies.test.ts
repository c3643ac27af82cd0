import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { createUser } from '../test/factories'
import { createTestApp, signIn } from '../test/test-app'

const { app, db } = await createTestApp()
const ana = await createUser(db)
const asAna = await signIn(app, ana)

describe('bodies', () => {
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
    ['compressed with what is not', 'application/json', Buffer.from('{"title":"a"}'), 400, 'gzip'],
    ['compressed with what nobody knows', 'application/json', Buffer.from('{"title":"a"}'), 415, 'zip'],
    ['that grows beyond 4 MiB', 'application/json', gzipSync(`{"title":"${' '.repeat(50e6)}"}`), 413, 'gzip'],
  ])('a body %s is refused with a sentence', async (_, type, bytes, status, encoding = 'identity') => {
    for (const path of ['/api/goals', '/api/auth/login']) {
      const answer = await asAna
        .post(path)
        .set({ 'Content-Type': type, 'Content-Encoding': encoding })
        .serialize((body) => body)
        .send(bytes)
        .expect(status)
      expect(answer.body).toEqual({ message: expect.stringMatching(/^The /) })
    }
  })

  test('bodies over 4 MiB are 413', async () => {
    const { body } = await post(
      'application/json',
      JSON.stringify({ title: 'x'.repeat(4 * 1024 * 1024) }),
    ).expect(413)
    expect(body).toEqual({ message: 'The body is larger than 4 MiB' })
  })
})
