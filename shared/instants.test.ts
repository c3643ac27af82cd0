import { expect, test } from 'vitest'
import { allTimezones, localDay } from '@shared/timezones'
import { dayEnd } from './instants'

test.each([
  ['UTC', '2026-11-21T12:00:00Z', '2026-11-22T00:00:00.000Z'],
  ['Etc/GMT+12', '2026-11-21T12:00:00Z', '2026-11-22T12:00:00.000Z'],
  ['Pacific/Kiritimati', '2026-11-21T12:00:00Z', '2026-11-22T10:00:00.000Z'],
  ['Asia/Kathmandu', '2026-11-21T12:00:00Z', '2026-11-21T18:15:00.000Z'],
  ['Europe/Berlin', '2026-10-25T00:30:00Z', '2026-10-25T23:00:00.000Z'],
  ['Europe/Berlin', '2026-03-28T23:30:00Z', '2026-03-29T22:00:00.000Z'],
  ['America/New_York', '2026-11-01T04:00:00Z', '2026-11-02T05:00:00.000Z'],
  // Clocks go from 24:00 to 1:00, and from 24:00 back to 23:00.
  ['Africa/Cairo', '2026-04-23T20:00:00Z', '2026-04-23T22:00:00.000Z'],
  ['Africa/Cairo', '2026-10-29T20:30:00Z', '2026-10-29T22:00:00.000Z'],
  // A whole day was left out here.
  ['Pacific/Apia', '2011-12-30T05:00:00Z', '2011-12-30T10:00:00.000Z'],
])('in %s the day of %s ends at %s', (zone, from, end) => {
  expect(dayEnd(localDay(new Date(from), zone), zone).toISOString()).toBe(end)
})

test('the end of a day is the first moment of another day in every zone', () => {
  for (const zone of allTimezones())
    for (const from of ['2026-03-28T23:59:59.999Z', '2026-10-25T00:30:00Z', '2026-11-21T00:00:00Z']) {
      const day = localDay(new Date(from), zone)
      const end = dayEnd(day, zone)
      expect([zone, localDay(new Date(end.getTime() - 1), zone)]).toEqual([zone, day])
      expect(localDay(end, zone) > day).toBe(true)
    }
})
