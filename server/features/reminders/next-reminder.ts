import { addDays } from '@shared/dates'
import { localDay } from '@shared/timezones'

/** When someone wishes to be reminded: `reminderTime` is HH:MM or HH:MM:SS on the clocks of `timezone`. */
export type Wish = { reminderTime: string; timezone: string }

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** The first reminder after `after` whose local date is later than `lastDay`, the newest one that has had its reminder. */
export function nextReminder(wish: Wish, after: Date, lastDay = ''): Date {
  // Yesterday's may come today: the clocks of Greenland jump from 23:00 to midnight in spring.
  for (let day = addDays(localDay(after, wish.timezone), -1); ; day = addDays(day, 1)) {
    const at = new Date(instantOf(day, wish))
    if (at > after && localDay(at, wish.timezone) > lastDay) return at
  }
}

/**
 * When the clocks first show `reminderTime` of `day` or later: a time that they skip comes at the next valid minute, one
 * that they repeat comes the first time.
 */
function instantOf(day: string, { reminderTime, timezone }: Wish): number {
  const wall = Date.parse(`${day}T${reminderTime.slice(0, 'HH:MM'.length)}:00Z`)
  const offsets = [offset(wall - dayMs, timezone), offset(wall + dayMs, timezone)]
  const [ahead, behind] = [Math.max(...offsets), Math.min(...offsets)]
  if (ahead === behind) return wall - ahead
  for (const candidate of [ahead, behind])
    if (offset(wall - candidate, timezone) === candidate) return wall - candidate

  let [before, after] = [wall - ahead, wall - behind]
  while (after - before > minuteMs) {
    const middle = Math.floor((before + after) / 2 / minuteMs) * minuteMs
    if (offset(middle, timezone) === ahead) after = middle
    else before = middle
  }
  return after
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** How far the clocks of `timezone` are ahead of UTC, in milliseconds. */
function offset(instant: number, timezone: string): number {
  let format = formats.get(timezone)
  if (!format) {
    format = new Intl.DateTimeFormat('en', { timeZone: timezone, timeZoneName: 'longOffset' })
    formats.set(timezone, format)
  }
  const [, sign, hours = 0, minutes = 0] = /GMT(?:([+-])(\d+):(\d+))?/.exec(format.format(instant)) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * minuteMs
}
