import request from 'supertest'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { conversationDays, dailySummaries, users } from '@shared/schema'
import { dailySummaryInput } from '@shared/summaries'
import type { TextModel } from '../../senders/text-model'
import { createUser, newPhoneNumber } from '../../test/factories'
import { createFakeTextModel } from '../../test/fake-text-model'
import { newSid, provider } from '../../test/incoming-text'
import { captureLog } from '../../test/log'
import { createTestApp, signIn } from '../../test/test-app'
import { claimDays } from './summary-queue-repository'
import { makeDueSummaries } from './make-due-summaries'
import { summariesOf } from './summaries-repository'

let now = new Date()
const logged = captureLog()
const { app, ctx, db } = await createTestApp({
  now: () => new Date(now.getTime()),
  log: logged.log,
})
const { text } = provider(app, ctx)
const at = (time: string, day = '2026-11-21') => new Date(`${day}T${time}:00Z`)
const tomorrow = at('00:00', '2026-11-22')

let number: string
let ana: typeof users.$inferSelect
beforeEach(async () => {
  await db.delete(users)
  now = at('12:00')
  logged.clear()
  number = newPhoneNumber()
  ana = await createUser(db, { phoneNumber: number })
})
const say = async (Body: string, time?: Date, From = number) => {
  if (time) now = time
  await text({ From, Body }).expect(200)
  now = new Date(now.getTime() + 1_000)
}
const tick = (time: Date, textModel?: TextModel) => {
  now = time
  return makeDueSummaries({ ...ctx, textModel })
}
const summaries = () => db.select().from(dailySummaries).orderBy(dailySummaries.summaryDate)

describe('the conversation of a day', () => {
  test('becomes its summary at the end of the day, in the own words of the user', async () => {
    await say('I walked to the lake.', at('08:00'))
    await say('It was cold', at('23:59'))
    await tick(new Date(tomorrow.getTime() - 1))
    expect(await summaries()).toEqual([])
    await tick(tomorrow)
    expect(await summaries()).toMatchObject([
      {
        userId: ana.id,
        phoneNumber: number,
        summaryDate: '2026-11-21',
        summary: 'I walked to the lake.\nIt was cold',
        conversationCount: 2,
        topics: [],
        metadata: { model: 'plain' },
      },
    ])
    const asAna = await signIn(app, ana)
    const { body } = await asAna.get('/api/daily-summaries/recent').expect(200)
    expect(body).toEqual([{ date: '2026-11-21', content: 'I walked to the lake.\nIt was cold' }])
  })

  test('is made once, however often and by however many instances at once', async () => {
    const model = createFakeTextModel()
    model.answer = async () => '{"summary":"Ana walked.","topics":[]}'
    await say('I walked.')
    await Promise.all(Array.from({ length: 5 }, () => tick(tomorrow, model)))
    await tick(at('01:00', '2026-11-22'), model)
    expect(model.asked).toHaveLength(1)
    expect(await summaries()).toHaveLength(1)
    expect(await db.select().from(conversationDays)).toEqual([])
  })

  test('of many people is made for each, whatever becomes of one', async () => {
    const people = await Promise.all(
      Array.from({ length: 45 }, () => createUser(db, { phoneNumber: newPhoneNumber() })),
    )
    for (const { phoneNumber } of people) await say(`I am ${phoneNumber}`, undefined, phoneNumber!)
    await db.execute(`alter table daily_summaries add check (summary not like '%${people[7]!.phoneNumber}%')`)
    await tick(tomorrow)
    expect(await summaries()).toHaveLength(44)
    expect(logged.text()).toContain('will be retried')
    expect(logged.text()).not.toContain('+1555')
    await db.execute('alter table daily_summaries drop constraint daily_summaries_summary_check')
    await tick(at('00:02', '2026-11-22'))
    expect(await summaries()).toHaveLength(45)
  })

  test('that was claimed by an instance which was killed is made by another, within five minutes', async () => {
    await say('I walked.')
    expect(await claimDays(db, tomorrow, 10)).toHaveLength(1)
    await tick(at('00:01', '2026-11-22'))
    expect(await summaries()).toEqual([])
    await tick(at('00:03', '2026-11-22'))
    expect(await summaries()).toHaveLength(1)
  })

  test('is not written by an instance whose claim is over', async () => {
    const slow = createFakeTextModel()
    slow.answer = async () => {
      await tick(at('00:03', '2026-11-22'))
      return '{"summary":"Too late"}'
    }
    await say('I walked.')
    await tick(tomorrow, slow)
    expect(await summaries()).toMatchObject([{ summary: 'I walked.' }])
  })

  test('takes in a message that came late, before, while and after it was made', async () => {
    await say('One.', at('23:00'))
    const model = createFakeTextModel()
    const late = () => say('Two.', at('23:58'))
    model.answer = async () => {
      if (model.asked.length === 1) await late()
      return '{"summary":"By the model"}'
    }
    await tick(tomorrow, model)
    expect(await summaries()).toEqual([])
    await tick(at('00:01', '2026-11-22'))
    expect(await summaries()).toMatchObject([{ summary: 'One.\nTwo.', conversationCount: 2 }])
    const [made] = await summaries()

    await say('Three.', at('23:59'))
    await tick(at('00:02', '2026-11-22'))
    expect(await summaries()).toMatchObject([
      { id: made!.id, createdAt: made!.createdAt, summary: 'One.\nTwo.\nThree.', conversationCount: 3 },
    ])
  })

  test('goes on while its summaries are made: no text is refused, and none is missing in the end', async () => {
    now = at('23:59')
    const texts = Array.from({ length: 40 }, (_, n) => text({ From: number, Body: `Text ${n}.` }).expect(200))
    const made = Array.from({ length: 40 }, () => makeDueSummaries({ ...ctx, now: () => tomorrow }))
    await Promise.all([...texts, ...made])
    await tick(at('00:02', '2026-11-22'))
    expect(await summaries()).toMatchObject([{ conversationCount: 40 }])
    expect(await db.select().from(conversationDays)).toEqual([])
    expect(logged.text()).not.toContain('"level":50')
  })

  test('delivered twice, out of order, counts each message once', async () => {
    const [first, second] = ['One.', 'Two.'].map((Body) => ({ MessageSid: newSid(), From: number, Body }))
    for (const params of [second!, first!, second!, first!]) await text(params).expect(200)
    await tick(tomorrow)
    expect(await summaries()).toMatchObject([{ conversationCount: 2 }])
  })

  test('holds no keywords; of keywords alone there is none', async () => {
    await say('STOP', at('10:00'))
    await tick(tomorrow)
    expect(await summaries()).toEqual([])
    await say('START', at('10:00', '2026-11-22'))
    await say('A day.', at('11:00', '2026-11-22'))
    await tick(at('00:00', '2026-11-23'))
    expect(await summaries()).toMatchObject([{ summary: 'A day.', conversationCount: 1 }])
  })

  test('goes with its user, also when it was not summarised yet', async () => {
    await say('I walked.')
    await db.delete(users)
    await tick(tomorrow)
    expect(await summaries()).toEqual([])
  })

  test('is left to another instance by one that stops', async () => {
    await say('I walked.')
    const stopping = new AbortController()
    const model = createFakeTextModel()
    model.answer = async () => {
      stopping.abort()
      throw new Error('aborted')
    }
    now = tomorrow
    await makeDueSummaries({ ...ctx, textModel: model }, { stopping: stopping.signal })
    expect(await summaries()).toEqual([])
    await tick(tomorrow)
    expect(await summaries()).toHaveLength(1)
  })
})

describe('the end of the day', () => {
  test.each([
    ['Etc/GMT+12', '2026-11-22T11:59:59Z', '2026-11-22T12:00:00Z', '2026-11-21'],
    ['Pacific/Kiritimati', '2026-11-21T09:59:59Z', '2026-11-21T10:00:00Z', '2026-11-21'],
    ['Asia/Kathmandu', '2026-11-21T18:14:59Z', '2026-11-21T18:15:00Z', '2026-11-21'],
    ['Europe/Berlin', '2026-10-25T22:59:59Z', '2026-10-25T23:00:00Z', '2026-10-25'],
    ['Europe/Berlin', '2026-03-29T21:59:59Z', '2026-03-29T22:00:00Z', '2026-03-29'],
    ['America/New_York', '2026-11-02T04:59:59Z', '2026-11-02T05:00:00Z', '2026-11-01'],
    ['Africa/Cairo', '2026-10-29T21:59:59Z', '2026-10-29T22:00:00Z', '2026-10-29'],
  ])('is that of %s: %s is the day, %s the next one', async (timezone, last, first, day) => {
    await db.update(users).set({ timezone }).where(eq(users.id, ana.id))
    await say('Last.', new Date(last))
    await tick(new Date(last))
    expect(await summaries()).toEqual([])
    await say('First.', new Date(first))
    await tick(new Date(first))
    expect(await summaries()).toMatchObject([{ summaryDate: day, summary: 'Last.', conversationCount: 1 }])
  })

  test('is that of the zone in which it was said, when the user moves', async () => {
    await say('In London.', at('20:00'))
    await db.update(users).set({ timezone: 'Pacific/Auckland' }).where(eq(users.id, ana.id))
    await say('In Auckland.', at('20:01'))
    await tick(at('12:00', '2026-11-22'))
    expect((await summaries()).map(({ summaryDate, summary }) => [summaryDate, summary])).toEqual([
      ['2026-11-21', 'In London.'],
      ['2026-11-22', 'In Auckland.'],
    ])
  })
})

describe('with a text model', () => {
  const made = async (answer: string | (() => Promise<string>)) => {
    const model = createFakeTextModel()
    model.answer = typeof answer === 'string' ? async () => answer : answer
    await say('I walked to the lake.')
    await tick(tomorrow, model)
    return { model, row: (await summaries())[0]! }
  }

  test('it writes summary and topics from both sides of the conversation', async () => {
    const { model, row } = await made(
      '```json\n{"summary": "Ana walked.", "topics": ["walking", "walking", ""]}\n```',
    )
    expect(row).toMatchObject({
      summary: 'Ana walked.',
      topics: ['walking'],
      metadata: { model: 'fake-model' },
    })
    expect(model.asked[0]![1]!.content).toMatch(/^User: I walked to the lake\.\nLisa: Thank you/)
  })

  test('it keeps our bounds', async () => {
    const { row } = await made(
      JSON.stringify({
        summary: `a\u0000${'b '.repeat(9_000)}`,
        topics: Array(50)
          .fill(0)
          .map((_, n) => `${n} ${'x'.repeat(200)}`),
      }),
    )
    expect(row.summary.length).toBeLessThanOrEqual(2_000)
    expect(row.topics).toHaveLength(8)
    for (const topic of row.topics!) expect(topic.length).toBeLessThanOrEqual(60)
  })

  test.each([
    ['fails', async () => Promise.reject(new Error('secret-words'))],
    ['sends prose', async () => 'Ana walked. secret-words'],
    ['sends half of its JSON', async () => '{"summary": "Ana'],
    ['sends an empty summary', async () => '{"summary": " ", "topics": []}'],
    ['sends other JSON', async () => '{"text": "Ana walked"}'],
  ])('that %s the summary is the plain one', async (_, answer) => {
    const { row } = await made(answer)
    expect(row).toMatchObject({ summary: 'I walked to the lake.', metadata: { model: 'plain' } })
    for (const secret of ['secret-words', 'lake', number]) expect(logged.text()).not.toContain(secret)
  })
})

test('own words that are too long are shortened at a sentence', async () => {
  await say('I walked to the lake. '.repeat(60))
  await say('👩‍👩‍👧‍👦'.repeat(60))
  await tick(tomorrow)
  expect((await summaries())[0]!.summary).toMatch(/^(I walked to the lake\. ){21}I walked to the lake\.$/)
})

describe('GET /api/daily-summaries/recent', () => {
  const put = (user: { id: string }, day: number) =>
    summariesOf(db, user.id).put(
      { phoneNumber: number, summaryDate: `2026-10-${String(day).padStart(2, '0')}`, summary: `Day ${day}` },
      now,
    )

  test("gives one's own, newest first, seven unless asked otherwise", async () => {
    const ben = await createUser(db)
    await put(ben, 31)
    for (let day = 1; day <= 9; day++) await put(ana, day)
    const asAna = await signIn(app, ana)
    const days = async (query = '') =>
      (await asAna.get(`/api/daily-summaries/recent${query}`).expect(200)).body.map(
        ({ content }: { content: string }) => content,
      )
    expect(await days()).toEqual([9, 8, 7, 6, 5, 4, 3].map((day) => `Day ${day}`))
    expect(await days('?limit=1')).toEqual(['Day 9'])
    expect(await days('?limit=31')).toHaveLength(9)
    expect((await (await signIn(app, ben)).get('/api/daily-summaries/recent?limit=7')).body).toEqual([
      { date: '2026-10-31', content: 'Day 31' },
    ])
  })

  test.each(['0', '32', '-1', '1.5', 'x', '', '1e9', '7&limit=8'])('limit=%s is 400', async (limit) => {
    const asAna = await signIn(app, ana)
    const { body } = await asAna.get(`/api/daily-summaries/recent?limit=${limit}`).expect(400)
    expect(body.errors[0].path).toBe('limit')
  })

  test('signed out is 401', async () => {
    await request(app).get('/api/daily-summaries/recent').expect(401, { message: 'Unauthorized' })
  })
})

test('the contract says what is wrong in the words of the specification', () => {
  const good = { phoneNumber: '+15551234567', summaryDate: '2026-11-21', summary: 'A day.' }
  const messageOf = (change: object) =>
    dailySummaryInput.safeParse({ ...good, ...change }).error?.issues[0]?.message
  expect(messageOf({})).toBeUndefined()
  expect(messageOf({ summary: '  ' })).toBe('Summary cannot be empty')
  expect(messageOf({ summaryDate: '21.11.2026' })).toBe('Date must be in YYYY-MM-DD format')
  expect(messageOf({ summaryDate: '2026-02-30' })).toBe('Date must be in YYYY-MM-DD format')
  expect(messageOf({ phoneNumber: '5551234567' })).toBe('Phone number must be in E.164 format (+1234567890)')
  expect(messageOf({ conversationCount: 3, topics: ['work'], metadata: { model: 'plain' } })).toBeUndefined()
  for (const wrong of [{ conversationCount: 'three' }, { topics: 'work' }, { topics: [1] }])
    expect(messageOf(wrong)).toEqual(expect.any(String))
})
