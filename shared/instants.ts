import { addDays } from './dates'
import { formatsWith } from './timezones'

const minuteMs = 60_000
export const dayMs = 24 * 60 * minuteMs

/**
 * The first instant at which the clocks of `timezone` reach `time`, HH:MM, on `day`. A time skipped by daylight saving
 * becomes the next valid minute; of a repeated time the first occurrence counts.
 */
export function instantAt(day: string, time: string, timezone: string): number {
  const localTime = Date.parse(`${day}T${time}:00Z`)
  const offsets = [-dayMs, dayMs].map((shift) => utcOffset(localTime + shift, timezone))
  const [ahead, behind] = [Math.max(...offsets), Math.min(...offsets)]
  for (const offset of [ahead, behind])
    if (utcOffset(localTime - offset, timezone) === offset) return localTime - offset

  let skipped = localTime - ahead
  while (utcOffset(skipped, timezone) !== ahead) skipped += minuteMs
  return skipped
}

/** The first instant after `day` in `timezone`. */
export const dayEnd = (day: string, timezone: string): Date =>
  new Date(instantAt(addDays(day, 1), '00:00', timezone))

const offsetFormat = formatsWith('en', { timeZoneName: 'longOffset' })

/** How far the clocks of `timezone` are ahead of UTC at `instant`, in milliseconds. */
function utcOffset(instant: number, timezone: string): number {
  const text = offsetFormat(timezone).format(instant)
  const [, sign, hours = 0, minutes = 0] = /GMT(?:([+-])(\d+):(\d+))?/.exec(text) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * minuteMs
}
