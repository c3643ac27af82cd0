import { addDays } from '@shared/dates'
import { localDay } from '@shared/timezones'
import { nextReminder, type ReminderSchedule } from '../next-reminder'

/** `day`: the local date to send a reminder for now. `missed`: a local date that is over without one. */
export type DueReminder = { day?: string; missed?: string; next: Date }

/** Evaluates at `now` a reminder scheduled for `at`: after an outage it is still sent if its local date is not over. */
export function dueReminder(schedule: ReminderSchedule, at: Date, now: Date): DueReminder {
  const [scheduled, today] = [localDay(at, schedule.timezone), localDay(now, schedule.timezone)]
  if (scheduled >= today) return { day: scheduled, next: nextReminder(schedule, now, scheduled) }
  const isLate = nextReminder(schedule, at, addDays(today, -1)) <= now
  return {
    missed: scheduled,
    day: isLate ? today : undefined,
    next: nextReminder(schedule, now, isLate ? today : scheduled),
  }
}

/** The latest reminder: its local date, and when it was sent. */
export type LastReminder = { day?: string | null; at?: Date | null }

/**
 * The next reminder after the settings have changed at `now`. Today's reminder is sent once: not again if it was sent
 * already, and not skipped if it is due now (`due`) and the new time is earlier than now.
 */
export function nextAfterChange(
  schedule: ReminderSchedule,
  now: Date,
  last: LastReminder,
  due?: Date | null,
): Date {
  const { timezone } = schedule
  const [today, lastSentOn] = [localDay(now, timezone), last.at ? localDay(last.at, timezone) : '']
  const lastDay = [last.day ?? '', lastSentOn].sort().at(-1) ?? ''
  const next = nextReminder(schedule, now, lastDay)
  const isDueToday = due && due <= now && localDay(due, timezone) === today && lastDay < today
  return isDueToday && localDay(next, timezone) > today ? due : next
}
