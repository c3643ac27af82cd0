import { expect, test, vi } from 'vitest'
import { createQueryClient } from '@/lib/api/query-client'
import { answer, fakeApi } from '@/test/fake-api'
import { aGoal } from '@/test/goals'
import { contextOf } from './voice-context'

const goal = aGoal()
const routes = {
  'GET /api/goals': [goal, aGoal()],
  'GET /api/goals/activity': [{ goalId: goal.id, days: ['2026-10-01', '2026-11-20'] }],
  'GET /api/analytics/days': [{ date: '2026-11-20', mood: 'happy', id: goal.id }],
  'GET /api/analytics/streak': { streak: 3, longest: 9 },
  'GET /api/daily-summaries/recent': [],
  'GET /api/talks/memory': { remember: false, readsJournal: true },
  'GET /api/voice/help': { contact: null, phoneCountry: 'FR' },
}

test('the goals come with their last day, however long ago, with the moods of the week and the streak', async () => {
  vi.setSystemTime(new Date(2026, 10, 21, 12))
  const api = fakeApi(routes)
  const { goals, days, streak, phoneCountry, readsJournal } = await contextOf(createQueryClient())
  vi.useRealTimers()
  expect([phoneCountry, readsJournal]).toEqual(['FR', true])
  expect(api.callsOf('GET /api/talks/memory')).toHaveLength(1)
  expect(goals.map(({ lastDay }) => lastDay)).toEqual(['2026-11-20', undefined])
  expect([days.length, streak]).toEqual([1, 3])
  expect(api.callsOf('GET /api/goals/activity')).toMatchObject([
    { query: { from: '2025-11-22', to: '2026-11-22', earlier: 'true' } },
  ])
  expect(api.callsOf('GET /api/analytics/days')).toMatchObject([
    { query: { from: '2026-11-15', to: '2026-11-21' } },
  ])
})

test('what fails is left out, and the rest is known', async () => {
  const failing = answer(500, { message: 'Internal Server Error' })
  fakeApi({
    ...routes,
    'GET /api/goals/activity': failing,
    'GET /api/analytics/streak': failing,
    'GET /api/talks/memory': failing,
  })
  const { goals, days, streak, readsJournal } = await contextOf(createQueryClient())
  expect(goals.map(({ lastDay }) => lastDay)).toEqual([undefined, undefined])
  expect([days.length, streak, readsJournal]).toEqual([1, undefined, false])
})
