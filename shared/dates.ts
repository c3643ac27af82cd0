const millisecondsPerDay = 86_400_000

/** Calendar arithmetic, independent of timezones; a negative `count` goes back. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * millisecondsPerDay).toISOString().slice(0, 10)
}

/** How many days `to` is after `from`. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / millisecondsPerDay
}

/** Monday of the week that `day` is in. */
export function mondayOf(day: string): string {
  const sundayIsZero = new Date(`${day}T00:00:00Z`).getUTCDay()
  return addDays(day, -((sundayIsZero + 6) % 7))
}
