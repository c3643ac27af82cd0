import { entryRecord } from '@shared/journal'
import { AppLink } from '@/components/app-link'
import { NotLoaded } from '@/components/load-failure'
import { placeOf, useKnownGoals, useMissingGoals } from '@/features/goals/known-goal-queries'
import { Section } from './entry-texts'

type Props = {
  day: string
  ids: string[]
  /** In a list, as of `EntryTexts`. It does not say of each entry that the goals could not be loaded. */
  q?: string
}

/** The goals that were worked on, each of which leads to its place among the goals. */
export function EntryGoals({ day, ids, q }: Props) {
  const goals = useKnownGoals(ids)
  const missing = useMissingGoals()
  const linked = goals?.filter(({ id }) => ids.includes(id))
  const isInList = q !== undefined
  if (linked?.length === 0 || (isInList && !linked && !missing.isLoading)) return null
  const title = entryRecord.labelOf('goalIds')
  return (
    <Section title={title} q={q}>
      {linked || isInList ? (
        <ul
          aria-label={title}
          // As tall as it will be, before the goals are there.
          className="-mt-1 flex min-h-touch flex-wrap gap-x-4 font-sans text-sm"
        >
          {linked?.map(({ id, title }) => (
            <li key={id} className="min-w-0">
              <AppLink
                dir="auto"
                // Other days name the same goal, and the way back is to this one.
                id={`link-${day}-${id}`}
                href={placeOf(id)}
                className="flex min-h-touch items-center rounded-control wrap-anywhere text-accent hover:underline"
              >
                {title}
              </AppLink>
            </li>
          ))}
        </ul>
      ) : (
        <NotLoaded {...missing} />
      )}
    </Section>
  )
}
