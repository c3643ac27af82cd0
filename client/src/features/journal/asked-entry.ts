import { moods, type Mood } from '@shared/journal'
import { isDay, today } from '@/lib/dates/days'

type AskedEntry = {
  day: string
  /** Tapped on the way here. */
  mood?: Mood
}

/** What a link to the daily screen asks for, such as `?date=2026-11-21&mood=happy`; what is not known is ignored. */
export function askedEntry(search: string): AskedEntry {
  const query = new URLSearchParams(search)
  const date = query.get('date') ?? ''
  return {
    day: isDay(date) ? date : today(),
    mood: moods.find((mood) => mood === query.get('mood')),
  }
}
