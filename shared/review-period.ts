/** Days that are looked back on together, `from` and `to` included. */
export type ReviewPeriod = { name: 'week' | 'month' | 'year'; from: string; to: string }

const dayMs = 86_400_000

// Without dates.ts, which would load Zod on Home.
const after = (day: string, days: number) =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 'YYYY-MM-DD'.length)

export const isWithin = ({ from, to }: ReviewPeriod, day: string) => from <= day && day <= to

/** The year, the month and the week, from Monday on, that end with `to`: those there are, the longest first. */
export function periodsUntil(to: string): ReviewPeriod[] {
  const next = after(to, 1)
  const periods: ReviewPeriod[] = []
  if (next.endsWith('-01-01')) periods.push({ name: 'year', from: `${to.slice(0, 'YYYY'.length)}-01-01`, to })
  if (next.endsWith('-01')) periods.push({ name: 'month', from: `${to.slice(0, 'YYYY-MM'.length)}-01`, to })
  if (new Date(to).getUTCDay() === 0) periods.push({ name: 'week', from: after(to, -6), to })
  return periods
}

/**
 * What is looked back on at an hour of a day: what ends with it, a week only from noon on, or ended with the day before; the
 * longest first.
 */
export function periodsOffered(today: string, hour: number): ReviewPeriod[] {
  const ending = periodsUntil(today).filter(({ name }) => name !== 'week' || hour >= 12)
  const ended = periodsUntil(after(today, -1))
  return (['year', 'month', 'week'] as const).flatMap((name) =>
    [...ending, ...ended].filter((period) => period.name === name),
  )
}

/** The one of its name that is offered, or else ended last; undefined for another word. */
export function lastPeriod(name: string | null, today: string, hour: number): ReviewPeriod | undefined {
  const isMeant = (period: ReviewPeriod) => period.name === name
  let found = periodsOffered(today, hour).find(isMeant)
  for (let days = 1; !found && days <= 366; days++) found = periodsUntil(after(today, -days)).find(isMeant)
  return found
}
