import { describe, expect, test } from 'vitest'
import { addDays } from '@shared/dates'
import { allTimezones, localDay } from '@shared/timezones'
import { dueReminder, nextAfterChange } from './due'
import { nextReminder } from './next-reminder'
import { retryAt } from './retry'

const minute = 60_000
const hour = 60 * minute

/** What the clocks on the wall show, as if that were UTC; by another way than the rules take. */
function wallClock(timezone: string) {
  const format = new Intl.DateTimeFormat('en', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  })
  return (instant: number) => {
    const [month, day, year, hours, minutes] = format.format(instant).match(/\d+/g)!.map(Number)
    return Date.UTC(year!, month! - 1, day, hours, minutes)
  }
}

const dayOf = (wall: number) => new Date(wall).toISOString().slice(0, 10)
const timeOf = (wall: number) => new Date(wall).toISOString().slice(11, 16)

/**
 * Somebody who looks at the clock every minute of some hours. `seen[n]` is the instant at which it first showed the wall
 * time `start + n minutes` or a later one.
 */
function watch(clock: (instant: number) => number, from: number, hours: number) {
  const start = clock(from)
  const seen: number[] = []
  for (let instant = from; instant < from + hours * hour; instant += minute) {
    const wall = clock(instant)
    while (start + seen.length * minute <= wall) seen.push(instant)
  }
  return { start, seen }
}

type Change = { at: number; before: number; after: number }

/** Every instant at which the clocks of a zone are changed, to the minute, with what they were ahead of UTC. */
function changesOf(timezone: string, from: number, to: number): Change[] {
  const clock = wallClock(timezone)
  const ahead = (instant: number) => clock(instant) - instant
  const found: Change[] = []
  let before = ahead(from)
  for (let day = from; day < to; day += 24 * hour) {
    const after = ahead(day + 24 * hour)
    if (after !== before) {
      let [low, high] = [day, day + 24 * hour]
      while (high - low > minute) {
        const middle = Math.floor((low + high) / 2 / minute) * minute
        if (ahead(middle) === before) low = middle
        else high = middle
      }
      found.push({ at: high, before, after })
    }
    before = after
  }
  return found
}

describe('in every zone, over three years', () => {
  const [from, to] = [Date.UTC(2025, 0, 1), Date.UTC(2028, 0, 1)]
  const zones = allTimezones().map((timezone) => ({ timezone, changes: changesOf(timezone, from, to) }))

  test('around every change of the clocks it comes when somebody who watches the clock would send it', () => {
    // Clocks that are changed alike need to be watched once only.
    const watched = new Map<string, ReturnType<typeof watch>>()
    for (const { timezone, changes } of zones)
      for (const change of changes) {
        const isNew = !watched.has(JSON.stringify(change))
        const { start, seen } =
          watched.get(JSON.stringify(change)) ?? watch(wallClock(timezone), change.at - 13 * hour, 26)
        watched.set(JSON.stringify(change), { start, seen })
        for (let n = 30; n < seen.length - 30; n += isNew && Math.abs(n - 13 * 60) < 150 ? 1 : 61) {
          const [expected, wall] = [seen[n]!, start + n * minute]
          const next = nextReminder({ timezone, reminderTime: timeOf(wall) }, new Date(expected - minute))
          if (next.getTime() !== expected)
            throw new Error(
              `${timezone} ${dayOf(wall)} ${timeOf(wall)}: ${next.toISOString()}, not ${new Date(expected).toISOString()}`,
            )
        }
      }
    expect(watched.size).toBeGreaterThan(50)
  }, 300_000)

  test('one comes each local date, and never two', () => {
    const times = ['00:00', '00:30', '02:30', '12:00', '19:00', '23:30', '23:59']
    const done = new Set<string>()
    for (const { timezone, changes } of zones) {
      const clock = wallClock(timezone)
      const likeness = JSON.stringify([clock(from), changes])
      const schedule = { timezone, reminderTime: times[done.size % times.length]! }
      if (done.size === done.add(likeness).size) continue
      let at = nextReminder(schedule, new Date(from))
      let day = localDay(at, timezone)
      while (at.getTime() < to) {
        at = nextReminder(schedule, at, day)
        const skipped = addDays(day, 1) !== localDay(at, timezone)
        day = localDay(at, timezone)
        const wall = clock(at.getTime())
        const isJump = wall - clock(at.getTime() - minute) > minute
        if (timeOf(wall) !== schedule.reminderTime && !isJump)
          throw new Error(`${timezone} ${schedule.reminderTime}: ${at.toISOString()} shows ${timeOf(wall)}`)
        if (skipped && !jumpsOverMidnight.includes(timezone))
          throw new Error(`${timezone} ${schedule.reminderTime}: none on the day before ${day}`)
      }
    }
    expect(done.size).toBeGreaterThan(50)
  }, 300_000)
})

/** There a reminder that the clocks skip comes at midnight, and is that of the new day. */
const jumpsOverMidnight = ['America/Nuuk', 'America/Scoresbysund']

describe('the next reminder', () => {
  test.each([
    ['today when the time is yet to come', 'UTC', '19:00', '2026-11-21T18:59:59Z', '2026-11-21T19:00:00Z'],
    ['tomorrow when it has come', 'UTC', '19:00', '2026-11-21T19:00:00Z', '2026-11-22T19:00:00Z'],
    [
      'in spring at the next valid minute',
      'Europe/Berlin',
      '02:30',
      '2026-03-29T00:00:00Z',
      '2026-03-29T01:00:00Z',
    ],
    [
      'in autumn at the first of two',
      'Europe/Berlin',
      '02:30',
      '2026-10-25T00:00:00Z',
      '2026-10-25T00:30:00Z',
    ],
    ['in autumn not at the second', 'Europe/Berlin', '02:30', '2026-10-25T00:30:00Z', '2026-10-26T01:30:00Z'],
    ['by half an hour', 'Australia/Lord_Howe', '02:15', '2026-10-03T15:00:00Z', '2026-10-03T15:30:00Z'],
    ['when midnight is skipped', 'Africa/Cairo', '00:30', '2026-04-23T20:00:00Z', '2026-04-23T22:00:00Z'],
    [
      'when the clocks jump to midnight',
      'America/Nuuk',
      '23:30',
      '2026-03-29T00:00:00Z',
      '2026-03-29T01:00:00Z',
    ],
  ])('is %s', (_, timezone, reminderTime, now, expected) =>
    expect(nextReminder({ timezone, reminderTime }, new Date(now)).toISOString()).toBe(
      new Date(expected).toISOString(),
    ),
  )
})

describe('what is due', () => {
  const schedule = { timezone: 'UTC', reminderTime: '19:00' }
  const at = new Date('2026-11-16T19:00:00Z')
  const fired = (now: string) => {
    const { day, missed, next } = dueReminder(schedule, at, new Date(now))
    return [day, missed, next.toISOString().slice(0, 16)]
  }
  test.each([
    ['at its time', '2026-11-16T19:00:00Z', ['2026-11-16', undefined, '2026-11-17T19:00']],
    ['hours later', '2026-11-16T23:59:59Z', ['2026-11-16', undefined, '2026-11-17T19:00']],
    ['the next morning', '2026-11-17T08:00:00Z', [undefined, '2026-11-16', '2026-11-17T19:00']],
    ['the next evening', '2026-11-17T20:00:00Z', ['2026-11-17', '2026-11-16', '2026-11-18T19:00']],
    ['days later', '2026-11-20T20:00:00Z', ['2026-11-20', '2026-11-16', '2026-11-21T19:00']],
  ])('%s', (_, now, expected) => expect(fired(now)).toEqual(expected))
})

describe('after a change of the settings', () => {
  const now = new Date('2026-11-21T19:00:30Z')
  const next = (
    reminderTime: string,
    timezone = 'UTC',
    last: Parameters<typeof nextAfterChange>[2] = {},
    due?: Date,
  ) => nextAfterChange({ reminderTime, timezone }, now, last, due).toISOString().slice(0, 16)
  const today = { day: '2026-11-21', at: new Date('2026-11-21T19:00:00Z') }

  test('it comes today when it has not yet', () => expect(next('20:00')).toBe('2026-11-21T20:00'))
  test('it comes tomorrow when the time is over', () => expect(next('18:00')).toBe('2026-11-22T18:00'))
  test('no second one comes today', () => expect(next('20:00', 'UTC', today)).toBe('2026-11-22T20:00'))
  test('nor by moving to a zone where it is tomorrow already', () =>
    expect(next('23:00', 'Pacific/Kiritimati', today)).toBe('2026-11-23T09:00'))
  test('nor by moving to one where it is still the day before', () =>
    expect(next('08:00', 'Pacific/Pago_Pago', { day: '2026-11-22', at: now })).toBe('2026-11-23T19:00'))
  test('one that was due at that moment is not lost', () => {
    const due = new Date('2026-11-21T19:00:00Z')
    expect(next('18:00', 'UTC', {}, due)).toBe('2026-11-21T19:00')
    expect(next('20:00', 'UTC', {}, due)).toBe('2026-11-21T20:00')
    expect(next('18:00', 'UTC', today, due)).toBe('2026-11-22T18:00')
  })
})

describe('what failed for now is tried again', () => {
  const at = (attempts: number, now: string, timezone = 'UTC') =>
    retryAt({ attempts, localDate: '2026-11-21', timezone }, new Date(now))?.toISOString().slice(11, 16)

  test.each([
    [1, '19:01'],
    [2, '19:05'],
    [3, '19:15'],
    [4, '20:00'],
    [5, undefined],
  ])('after attempt %i at %s', (attempts, expected) =>
    expect(at(attempts, '2026-11-21T19:00:00Z')).toBe(expected),
  )
  test('only while it is that local day', () => {
    expect(at(3, '2026-11-21T23:44:59Z')).toBe('23:59')
    expect(at(3, '2026-11-21T23:45:00Z')).toBeUndefined()
    expect(at(4, '2026-11-21T23:30:00Z', 'America/New_York')).toBe('00:30')
    expect(at(1, '2026-11-21T19:00:00Z', 'Pacific/Kiritimati')).toBeUndefined()
  })
})
