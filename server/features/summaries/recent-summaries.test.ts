import request from 'supertest'
import { beforeEach, describe, expect, test } from 'vitest'
import { dailySummaryInput } from '@shared/summaries'
import { createUser } from '../../test/factories'
import type { User } from '../../test/people'
import { signIn } from '../../test/test-app'
import { createTextingApp } from '../../test/texting-app'
import { summariesOf } from './summaries-repository'

const { clock, app, db, createAna } = await createTextingApp()

let number: string, ana: User
beforeEach(async () => ({ number, ana } = await createAna()))

describe('GET /api/daily-summaries/recent', () => {
  const put = (user: { id: string }, day: number) =>
    summariesOf(db, user.id).put(
      { phoneNumber: number, summaryDate: `2026-10-${String(day).padStart(2, '0')}`, summary: `Day ${day}` },
      clock.now,
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
