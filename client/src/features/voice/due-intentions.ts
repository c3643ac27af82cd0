import type { QueryClient } from '@tanstack/react-query'
import { addDays } from '@shared/dates'
import type { RememberedTalk } from '@shared/talks'
import { api } from '@/lib/api/api'
import { cut } from './prompt-lines'
import { talkQueries } from './voice-queries'

const daysDue = 14
const mostAtOnce = 3
const longestText = 100

/** What the user meant to do by `today` and was not asked about, the latest first. */
export const dueIn = (talks: RememberedTalk[], today: string) =>
  talks
    .flatMap(({ intentions }) => intentions)
    .filter(({ date, asked }) => !asked && date <= today && date >= addDays(today, -daysDue))
    .sort((a, b) => b.date.localeCompare(a.date))
    .slice(0, mostAtOnce)
    .map((intention) => ({
      intention,
      line: `${intention.date}: ${cut(intention.text.replace(/\s+/g, ' ').trim(), longestText)}`,
    }))

/** Keeps that the user was asked about what these instructions name. Where that fails they are asked once more. */
export async function markAsAsked(
  client: QueryClient,
  talks: RememberedTalk[],
  today: string,
  instructions: string,
) {
  const told = dueIn(talks, today).flatMap(({ line, intention }) =>
    instructions.includes(line) ? [intention] : [],
  )
  if (!told.length) return
  await Promise.allSettled(
    talks.flatMap(({ id, intentions }) => {
      const asked = intentions.filter((one) => told.includes(one)).map(({ date, text }) => ({ date, text }))
      return asked.length ? [api('PATCH /api/talks/:id', { id, body: { asked } })] : []
    }),
  )
  await client.invalidateQueries(talkQueries.remembered())
}
