import { afterEach, expect, test } from 'vitest'
import { longDay, monthAndYear, monthName } from './dates'
import { dayOf, isDay, shortDate } from './days'

const zone = process.env.TZ
afterEach(() => {
  process.env.TZ = zone
})

test('dates read as the screens show them', () => {
  const date = new Date(2026, 10, 7, 9)
  expect(shortDate(date)).toBe('Sat, Nov 7')
  expect(monthName(date)).toBe('November')
  expect(monthAndYear('2026-11-07T08:30:00.000Z')).toBe('Nov 2026')
})

test.each(['America/Los_Angeles', 'UTC', 'Pacific/Kiritimati'])(
  'a day stays the same day in %s',
  (timeZone) => {
    process.env.TZ = timeZone
    expect(longDay('2026-03-08')).toBe('March 8, 2026')
    expect(longDay('0099-12-31')).toBe('December 31, 0099')
  },
)

test('the day of an instant is that of the browser', () => {
  process.env.TZ = 'America/Los_Angeles'
  expect(dayOf(new Date('2026-11-21T03:00:00Z'))).toBe('2026-11-20')
})

test.each([
  ['2026-02-28', true],
  ['2026-02-30', false],
  ['2026-2-3', false],
  ['0000-01-01', false],
  ['', false],
])('%s is a day: %s', (text, expected) => {
  expect(isDay(text)).toBe(expected)
})
