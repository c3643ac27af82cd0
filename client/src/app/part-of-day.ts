/** In the browser's timezone. */
export function partOfDay(now: Date): 'morning' | 'afternoon' | 'evening' {
  const hour = now.getHours()
  if (hour < 12) return 'morning'
  return hour < 17 ? 'afternoon' : 'evening'
}
