import { setTimeout } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import { conversationDays, dailyMessages, dailySummaries, users } from '@shared/schema'
import { createUser, newPhoneNumber } from '../../test/factories'
import { createFakeTextModel } from '../../test/fake-text-model'
import { provider, replyIn } from '../../test/incoming-text'
import type { Client, User } from '../../test/people'
import { at, createRemindersApp } from '../../test/reminders-app'
import { signIn } from '../../test/test-app'
import { makeDueSummaries } from './make-due-summaries'
import { summariesOf } from './summaries-repository'
import { claimDays, closeDay } from './summary-queue-repository'

const textModel = createFakeTextModel()
const { logged, clock, app, ctx, db } = await createRemindersApp({}, { textModel })
const { text } = provider(app, ctx)

let ana: User, asAna: Client
beforeEach(async () => {
  textModel.answer = async () => 'What made it good?'
  ana = await createUser(db, { phoneNumber: newPhoneNumber() })
  asAna = await signIn(app, ana)
})

const leave = async () => (await asAna.delete('/api/account').send({ email: ana.email })).status
const say = (Body: string) => text({ From: ana.phoneNumber!, Body })
const logsNoError = () => expect(logged.lines.filter((line) => JSON.parse(line).level >= 50)).toEqual([])

test('a reply that is written while its account is deleted is neither stored nor sent', async () => {
  textModel.answer = async () => {
    expect(await leave()).toBe(204)
    return 'Too late'
  }
  expect(replyIn(await say('Hello').expect(200))).toBeUndefined()
  expect(await db.select().from(dailyMessages)).toEqual([])
  logsNoError()
})

test('a summary that is written meanwhile is not stored', async () => {
  await say('I walked to the lake').expect(200)
  textModel.answer = async () => {
    expect(await leave()).toBe(204)
    return '{"summary":"They walked.","topics":[]}'
  }
  clock.now = at('19:01')
  await db.update(conversationDays).set({ dueAt: clock.now })
  await makeDueSummaries(ctx)
  expect(await db.select().from(users)).toEqual([])
  expect(await db.select().from(dailySummaries)).toEqual([])
  logsNoError()
})

test('one that is being stored is waited for, and deleted', async () => {
  await say('I walked to the lake').expect(200)
  await db.update(conversationDays).set({ dueAt: clock.now })
  const [day] = await claimDays(db, clock.now, 1)
  const leaving = await db.transaction(async (tx) => {
    expect(await closeDay(tx, day!)).toBe(true)
    const leaving = leave()
    await setTimeout(500)
    const summary = { phoneNumber: ana.phoneNumber!, summaryDate: '2026-11-21', summary: 'They walked.' }
    await summariesOf(tx, ana.id).put(
      { ...summary, conversationCount: 1, topics: [], metadata: {} },
      clock.now,
    )
    return [leaving]
  })
  expect(await leaving[0]).toBe(204)
  expect(await db.select().from(dailySummaries)).toEqual([])
  logsNoError()
})
