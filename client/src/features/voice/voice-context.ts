import type { QueryClient } from '@tanstack/react-query'
import { helpQuery, mayRead, talksToRead, voiceQueries } from './voice-queries'

const limitMs = 5000

/** Context for the instructions. It is optional: what fails or takes too long is left empty. */
export async function contextOf(client: QueryClient) {
  const [goals, activity, days, streak, summaries, talks, help, memory] = await Promise.all([
    orEmpty(client.fetchQuery(voiceQueries.goals())),
    orEmpty(client.fetchQuery(voiceQueries.activity())),
    orEmpty(client.fetchQuery(voiceQueries.lastSevenDays())),
    orEmpty(client.fetchQuery(voiceQueries.streak()).then(({ streak }) => [streak])),
    orEmpty(client.fetchQuery(voiceQueries.summaries())),
    orEmpty(talksToRead(client)),
    orEmpty(client.ensureQueryData(helpQuery).then((help) => [help])),
    orEmpty(mayRead(client).then((memory) => [memory])),
  ])
  const lastDays = new Map(activity.map(({ goalId, days }) => [goalId, days.at(-1)]))
  return {
    goals: goals.map((goal) => ({ ...goal, lastDay: lastDays.get(goal.id) })),
    days,
    streak: streak[0],
    summaries,
    talks,
    phoneCountry: help[0]?.phoneCountry,
    readsJournal: memory[0]?.readsJournal ?? false,
  }
}

async function orEmpty<T>(list: Promise<T[]>): Promise<T[]> {
  const late = new Promise<[]>((resolve) => setTimeout(resolve, limitMs, []))
  const given = await Promise.race([list.catch(() => []), late])
  return Array.isArray(given) ? given : []
}
