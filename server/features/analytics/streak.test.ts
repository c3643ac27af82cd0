import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '@shared/dates'
import { streak, weeklyCount, type JournalRun } from './streak'

/** The rules as one would tell them, day by day. */
function slowStreak(days: Set<string>, today: string): number {
  let end = [1, 0, -1].map((offset) => addDays(today, offset)).find((day) => days.has(day))
  let length = 0
  for (; end && days.has(end); end = addDays(end, -1)) length++
  return length
}

function slowWeeklyCount(days: Set<string>, today: string): number {
  let monday = today
  while (new Date(`${monday}T12:00:00Z`).getUTCDay() !== 1) monday = addDays(monday, -1)
  return [0, 1, 2, 3, 4, 5, 6].filter((offset) => days.has(addDays(monday, offset))).length
}

function runsOf(days: Set<string>): JournalRun[] {
  return [...days]
    .filter((day) => !days.has(addDays(day, -1)))
    .map((firstDay) => {
      let lastDay = firstDay
      while (days.has(addDays(lastDay, 1))) lastDay = addDays(lastDay, 1)
      return { firstDay, lastDay }
    })
}

describe('against a model, around leap days, year ends and elsewhere', () => {
  const someToday = fc.oneof(
    fc.constantFrom(
      '2024-02-28',
      '2024-02-29',
      '2024-03-01',
      '2025-12-31',
      '2026-01-01',
      '2100-03-01',
      '2000-02-29',
    ),
    fc
      .date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
      .map((d) => d.toISOString().slice(0, 10)),
  )
  const offsets = fc.uniqueArray(fc.integer({ min: -45, max: 6 }), { maxLength: 52 })

  test('the streak', () => {
    fc.assert(
      fc.property(someToday, offsets, (today, chosen) => {
        const days = new Set(chosen.map((offset) => addDays(today, offset)))
        expect(streak(runsOf(days), today)).toBe(slowStreak(days, today))
      }),
      { numRuns: 2_000 },
    )
  })

  test('the week', () => {
    fc.assert(
      fc.property(someToday, offsets, (today, chosen) => {
        const days = new Set(chosen.map((offset) => addDays(today, offset)))
        expect(weeklyCount([...days], today)).toBe(slowWeeklyCount(days, today))
      }),
      { numRuns: 1_000 },
    )
  })
})

test('a streak of ten years counts its leap days', () => {
  expect(streak([{ firstDay: '2016-11-22', lastDay: '2026-11-21' }], '2026-11-21')).toBe(3_652)
})
