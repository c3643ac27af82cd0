import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { conversationDays, users } from '@shared/schema'
import { createUser, newPhoneNumber } from '../../test/factories'
import { createFakeTextModel } from '../../test/fake-text-model'
import { newSid } from '../../test/incoming-text'
import type { User } from '../../test/people'
import { signIn } from '../../test/test-app'
import { at, createSummariesApp, tomorrow } from '../../test/summaries-app'
import { claimDays } from './summary-queue-repository'
import { makeDueSummaries } from './make-due-summaries'

const { logged, clock, app, ctx, db, text, createAna, say, tick, summaries } = await createSummariesApp()

let number: string, ana: User
beforeEach(async () => ({ number, ana } = await createAna()))

describe('the conversation of a day', () => {
  test('becomes its summary at the end of the day, in the own words of the user', async () => {
    await say(ana, 'I walked to the lake.', at('08:00'))
    await say(ana, 'It was cold', at('23:59'))
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
    model.answer = async () => '{"summary":"They walked.","topics":[]}'
    await say(ana, 'I walked.')
    await Promise.all(Array.from({ length: 5 }, () => tick(tomorrow, model)))
    await tick(at('01:00', '2026-11-22'), model)
    expect(model.asked).toHaveLength(1)
    expect(await summaries()).toHaveLength(1)
    expect(await db.select().from(conversationDays)).toEqual([])
  })

  test('the summary of each of many people is made, whatever becomes of one', async () => {
    const people = await Promise.all(
      Array.from({ length: 45 }, () => createUser(db, { phoneNumber: newPhoneNumber() })),
    )
    for (const person of people) await say(person, `I am ${person.phoneNumber}`)
    await db.execute(`alter table daily_summaries add check (summary not like '%${people[7]!.phoneNumber}%')`)
    await tick(tomorrow)
    expect(await summaries()).toHaveLength(44)
    expect(logged.text()).toContain('will be retried')
    expect(logged.text()).not.toContain('+1555')
    await db.execute('alter table daily_summaries drop constraint daily_summaries_summary_check')
    await tick(at('00:03', '2026-11-22'))
    expect(await summaries()).toHaveLength(45)
  })

  test('no plan of PostgreSQL claims more than the limit', async () => {
    const people = await Promise.all(
      Array.from({ length: 10 }, () => createUser(db, { phoneNumber: newPhoneNumber() })),
    )
    for (const person of people) await say(person, 'I walked.')
    await db.transaction(async (tx) => {
      for (const plan of ['hashjoin', 'mergejoin', 'hashagg', 'sort', 'material'])
        await tx.execute(`set local enable_${plan} = off`)
      expect(await claimDays(tx, tomorrow, 3)).toHaveLength(3)
    })
  })

  test('a summary that was claimed by an instance which was killed is made by another, within five minutes', async () => {
    await say(ana, 'I walked.')
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
      return '{"summary":"They were too late"}'
    }
    await say(ana, 'I walked.')
    await tick(tomorrow, slow)
    expect(await summaries()).toMatchObject([{ summary: 'I walked.' }])
  })

  test('takes in a message that came late, before, while and after it was made', async () => {
    await say(ana, 'One.', at('23:00'))
    const model = createFakeTextModel()
    const late = () => say(ana, 'Two.', at('23:58'))
    model.answer = async () => {
      if (model.asked.length === 1) await late()
      return '{"summary":"They texted"}'
    }
    await tick(tomorrow, model)
    expect(await summaries()).toEqual([])
    await tick(at('00:01', '2026-11-22'))
    expect(await summaries()).toMatchObject([{ summary: 'One.\nTwo.', conversationCount: 2 }])
    const [made] = await summaries()

    await say(ana, 'Three.', at('23:59'))
    await tick(at('00:02', '2026-11-22'))
    expect(await summaries()).toMatchObject([
      { id: made!.id, createdAt: made!.createdAt, summary: 'One.\nTwo.\nThree.', conversationCount: 3 },
    ])
  })

  test('goes on while its summaries are made: no text is refused, and none is missing in the end', async () => {
    clock.now = at('23:59')
    const texts = Array.from({ length: 40 }, (_, n) => text({ From: number, Body: `Text ${n}.` }).expect(200))
    const made = Array.from({ length: 40 }, () => makeDueSummaries({ ...ctx, now: () => tomorrow }))
    await Promise.all([...texts, ...made])
    await tick(at('00:02', '2026-11-22'))
    expect(await summaries()).toMatchObject([{ conversationCount: 40 }])
    expect(await db.select().from(conversationDays)).toEqual([])
    expect(logged.text()).not.toContain('"level":50')
  })

  test('a conversation that is delivered twice, out of order, counts each message once', async () => {
    const [first, second] = ['One.', 'Two.'].map((Body) => ({ MessageSid: newSid(), From: number, Body }))
    for (const params of [second!, first!, second!, first!]) await text(params).expect(200)
    await tick(tomorrow)
    expect(await summaries()).toMatchObject([{ conversationCount: 2 }])
  })

  test('holds no keywords; of keywords alone there is none', async () => {
    await say(ana, 'STOP', at('10:00'))
    await tick(tomorrow)
    expect(await summaries()).toEqual([])
    await say(ana, 'START', at('10:00', '2026-11-22'))
    await say(ana, 'A day.', at('11:00', '2026-11-22'))
    await tick(at('00:00', '2026-11-23'))
    expect(await summaries()).toMatchObject([{ summary: 'A day.', conversationCount: 1 }])
  })

  test('is read from its end when it is very long, so that memory does not depend on its length', async () => {
    await say(ana, 'The first of many.', at('08:00'))
    await db.execute(sql`
      insert into daily_messages (user_id, phone_number, message_content, message_direction, local_date, created_at)
      select ${ana.id}, ${number}, 'One more.', 'inbound', '2026-11-21', '2026-11-21 09:00'::timestamptz + n * interval '1 s'
      from generate_series(1, 1000) n`)
    await tick(tomorrow)
    const [made] = await summaries()
    expect(made).toMatchObject({ conversationCount: 1_000 })
    expect(made?.summary).not.toContain('The first')
  })

  test('goes with its user, also when it was not summarised yet', async () => {
    await say(ana, 'I walked.')
    await db.delete(users)
    await tick(tomorrow)
    expect(await summaries()).toEqual([])
  })

  test('is left to another instance by one that stops', async () => {
    await say(ana, 'I walked.')
    const stopping = new AbortController()
    const model = createFakeTextModel()
    model.answer = async () => {
      stopping.abort()
      throw new Error('aborted')
    }
    clock.now = tomorrow
    await makeDueSummaries({ ...ctx, textModel: model }, stopping.signal)
    expect(await summaries()).toEqual([])
    await tick(tomorrow)
    expect(await summaries()).toHaveLength(1)
  })
})
