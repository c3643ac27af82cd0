import { addDays } from '@shared/dates'
import { localDay } from '@shared/timezones'
import { nextReminder, type Wish } from './next-reminder'

/** `day` is the local date that has its reminder now, `missed` one whose reminder can no longer come. */
export type Firing = { day?: string; missed?: string; next: Date }

/** What becomes at `now` of a reminder that was to come at `at`: after an outage it still comes on its own local date. */
export function fire(wish: Wish, at: Date, now: Date): Firing {
  const [scheduled, today] = [localDay(at, wish.timezone), localDay(now, wish.timezone)]
  if (scheduled >= today) return { day: scheduled, next: nextReminder(wish, now, scheduled) }
  const isLate = nextReminder(wish, at, addDays(today, -1)) <= now
  return {
    missed: scheduled,
    day: isLate ? today : undefined,
    next: nextReminder(wish, now, isLate ? today : scheduled),
  }
}

/** The newest reminder there was: its local date, and when it went out. */
export type LastReminder = { day?: string | null; at?: Date | null }

/**
 * When the next reminder comes once the settings have changed at `now`. Today's comes once: none if it has gone out
 * already, and if it was due at this very moment (`due`) it is not lost by moving the time behind now.
 */
export function nextAfterChange(wish: Wish, now: Date, last: LastReminder, due?: Date | null): Date {
  const wentOutOn = last.at ? localDay(last.at, wish.timezone) : ''
  const lastDay = [last.day ?? '', wentOutOn].sort().at(-1)
  const next = nextReminder(wish, now, lastDay)
  const today = localDay(now, wish.timezone)
  const isLost =
    due && due <= now && localDay(due, wish.timezone) === today && localDay(next, wish.timezone) > today
  return isLost && today > (lastDay ?? '') ? due : next
}
