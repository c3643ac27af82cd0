export type DayTile = { name: string; letter: string; isCompleted: boolean; isToday: boolean }

const names = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** The week of `now`, from Monday: its first `weeklyCount` days count as completed, but none after today. */
export function weekTiles(weeklyCount: number, now: Date): DayTile[] {
  const today = (now.getDay() + 6) % 7
  return names.map((name, position) => ({
    name,
    letter: name.slice(0, 1),
    isCompleted: position < weeklyCount && position <= today,
    isToday: position === today,
  }))
}
