import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { conversationDays, dailyMessages, dailySummaries, users } from '@shared/schema'
import { createUser } from '../../test/factories'
import { newSid, replyIn, statusPath } from '../../test/incoming-text'
import type { User } from '../../test/people'
import { signIn } from '../../test/test-app'
import { createTextingApp } from '../../test/texting-app'

const { app, clock, db, text, createAna, storedMessages } = await createTextingApp()

let number: string, ana: User
beforeEach(async () => ({ number, ana } = await createAna({ phoneReminderEnabled: true })))

const thanks = 'Thank you, Ana. Saved for today.'

describe('a text of somebody who is known', () => {
  test('is stored and answered, and the reply is stored too', async () => {
    const sid = newSid()
    const answer = await text({ MessageSid: sid, From: number, Body: 'A good day.' }).expect(200)
    expect(answer.headers['content-type']).toBe('text/xml; charset=utf-8')
    expect(replyIn(answer)).toBe(thanks)
    const [inbound, outbound] = await storedMessages()
    expect(inbound).toMatchObject({
      userId: ana.id,
      phoneNumber: number,
      messageContent: 'A good day.',
      messageDirection: 'inbound',
      messageSid: sid,
      localDate: '2026-11-21',
      createdAt: clock.now,
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

  test('a text that is delivered again, later or at the same moment, is stored once and gets the same reply', async () => {
    const params = { MessageSid: newSid(), From: number, Body: 'Once' }
    const together = await Promise.all(Array.from({ length: 8 }, () => text(params).expect(200)))
    clock.now = new Date('2026-11-22T12:00:00Z')
    const later = await text(params).expect(200)
    expect(new Set([...together, later].map((answer) => answer.text)).size).toBe(1)
    expect(await storedMessages()).toHaveLength(2)
  })

  test('a text whose process was killed before it replied is answered when it comes again', async () => {
    const params = { MessageSid: newSid(), From: number, Body: 'Once' }
    await text(params).expect(200)
    await db.delete(dailyMessages).where(eq(dailyMessages.messageDirection, 'outbound'))
    expect(replyIn(await text(params).expect(200))).toBe(thanks)
    expect(await storedMessages()).toHaveLength(2)
  })

  test('is on Home of its writer that day, in the timezone of the settings, without keywords and replies', async () => {
    const today = async (user: User, date: string) =>
      (await (await signIn(app, user)).get('/api/today').query({ date }).expect(200)).body
    await db.update(users).set({ timezone: 'Asia/Tokyo' }).where(eq(users.id, ana.id))
    const other = await createAna()
    await text({ From: other.number, Body: 'Of somebody else' }).expect(200)
    for (const [time, Body] of [
      ['14:58', 'Yesterday'],
      ['15:01', 'First'],
      ['15:02', 'HELP'],
      ['15:02', 'Second\n\nwith lines'],
    ] as const) {
      clock.now = new Date(`2026-11-21T${time}:00Z`)
      await text({ From: number, Body }).expect(200)
    }
    expect((await today(ana, '2026-11-22')).texts).toEqual(['First', 'Second\n\nwith lines'])
    expect((await today(ana, '2026-11-21')).texts).toEqual(['Yesterday'])
    expect(await today(ana, '2026-11-23')).toEqual({ entry: null, days: [], onThisDay: [] })
    expect((await today(other.ana, '2026-11-21')).texts).toEqual(['Of somebody else'])
    expect(await today(other.ana, '2026-11-22')).not.toHaveProperty('texts')
  })

  test('many texts at once, keywords among them, are all stored, each with its reply', async () => {
    const bodies = ['One', 'STOP', 'Two', 'START', 'Three', 'STOP', 'HELP', 'Four', 'STOP', 'START']
    await Promise.all(bodies.map((Body) => text({ From: number, Body }).expect(200)))
    const all = await storedMessages()
    const inbound = all.filter(({ messageDirection }) => messageDirection === 'inbound')
    expect(inbound.map(({ messageContent }) => messageContent).sort()).toEqual(bodies.sort())
    expect(all).toHaveLength(bodies.length * 2 - 3)
  })

  test('a text of ten parts of emoji is kept to the last one', async () => {
    const Body = '👩‍👩‍👧‍👦💛'.repeat(51)
    await text({ From: number, Body, NumSegments: '10' }).expect(200)
    expect((await storedMessages())[0]!.messageContent).toBe(Body)
  })

  test('a text with U+0000, quotes, markup and lines is kept without the first', async () => {
    await text({ From: number, Body: `a\u0000b <Message>"it's" & more\n\nšŽ漢` }).expect(200)
    expect((await storedMessages())[0]!.messageContent).toBe(`ab <Message>"it's" & more\n\nšŽ漢`)
  })

  test('a text that is longer than any can be is cut, not lost', async () => {
    await text({ From: number, Body: 'word '.repeat(4_000) }).expect(200)
    expect((await storedMessages())[0]!.messageContent).toMatch(/^(word ){1000}.*word…$/)
  })

  test.each(['', '  \n', '\u0000'])('a text without words (%j) is not stored, and says so', async (Body) => {
    const answer = await text({ From: number, Body, NumMedia: '1' }).expect(200)
    expect(replyIn(answer)).toContain('can only read text')
    expect(await storedMessages()).toEqual([])
  })

  test('has the name in its reply escaped and in one line', async () => {
    await db.update(users).set({ firstName: '<Ana>\n& "Co"\u0007' }).where(eq(users.id, ana.id))
    const answer = await text({ From: number, Body: 'Hi' }).expect(200)
    expect(answer.text).toContain('Thank you, &lt;Ana&gt; &amp; &quot;Co&quot;.')
  })

  test.each([
    ['are you a human?', /I'm Lisa, an AI, not a human/],
    ['I want to die', /^I'm glad you told me. I'm an AI; you deserve a person: call 988/],
  ])('%j is answered without any model', async (Body, reply) => {
    expect(replyIn(await text({ From: number, Body }).expect(200))).toMatch(reply)
  })
})

describe('an unknown number', () => {
  test.each(['+15550109999', '12345', 'Google', ''])(
    '%j gets one sentence a day, and nothing is stored',
    async (From) => {
      for (const _ of ['today', 'tomorrow']) {
        const replies = []
        for (const Body of ['Hi', 'Hello?', ...Array<string>(60).fill('We are out of office.')])
          replies.push(replyIn(await text({ From, Body }).expect(200)))
        expect(replies.filter(Boolean)).toEqual([expect.stringContaining('recognize this number')])
        expect(replies[0]).toBeDefined()
        clock.now = new Date(clock.now.getTime() + 24 * 60 * 60_000)
      }
      expect(replyIn(await text({ From, Body: 'START' }).expect(200))).toContain('recognize this number')
      expect(replyIn(await text({ From, Body: 'I want to die' }).expect(200))).toMatch(
        /^I'm glad you told me. I'm an AI; you deserve a person/,
      )
      expect(replyIn(await text({ From, Body: 'stop' }).expect(200))).toBeUndefined()
      expect(replyIn(await text({ From, Body: 'help' }).expect(200))).toContain('STOP')
      for (const table of [dailyMessages, conversationDays, dailySummaries])
        expect(await db.select().from(table)).toEqual([])
    },
  )

  test('the new owner of a number gets nothing of an earlier text from it', async () => {
    const params = { MessageSid: newSid(), From: number, Body: 'A secret' }
    await text(params).expect(200)
    await db.update(users).set({ phoneNumber: null })
    const ben = await createUser(db, { phoneNumber: number })
    expect(replyIn(await text(params).expect(200))).toBeUndefined()
    expect(await db.select().from(dailyMessages).where(eq(dailyMessages.userId, ben.id))).toEqual([])
  })
})
