import { localDay } from './timezones'

const twoDaysMs = 2 * 24 * 60 * 60_000

/** The first instant after `day` in `timezone`. `from` is an instant within that day. */
export function dayEnd(day: string, timezone: string, from: Date): Date {
  let [before, after] = [from.getTime(), from.getTime() + twoDaysMs]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (localDay(new Date(middle), timezone) > day) after = middle
    else before = middle
  }
  return new Date(after)
}
