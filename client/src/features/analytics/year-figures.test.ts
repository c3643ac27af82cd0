import { expect, test } from 'vitest'
import type { JournalDays } from './analytics-queries'
import { figuresOf, percentsOf } from './year-figures'

const daysOf = (...dates: string[]): JournalDays =>
  new Map(dates.map((date) => [date, { date, mood: 'happy', id: date }]))

test.each([
  [[], 0],
  [['2026-05-01'], 1],
  [['2026-05-01', '2026-05-03'], 1],
  [['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-03', '2026-03-04'], 3],
  [['2026-03-01', '2026-03-03', '2026-03-04', '2026-12-31'], 2],
])('of %j the longest streak is %i', (dates, streak) => {
  expect(figuresOf(daysOf(...dates), '2026-12-31').longestStreak).toBe(streak)
})

test('days after the last one do not count', () => {
  const days = daysOf('2026-05-01', '2026-05-02', '2026-05-03')
  expect(figuresOf(days, '2026-05-02')).toEqual({
    entries: 2,
    longestStreak: 2,
    moods: { 'very-sad': 0, sad: 0, neutral: 0, happy: 2, 'very-happy': 0 },
  })
})

test.each([
  [
    [1, 1, 1, 0, 0],
    [33, 33, 33, 0, 0],
  ],
  [
    [1, 1, 1, 2, 2],
    [14, 14, 14, 29, 29],
  ],
  [
    [1, 2, 2, 2, 0],
    [14, 29, 29, 29, 0],
  ],
  [
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
  ],
  [
    [0, 0, 7, 0, 0],
    [0, 0, 100, 0, 0],
  ],
])(
  'the shares of %j are %j percent',
  ([verySad = 0, sad = 0, neutral = 0, happy = 0, veryHappy = 0], shares) => {
    const counts = { 'very-sad': verySad, sad, neutral, happy, 'very-happy': veryHappy }
    expect(Object.values(percentsOf(counts))).toEqual(shares)
  },
)
