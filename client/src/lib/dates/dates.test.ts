import { afterEach, expect, test, vi } from 'vitest'
import { daysInWords, longDay, monthAndYear, monthName } from './dates'
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

test.each([
  ['2026-11-16', '2026-11-22', 'November 16 to 22'],
  ['2026-11-30', '2026-12-06', 'November 30 to December 6'],
  ['2025-11-10', '2025-11-16', 'November 10 to 16, 2025'],
  ['2025-09-29', '2025-10-05', 'September 29 to October 5, 2025'],
  ['2026-12-28', '2027-01-03', 'December 28, 2026 to January 3, 2027'],
])('the days from %s to %s are %s in 2026', (from, to, words) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T12:00:00') })
  expect(daysInWords(from, to)).toBe(words)
})

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
