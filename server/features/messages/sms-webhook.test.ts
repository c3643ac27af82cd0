import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import request from 'supertest'
import { beforeEach, describe, expect, test } from 'vitest'
import { conversationDays, dailyMessages, dailySummaries, users } from '@shared/schema'
import { createSms } from '../../senders/sms'
import { createUser, newPhoneNumber } from '../../test/factories'
import { createFakeTwilio } from '../../test/fake-twilio'
import { newSid, provider, replyIn, smsPath, statusPath } from '../../test/incoming-text'
import { captureLog } from '../../test/log'
import { createTestApp, signIn } from '../../test/test-app'

const twilio = await createFakeTwilio()
let now = new Date('2026-11-21T12:00:00Z')
const logged = captureLog()
const { app, ctx, db } = await createTestApp({
  settings: { APP_URL: 'https://lisa.test', TRUST_PROXY: '1' },
  log: logged.log,
  now: () => new Date(now.getTime()),
  sms: createSms(twilio.settings),
})
const { text, report } = provider(app, ctx)

let number: string
let ana: typeof users.$inferSelect
beforeEach(async () => {
  await db.delete(users)
  now = new Date('2026-11-21T12:00:00Z')
  logged.clear()
  number = newPhoneNumber()
  ana = await createUser(db, { phoneNumber: number, phoneReminderEnabled: true })
})
const stored = () =>
  db.select().from(dailyMessages).orderBy(dailyMessages.createdAt, dailyMessages.messageDirection)
const isOn = async () => (await db.select().from(users).where(eq(users.id, ana.id)))[0]!.phoneReminderEnabled
const setOn = (phoneReminderEnabled: boolean) =>
  db.update(users).set({ phoneReminderEnabled }).where(eq(users.id, ana.id))
const thanks = 'Thank you, Ana. Your words are kept for today.'

describe('a text of somebody who is known', () => {
  test('is stored and answered, and the reply is stored too', async () => {
    const sid = newSid()
    const answer = await text({ MessageSid: sid, From: number, Body: 'A good day.' }).expect(200)
    expect(answer.headers['content-type']).toBe('text/xml; charset=utf-8')
    expect(replyIn(answer)).toBe(thanks)
    const [inbound, outbound] = await stored()
    expect(inbound).toMatchObject({
      userId: ana.id,
      phoneNumber: number,
      messageContent: 'A good day.',
      messageDirection: 'inbound',
      messageSid: sid,
      localDate: '2026-11-21',
      createdAt: now,
    })
    expect(outbound).toMatchObject({
      userId: ana.id,
      phoneNumber: number,
      messageContent: thanks,
      messageDirection: 'outbound',
      replyTo: inbound!.id,
    })
    expect(answer.text).toContain(
      `<Message action="https://lisa.test${statusPath}?message=${outbound!.id}" method="POST">`,
    )
  })

  test('delivered again, later or at the same moment, is stored once and gets the same reply', async () => {
    const params = { MessageSid: newSid(), From: number, Body: 'Once' }
    const together = await Promise.all(Array.from({ length: 8 }, () => text(params).expect(200)))
    now = new Date('2026-11-22T12:00:00Z')
    const later = await text(params).expect(200)
    expect(new Set([...together, later].map((answer) => answer.text)).size).toBe(1)
    expect(await stored()).toHaveLength(2)
  })

  test('whose process was killed before it replied is answered when it comes again', async () => {
    const params = { MessageSid: newSid(), From: number, Body: 'Once' }
    await text(params).expect(200)
    await db.delete(dailyMessages).where(eq(dailyMessages.messageDirection, 'outbound'))
    expect(replyIn(await text(params).expect(200))).toBe(thanks)
    expect(await stored()).toHaveLength(2)
  })

  test('many at once, keywords among them, are all stored, each with its reply', async () => {
    const bodies = ['One', 'STOP', 'Two', 'START', 'Three', 'STOP', 'HELP', 'Four', 'STOP', 'START']
    await Promise.all(bodies.map((Body) => text({ From: number, Body }).expect(200)))
    const all = await stored()
    const inbound = all.filter(({ messageDirection }) => messageDirection === 'inbound')
    expect(inbound.map(({ messageContent }) => messageContent).sort()).toEqual(bodies.sort())
    expect(all).toHaveLength(bodies.length * 2 - 3)
  })

  test('of ten parts of emoji is kept to the last one', async () => {
    const Body = '👩‍👩‍👧‍👦💛'.repeat(51)
    await text({ From: number, Body, NumSegments: '10' }).expect(200)
    expect((await stored())[0]!.messageContent).toBe(Body)
  })

  test('with U+0000, quotes, markup and lines is kept without the first', async () => {
    await text({ From: number, Body: `a\u0000b <Message>"it's" & more\n\nšŽ漢` }).expect(200)
    expect((await stored())[0]!.messageContent).toBe(`ab <Message>"it's" & more\n\nšŽ漢`)
  })

  test('that is longer than any can be is cut, not lost', async () => {
    await text({ From: number, Body: 'word '.repeat(4_000) }).expect(200)
    expect((await stored())[0]!.messageContent).toMatch(/^(word ){1000}.*word…$/)
  })

  test.each(['', '  \n', '\u0000'])('without words (%j) is not stored, and says so', async (Body) => {
    const answer = await text({ From: number, Body, NumMedia: '1' }).expect(200)
    expect(replyIn(answer)).toContain('can only keep words')
    expect(await stored()).toEqual([])
  })

  test('has the name in its reply escaped and in one line', async () => {
    await db.update(users).set({ firstName: '<Ana>\n& "Co"\u0007' }).where(eq(users.id, ana.id))
    const answer = await text({ From: number, Body: 'Hi' }).expect(200)
    expect(answer.text).toContain('Thank you, &lt;Ana&gt; &amp; &quot;Co&quot;.')
  })

  test.each([
    ['are you a human?', /I'm Lisa, an AI, not a human/],
    ['I want to die', /^I'm an AI, and you deserve a human now: call 988/],
  ])('%j is answered without any model', async (Body, reply) => {
    expect(replyIn(await text({ From: number, Body }).expect(200))).toMatch(reply)
  })
})

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
    expect(await stored()).toEqual([])
    expect(await isOn()).toBe(true)
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
    expect(await stored()).toEqual([])
  })

  test('on a body that misses its fields is 400; where texts are not set up it is 503', async () => {
    await text({ MessageSid: '', From: number, Body: 'Hi' }).expect(400)
    await text({ MessageSid: 'x y\u0000', From: number, Body: 'Hi' }).expect(400)
    const bare = await createTestApp({ twilioAuthToken: undefined })
    await provider(bare.app, bare.ctx).text({ From: number, Body: 'Hi' }).expect(503)
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

describe('keywords', () => {
  test.each(['STOP', ' stop.\r\n', 'Stop all', 'UNSUBSCRIBE', 'cancel', 'END', '“Quit”'])(
    '%j turns phone reminders off, with an empty response',
    async (Body) => {
      const answer = await text({ From: number, Body }).expect(200)
      expect(answer.text).toBe('<?xml version="1.0" encoding="UTF-8"?><Response/>')
      expect(await isOn()).toBe(false)
      expect(await stored()).toHaveLength(1)
    },
  )

  test.each(['START', 'unstop', 'Yes'])('%j turns them on', async (Body) => {
    await setOn(false)
    expect(replyIn(await text({ From: number, Body }).expect(200))).toContain('are on')
    expect(await isOn()).toBe(true)
    expect((await db.select().from(users))[0]!.nextReminderAt).toEqual(new Date('2026-11-21T19:00:00Z'))
  })

  test.each(['HELP', 'info'])('%j explains, names STOP and changes nothing', async (Body) => {
    for (const isNow of [true, false]) {
      await setOn(isNow)
      const reply = replyIn(await text({ From: number, Body }).expect(200))
      expect(reply).toContain('Reply STOP')
      expect(reply!.length).toBeLessThanOrEqual(160)
      expect(await isOn()).toBe(isNow)
    }
  })

  test('that come again, late or out of order, change nothing again', async () => {
    const stop = { MessageSid: newSid(), From: number, Body: 'STOP' }
    await text(stop).expect(200)
    await text({ From: number, Body: 'START' }).expect(200)
    await text(stop).expect(200)
    expect(await isOn()).toBe(true)
    const start = { MessageSid: newSid(), From: number, Body: 'START' }
    const replies = [await text(start).expect(200), await text(start).expect(200)].map(replyIn)
    expect(new Set(replies).size).toBe(1)
    expect(await stored()).toHaveLength(5)
  })

  test('YES to a question is an answer, while reminders are on', async () => {
    const params = { MessageSid: newSid(), From: number, Body: 'Yes!' }
    expect(replyIn(await text(params).expect(200))).toBe(thanks)
    await setOn(false)
    expect(replyIn(await text(params).expect(200))).toBe(thanks)
    expect(await isOn()).toBe(false)
  })

  test('that the provider has taken up and answered itself are obeyed in silence, in any language', async () => {
    for (const [Body, OptOutType, on] of [
      ['Arrêt', 'STOP', false],
      ['Aide', 'HELP', false],
      ['Début', 'START', true],
    ] as const) {
      const answer = await text({ From: number, Body, OptOutType }).expect(200)
      expect([replyIn(answer), await isOn()]).toEqual([undefined, on])
    }
  })

  test('are no part of the conversation', async () => {
    for (const Body of ['STOP', 'START', 'HELP']) await text({ From: number, Body }).expect(200)
    expect(await db.select().from(conversationDays)).toEqual([])
  })
})

describe('an unknown number', () => {
  test.each(['+15550109999', '12345', 'Google', ''])(
    '%j gets one sentence, and nothing is stored',
    async (From) => {
      for (const Body of ['Hi', 'START', 'Yes'])
        expect(replyIn(await text({ From, Body }).expect(200))).toContain('does not know this number')
      expect(replyIn(await text({ From, Body: 'stop' }).expect(200))).toBeUndefined()
      expect(replyIn(await text({ From, Body: 'help' }).expect(200))).toContain('STOP')
      for (const table of [dailyMessages, conversationDays, dailySummaries])
        expect(await db.select().from(table)).toEqual([])
    },
  )

  test('of a text whose number has changed hands gets nothing of it', async () => {
    const params = { MessageSid: newSid(), From: number, Body: 'A secret' }
    await text(params).expect(200)
    await db.update(users).set({ phoneNumber: null })
    const ben = await createUser(db, { phoneNumber: number })
    expect(replyIn(await text(params).expect(200))).toBeUndefined()
    expect(await db.select().from(dailyMessages).where(eq(dailyMessages.userId, ben.id))).toEqual([])
  })
})

describe('texts that Lisa sends', () => {
  test('are stored as outbound, with their id', async () => {
    await (await signIn(app, ana)).post('/api/test-sms').expect(200)
    const sent = twilio.received.at(-1)!
    expect(await stored()).toMatchObject([
      {
        userId: ana.id,
        messageContent: sent.body,
        messageDirection: 'outbound',
        messageSid: `SM${twilio.received.length}`,
        localDate: '2026-11-21',
      },
    ])
  })

  test('are not, when they were not sent', async () => {
    twilio.answerTo = async () => ({ status: 400, code: 21211 })
    await (await signIn(app, ana)).post('/api/test-sms').expect(502)
    twilio.answerTo = async () => undefined
    expect(await stored()).toEqual([])
  })

  const sentText = async () => {
    await (await signIn(app, ana)).post('/api/test-sms').expect(200)
    return (await stored())[0]!.messageSid!
  }
  const fate = async () => {
    const [row] = await stored()
    return [row!.deliveryStatus, row!.deliveryError]
  }

  test('learn what became of them, in whatever order the reports come', async () => {
    const MessageSid = await sentText()
    await report({ MessageSid, MessageStatus: 'sent' }).expect(204)
    expect(await fate()).toEqual(['sent', null])
    await report({ MessageSid, MessageStatus: 'undelivered', ErrorCode: '30003' }).expect(204)
    await report({ MessageSid, MessageStatus: 'queued' }).expect(204)
    await report({ MessageSid, MessageStatus: 'no such status' }).expect(204)
    expect(await fate()).toEqual(['undelivered', '30003'])
    expect(await isOn()).toBe(true)
  })

  test('a reply learns it by its own address, and its id with it', async () => {
    const answer = await text({ From: number, Body: 'Hi' }).expect(200)
    const query = /\?message=[\w-]+/.exec(answer.text)![0]
    await report({ MessageSid: 'SMreply', MessageStatus: 'delivered', To: number }, query).expect(204)
    expect((await stored())[1]).toMatchObject({ messageSid: 'SMreply', deliveryStatus: 'delivered' })
    expect((await stored())[0]).toMatchObject({ deliveryStatus: null })
  })

  test('21610 turns phone reminders off, once', async () => {
    const opted = { MessageSid: await sentText(), MessageStatus: 'failed', ErrorCode: '21610', To: number }
    await report(opted).expect(204)
    expect(await isOn()).toBe(false)
    await text({ From: number, Body: 'START' }).expect(200)
    await report(opted).expect(204)
    expect(await isOn()).toBe(true)
  })

  test('a report that is faster than the sending is not lost; one of a text that is gone does no harm', async () => {
    const MessageSid = `SM${twilio.received.length + 1}`
    let reported: Promise<unknown> | undefined
    const reportIt = async () => report({ MessageSid, MessageStatus: 'delivered' }).expect(204)
    twilio.answerTo = async () => {
      reported = reportIt()
      await new Promise((resolve) => setTimeout(resolve, 100))
      return undefined
    }
    await sentText()
    twilio.answerTo = async () => undefined
    await reported
    expect(await fate()).toEqual(['delivered', null])
    await report({ MessageSid: 'SMnever', MessageStatus: 'failed', ErrorCode: '21610', To: '' }).expect(204)
    await report({ MessageSid: 'SMnever', MessageStatus: 'sent' }, '?message=x').expect(204)
  })
})

test('no number, word or signature is in the log', async () => {
  await text({ From: number, Body: 'secret-words-4711' }).expect(200)
  await text({ From: number, Body: 'secret-words-4711' }, { signature: 'secret-words-4711' }).expect(403)
  await report({ MessageSid: 'SMnever', MessageStatus: 'sent', To: number }, '?message=secret-words-4711')
  await db.execute('alter table conversation_days rename to elsewhere')
  await text({ From: number, Body: 'secret-words-4711' }).expect(500)
  await db.execute('alter table elsewhere rename to conversation_days')
  expect(await stored()).toHaveLength(2)
  expect(logged.text()).toContain('Request failed')
  for (const secret of [number, number.slice(1), 'secret-words-4711', ctx.twilioAuthToken!])
    expect(logged.text()).not.toContain(secret)
})
