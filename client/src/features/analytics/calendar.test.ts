import { expect, test } from 'vitest'
import {
  daysOfMonth,
  monthAndYear,
  shiftDays,
  shiftMonths,
  shiftYears,
  weekOf,
  weeksOfMonth,
} from './calendar'

test('a week goes from Monday to Sunday, across years', () => {
  expect(weekOf('2026-11-22')).toEqual(weekOf('2026-11-16'))
  expect(weekOf('2027-01-01').join(' ')).toBe(
    '2026-12-28 2026-12-29 2026-12-30 2026-12-31 2027-01-01 2027-01-02 2027-01-03',
  )
})

test.each([
  ['2026-11', 30, 6, 6],
  ['2026-02', 28, 5, 6],
  ['2027-02', 28, 4, 0],
  ['2028-02', 29, 5, 1],
  ['2026-06', 30, 5, 0],
])('%s has %i days in %i weeks, %i places after Monday', (month, days, weeks, before) => {
  expect(daysOfMonth(month)).toHaveLength(days)
  const rows = weeksOfMonth(month)
  expect(rows.map((row) => row.length)).toEqual(Array.from({ length: weeks }, () => 7))
  expect(rows.flat().filter(Boolean)).toEqual(daysOfMonth(month))
  expect(rows[0]?.indexOf(`${month}-01`)).toBe(before)
})

test('days, months and years are moved by the calendar', () => {
  expect(shiftDays('2026-03-01', -1)).toBe('2026-02-28')
  expect(shiftMonths('2026-03-31', -1)).toBe('2026-02-28')
  expect(shiftMonths('2026-01-15', -1)).toBe('2025-12-15')
  expect(shiftYears('1000', -1)).toBe('0999')
  expect(monthAndYear('2026-11')).toBe('November 2026')
})
