import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { GoalView } from '@shared/goals'
import type { Missing } from '@/components/load-failure'
import { useKept } from '@/lib/device/use-kept'
import { goalQueries } from './goals-queries'
import { useWaitingGoals } from './use-waiting-goals'

/**
 * Asks for the goals before the form that shows them is there. The page announces them (shared/screens.ts), so the browser
 * has their answer early; if no one used it, a later screen would get it, however old it is then.
 */
export const useGoalsAtOnce = () => usePrefetchQuery(goalQueries.list())

/** The unknown ids for which the list has been read again: once for each, since a goal that is gone stays unknown. */
const askedFor = new Set<string>()

/**
 * The goals as they will be once what waits has been sent: from the server, or else those kept on this device; undefined as
 * long as neither is known. The list is read again for an id in `named` that it lacks: that goal may be new.
 */
export function useKnownGoals(named: readonly string[] = []): GoalView[] | undefined {
  const goals = useQuery(goalQueries.list())
  const { kept } = useKept(goals, (copies) => copies?.goals ?? null)
  const { applied } = useWaitingGoals()
  const { refetch } = goals
  const unknown = goals.data ? named.filter((id) => !goals.data.some((goal) => goal.id === id)) : []
  const asked = unknown.filter((id) => !askedFor.has(id)).join()
  useEffect(() => {
    if (!asked) return
    for (const id of asked.split(',')) askedFor.add(id)
    void refetch({ cancelRefetch: false })
  }, [asked, refetch])
  return (goals.data ?? kept?.goals)?.map(applied)
}

/** Where {@link useKnownGoals} knows none: what is shown in their place. */
export function useMissingGoals(): Missing {
  const goals = useQuery(goalQueries.list())
  const { isReading } = useKept(goals, (copies) => copies?.goals ?? null)
  return {
    title: "We couldn't load your goals.",
    isLoading: goals.isPending || isReading,
    error: goals.error,
    onRetry: () => void goals.refetch(),
    pending: goals.isFetching,
  }
}

export const anchorOf = (id: string) => `goal-${id}`

/** The goal on Goals. */
export const placeOf = (id: string) => `/goals#${anchorOf(id)}`
