import { expect, test } from 'vitest'
import { bounded } from './bounded'

test('a review that is longer than an answer keeps the first rows of each list', async () => {
  const firstLine = 'A walk by the sea, and tea in the old house with the blue door'
  const days = Array.from({ length: 366 }, (_, n) => ({ entryDate: `${n}`, firstLine }))
  const goals = Array.from({ length: 12 }, (_, n) => ({ title: `Goal ${n}`, days }))
  const { value, note } = await bounded({ entries: 366, goals, achieved: [] }, {})
  const cut = goals.map((goal) => ({ ...goal, days: days.slice(0, 50) }))
  expect(value).toEqual({ entries: 366, goals: cut, achieved: [] })
  expect(note).toBe('Lists were cut after 50 rows: an answer holds 100,000 characters.')
})
