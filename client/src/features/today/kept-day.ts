import type { TodayView } from '@shared/today'
import type { KeptCopies } from '@/lib/device/kept-copies'
import { dayOf, localMidnight } from '@/lib/dates/days'

/** What Home shows of a day, from the entries that are kept on this device; null if there are none. */
export function keptDay(kept: KeptCopies | null, day: string): (TodayView & { readAt: string }) | null {
  if (!kept?.entries.length) return null
  const { entries, readAt } = kept
  const first = localMidnight(day)
  first.setDate(first.getDate() - 6)
  const from = dayOf(first)
  return {
    readAt,
    entry: entries.find(({ entryDate }) => entryDate === day) ?? null,
    days: entries
      .filter(({ entryDate }) => entryDate >= from && entryDate <= day)
      .map(({ entryDate: date, mood, moodChosen, id }) => ({ date, mood: moodChosen ? mood : null, id }))
      .toReversed(),
    onThisDay: entries.filter(({ entryDate }) => entryDate < day && entryDate.slice(4) === day.slice(4)),
  }
}
