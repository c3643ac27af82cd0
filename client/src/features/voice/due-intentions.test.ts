import { expect, test } from 'vitest'
import { createQueryClient } from '@/lib/api/query-client'
import { answer, fakeApi } from '@/test/fake-api'
import { dueIn, markAsAsked } from './due-intentions'

const talkWith = (id: string, ...dates: string[]) => ({
  id,
  date: '2026-11-01',
  summary: 'A talk',
  kept: false,
  intentions: dates.map((date) => ({ date, text: `Call\n${id} ${date}`, asked: false })),
})
const due = (...talks: ReturnType<typeof talkWith>[]) => dueIn(talks, '2026-11-21').map(({ line }) => line)

test('an intention is due for 14 days from its day, in one line; three at once, the latest first', () => {
  expect(due(talkWith('a', '2026-11-06', '2026-11-07', '2026-11-22'), talkWith('b', '2026-11-21'))).toEqual([
    '2026-11-21: Call b 2026-11-21',
    '2026-11-07: Call a 2026-11-07',
  ])
  expect(due(talkWith('a', '2026-11-10', '2026-11-11', '2026-11-12', '2026-11-13'))).toHaveLength(3)
})

test('those that she is told of are asked about once; where that cannot be kept, once more', async () => {
  const change = 'PATCH /api/talks/:id'
  const talks = [talkWith('a', '2026-11-20', '2026-12-20'), talkWith('b')]
  const api = fakeApi({ [change]: answer(500, {}) })
  await markAsAsked(createQueryClient(), dueIn(talks, '2026-11-21'))
  expect(api.callsOf(change)).toMatchObject([
    { params: { id: 'a' }, body: { asked: [{ date: '2026-11-20', text: 'Call\na 2026-11-20' }] } },
  ])
  const asked = talks.map((talk) => ({
    ...talk,
    intentions: talk.intentions.map((one) => ({ ...one, asked: true })),
  }))
  expect(dueIn(asked, '2026-11-21')).toEqual([])
})
