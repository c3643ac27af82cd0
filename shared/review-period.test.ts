import { describe, expect, test } from 'vitest'
import { isWithin, periodsOffered, periodsUntil } from './review-period'

const offered = (today: string, hour = 20) =>
  periodsOffered(today, hour).map(({ name, from, to }) => `${name} ${from} ${to}`)

describe('what is offered', () => {
  test('the week from Sunday noon until the end of Monday', () => {
    const week = ['week 2026-11-16 2026-11-22']
    expect(offered('2026-11-21', 23)).toEqual([])
    expect(offered('2026-11-22', 11)).toEqual([])
    expect(offered('2026-11-22', 12)).toEqual(week)
    expect(offered('2026-11-22', 23)).toEqual(week)
    expect(offered('2026-11-23', 0)).toEqual(week)
    expect(offered('2026-11-23', 23)).toEqual(week)
    expect(offered('2026-11-24', 0)).toEqual([])
  })

  test.each([
    ['2026-10-31', '2026-11-01', 'month 2026-10-01 2026-10-31'],
    ['2027-02-28', '2027-03-01', 'month 2027-02-01 2027-02-28'],
    ['2028-02-29', '2028-03-01', 'month 2028-02-01 2028-02-29'],
    ['2100-02-28', '2100-03-01', 'month 2100-02-01 2100-02-28'],
    ['2026-12-31', '2027-01-01', 'year 2026-01-01 2026-12-31'],
    ['2028-12-31', '2029-01-01', 'year 2028-01-01 2028-12-31'],
  ])('of a month and a year all of the last day, %s, and of the next, %s: %s first', (last, next, period) => {
    for (const hour of [0, 23]) {
      expect(offered(last, hour)[0]).toBe(period)
      expect(offered(next, hour)[0]).toBe(period)
    }
    expect(offered(next).filter((other) => other === period)).toHaveLength(1)
  })

  test.each(['2026-11-29', '2028-02-28', '2026-12-30', '2027-01-02', '2026-12-02'])(
    'on %s no month and no year',
    (day) => expect(offered(day).filter((period) => !period.startsWith('week'))).toEqual([]),
  )

  test('where several end at the same time, the longest is first', () => {
    // A Sunday and the Monday after it.
    const november = ['month 2025-11-01 2025-11-30', 'week 2025-11-24 2025-11-30']
    expect(offered('2025-11-30')).toEqual(november)
    expect(offered('2025-12-01')).toEqual(november)
    const year = ['year 2023-01-01 2023-12-31', 'month 2023-12-01 2023-12-31']
    expect(offered('2023-12-31', 9)).toEqual(year)
    expect(offered('2023-12-31', 12)).toEqual([...year, 'week 2023-12-25 2023-12-31'])
  })

  test('a week is from Monday to Sunday, also across the new year', () => {
    expect(offered('2027-01-03')).toEqual(['week 2026-12-28 2027-01-03'])
    expect(offered('2023-01-01')).toEqual([
      'year 2022-01-01 2022-12-31',
      'month 2022-12-01 2022-12-31',
      'week 2022-12-26 2023-01-01',
    ])
    expect(offered('2023-01-02')).toEqual(['week 2022-12-26 2023-01-01'])
  })
})

test('of every day of some years, what ends with it has its length and holds its first and last day', () => {
  const days = { week: [7], month: [28, 29, 30, 31], year: [365, 366] }
  for (let at = Date.parse('2023-01-01'); at < Date.parse('2029-01-01'); at += 86_400_000) {
    const to = new Date(at).toISOString().slice(0, 10)
    for (const period of periodsUntil(to)) {
      const length = (at - Date.parse(period.from)) / 86_400_000 + 1
      expect(days[period.name]).toContain(length)
      expect(period.to).toBe(to)
      expect(isWithin(period, period.from) && isWithin(period, to)).toBe(true)
    }
  }
})
