import { describe, expect, test } from 'vitest'
import { allTimezones, canonicalTimezone, localDay } from './timezones'

describe('canonicalTimezone', () => {
  test.each([
    ['europe/berlin', 'Europe/Berlin'],
    ['utc', 'UTC'],
    ['Etc/UTC', 'UTC'],
    ['Asia/Calcutta', 'Asia/Kolkata'],
    ['asia/kolkata', 'Asia/Kolkata'],
    ['Europe/Kiev', 'Europe/Kyiv'],
    ['US/Pacific', 'America/Los_Angeles'],
  ])('%s is %s', (name, canonical) => expect(canonicalTimezone(name)).toBe(canonical))

  test.each(['', '+02:00', '-0500', 'Mars/Olympus', 'UTC+3', 'Europe/Berlin\u0000', ' Europe/Berlin'])(
    '%j is none',
    (name) => expect(canonicalTimezone(name)).toBeUndefined(),
  )

  test('every zone on offer is its own canonical name', () => {
    const zones = allTimezones()
    expect(zones[0]).toBe('UTC')
    expect(zones.length).toBeGreaterThan(400)
    expect(zones.filter((zone) => canonicalTimezone(zone) !== zone)).toEqual([])
    expect(new Set(zones).size).toBe(zones.length)
  })
})

describe('localDay', () => {
  test.each([
    ['2026-01-01T00:30:00Z', 'Etc/GMT+12', '2025-12-31'],
    ['2026-01-01T00:30:00Z', 'Pacific/Kiritimati', '2026-01-01'],
    ['2025-12-31T10:30:00Z', 'Pacific/Kiritimati', '2026-01-01'],
    ['2024-02-29T23:30:00Z', 'UTC', '2024-02-29'],
    ['2024-02-29T23:30:00Z', 'Asia/Kolkata', '2024-03-01'],
    ['2026-03-29T00:59:59Z', 'Europe/Berlin', '2026-03-29'],
    ['2026-10-25T22:59:59Z', 'Europe/Berlin', '2026-10-25'],
    ['2026-10-25T23:00:00Z', 'Europe/Berlin', '2026-10-26'],
  ])('at %s in %s it is %s', (instant, zone, day) => expect(localDay(new Date(instant), zone)).toBe(day))
})
