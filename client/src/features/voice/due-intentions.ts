import type { QueryClient } from '@tanstack/react-query'
import { addDays } from '@shared/dates'
import type { RememberedTalk } from '@shared/talks'
import { api } from '@/lib/api/api'
import { cut } from './prompt-lines'
import { isShown } from './said-turns'
import { talkQueries } from './voice-queries'
import type { Caption } from './voice-state'

const daysDue = 14
const mostAtOnce = 3
const longestText = 100

/** What the user meant to do by `today` and was not asked about, the latest first. */
export const dueIn = (talks: RememberedTalk[], today: string) =>
  talks
    .flatMap(({ id, intentions }) => intentions.map((intention) => ({ id, ...intention })))
    .filter(({ date, asked }) => !asked && date <= today && date >= addDays(today, -daysDue))
    .sort((a, b) => b.date.localeCompare(a.date))
    .slice(0, mostAtOnce)
    .map(({ id, date, text }) => ({
      id,
      asked: [{ date, text }],
      line: `${date}: ${cut(text.replace(/\s+/g, ' ').trim(), longestText)}`,
    }))
export type DueIntention = ReturnType<typeof dueIn>[number]

/** Whether the user has said or written something after Lisa's first words. */
export function isAnswered(captions: Caption[]) {
  const shown = captions.filter(isShown)
  const first = shown.findIndex(({ speaker }) => speaker === 'Lisa')
  return first >= 0 && shown.slice(first).some(({ speaker }) => speaker === 'You')
}

/** Keeps that the user was asked about them. Where that fails they are asked once more. */
export async function markAsAsked(client: QueryClient, due: DueIntention[]) {
  if (!due.length) return
  await Promise.allSettled(due.map(({ id, asked }) => api('PATCH /api/talks/:id', { id, body: { asked } })))
  await client.invalidateQueries(talkQueries.remembered())
}
