export type DayTile = { position: number; letter: string; isCompleted: boolean; isToday: boolean }

/** The week of `now`, from Monday: its first `weeklyCount` days count as completed, but none after today. */
export function weekTiles(weeklyCount: number, now: Date): DayTile[] {
  const today = (now.getDay() + 6) % 7
  return [...'MTWTFSS'].map((letter, position) => ({
    position,
    letter,
    isCompleted: position < weeklyCount && position <= today,
    isToday: position === today,
  }))
}
