import { describe, expect, test } from 'vitest'
import { addDays } from '@shared/dates'
import { allTimezones, localDay } from '@shared/timezones'
import { nextReminder } from './next-reminder'

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

/** There a reminder that the clocks skip comes at midnight, and is that of the new day. */
const jumpsOverMidnight = ['America/Nuuk', 'America/Scoresbysund']

describe('in every zone, over three years', () => {
  const [from, to] = [Date.UTC(2025, 0, 1), Date.UTC(2028, 0, 1)]
  const zones = allTimezones().map((timezone) => ({ timezone, changes: changesOf(timezone, from, to) }))

  test(
    'a reminder comes when somebody who watches the clock would send it, around every change of the clocks',
    { timeout: 300_000, tags: 'nightly' },
    () => {
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
    },
  )

  test('one reminder comes each local date, and never two', () => {
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
