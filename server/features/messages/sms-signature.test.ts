import fc from 'fast-check'
import request from 'supertest'
import { beforeEach, describe, expect, test } from 'vitest'
import { newSid, provider, smsPath, statusPath } from '../../test/incoming-text'
import { captureLog } from '../../test/log'
import type { User } from '../../test/people'
import { createTestApp, signIn } from '../../test/test-app'
import { createTextingApp } from '../../test/texting-app'

const { logged, app, ctx, db, text, report, createAna, storedMessages, hasPhoneReminders } =
  await createTextingApp()

let number: string, ana: User
beforeEach(async () => ({ number, ana } = await createAna({ phoneReminderEnabled: true })))

describe('the signature', () => {
  test('is that of the public address, whatever proxies make of host and scheme', async () => {
    await text({ From: number, Body: 'Hi' })
      .set({ Host: 'inner.local:8080', 'X-Forwarded-Host': 'elsewhere', 'X-Forwarded-Proto': 'http' })
      .expect(200)
    await text({ From: number, Body: 'Hi' }, { path: `${smsPath}?a=1&b=%20x` }).expect(200)
    await text({ From: number, Body: 'Hi' }, { url: `https://lisa.test:443${smsPath}` }).expect(200)
  })

  test.each([
    ['missing', { signature: '' }],
    ['garbage', { signature: 'x'.repeat(9_000) }],
    ['of another token', { token: 'another' }],
    ['of another address', { url: `https://evil.test${smsPath}` }],
    ['of another scheme', { url: `http://lisa.test${smsPath}` }],
    ['of another path', { url: `https://lisa.test${statusPath}` }],
    ['of other parameters', { url: `https://lisa.test${smsPath}x` }],
  ])('%s is 403, and nothing is stored or changed', async (_, options) => {
    for (const Body of ['Hi', 'STOP']) {
      const answer = await text({ From: number, Body }, options).expect(403)
      expect(answer.body).toEqual({ message: 'The signature is missing or wrong' })
    }
    expect(await storedMessages()).toEqual([])
    expect(await hasPhoneReminders(ana)).toBe(true)
  })

  test('does not help a body that was changed, or is none', async () => {
    const good = { MessageSid: newSid(), From: number, Body: 'Hi' }
    const signature = 'pK4Zq0Yk1cF9o0h6mVQ8g0xJv0k='
    for (const body of ['', 'a=b', new URLSearchParams({ ...good, Body: 'Changed' }).toString()])
      await request(app)
        .post(smsPath)
        .type('form')
        .set('X-Twilio-Signature', signature)
        .send(body)
        .expect(403)
    await request(app).post(smsPath).set('X-Twilio-Signature', signature).send(good).expect(403)
    await request(app).post(smsPath).expect(403)
    await report({ MessageSid: newSid(), MessageStatus: 'sent' }, '', { signature }).expect(403)
    const asAna = await signIn(app, ana)
    await asAna.post(smsPath).type('form').send(good).expect(403)
    expect(await storedMessages()).toEqual([])
  })

  test('a signed body that misses its fields is 400; where texts are not set up it is 503', async () => {
    await text({ MessageSid: '', From: number, Body: 'Hi' }).expect(400)
    await text({ MessageSid: 'x y\u0000', From: number, Body: 'Hi' }).expect(400)
    const refusals = captureLog()
    const bare = await createTestApp({ twilioAuthToken: undefined, log: refusals.log })
    await provider(bare.app, bare.ctx).text({ From: number, Body: 'Hi' }).expect(503)
    expect(refusals.lines.map((line) => JSON.parse(line))).toMatchObject([{ msg: 'Request', status: 503 }])
  })

  test('whatever is signed, the answer is a described one', async () => {
    const word = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 30 }),
      fc.constantFrom(
        'STOP',
        'yes',
        '\u0000',
        number,
        '+',
        'delivered',
        '21610',
        newSid(),
        'x'.repeat(3_000),
      ),
    )
    const names = ['MessageSid', 'From', 'Body', 'OptOutType', 'MessageStatus', 'ErrorCode', 'To']
    const params = fc.dictionary(fc.constantFrom(...names), word)
    await fc.assert(
      fc.asyncProperty(params, fc.constantFrom(number, '+15550000000'), async (params, From) => {
        // What a URL cannot hold would be signed as something else than is sent.
        const sent = Object.fromEntries(new URLSearchParams({ From, MessageSid: newSid(), ...params }))
        expect([200, 400]).toContain((await text(sent)).status)
        expect([204, 400]).toContain((await report(sent)).status)
      }),
      { numRuns: 150, seed: 4711 },
    )
  }, 60_000)
})

test('no number, word or signature is in the log', async () => {
  await text({ From: number, Body: 'secret-words-4711' }).expect(200)
  await text({ From: number, Body: 'secret-words-4711' }, { signature: 'secret-words-4711' }).expect(403)
  await report({ MessageSid: 'SMnever', MessageStatus: 'sent', To: number }, '?message=secret-words-4711')
  await db.execute('alter table conversation_days rename to elsewhere')
  await text({ From: number, Body: 'secret-words-4711' }).expect(500)
  await db.execute('alter table elsewhere rename to conversation_days')
  expect(await storedMessages()).toHaveLength(2)
  expect(logged.text()).toContain('Request failed')
  for (const secret of [number, number.slice(1), 'secret-words-4711', ctx.twilioAuthToken!])
    expect(logged.text()).not.toContain(secret)
})
