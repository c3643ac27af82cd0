import { expect, test } from 'vitest'
import { fakeApi } from '@/test/fake-api'
import { api } from './api'

const goal = { title: 'Run', timeline: 'monthly' } as const

/** Never called: the type check fails where one of these compiles. */
export const wrongCalls = () => [
  // @ts-expect-error there is no such endpoint
  api('GET /api/goal'),
  // @ts-expect-error the path needs an id
  api('GET /api/goals/:id'),
  // @ts-expect-error there is no such timeline
  api('GET /api/goals', { query: { timeline: 'weekly' } }),
  // @ts-expect-error a goal needs a title
  api('POST /api/goals', { body: { timeline: 'monthly' } }),
  // @ts-expect-error reading has no body
  api('GET /api/goals', { body: goal }),
]

test('an answer has the type that is declared', async () => {
  fakeApi({ 'GET /api/goals': [] })
  const goals: { title: string }[] = await api('GET /api/goals')
  expect(goals).toEqual([])
})
