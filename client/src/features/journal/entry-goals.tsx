import { entryRecord } from '@shared/journal'
import { AppLink } from '@/components/app-link'
import { useKnownGoals } from '@/features/goals/known-goal-queries'

/** The goals that were worked on, in a quiet line; none where they are not known. */
export function EntryGoals({ ids }: { ids: string[] }) {
  const goals = useKnownGoals(ids)
  const linked = goals?.filter(({ id }) => ids.includes(id))
  if (linked?.length === 0) return null
  return (
    <ul
      aria-label={entryRecord.labelOf('goalIds')}
      // As tall as it will be, before the goals are there.
      className="-my-2 flex min-h-touch flex-wrap gap-x-4 font-sans text-sm"
    >
      {linked?.map(({ id, title }) => (
        <li key={id} className="min-w-0">
          <AppLink
            dir="auto"
            href={`/goals/edit/${id}`}
            className="flex min-h-touch items-center rounded-control wrap-anywhere text-accent hover:underline"
          >
            {title}
          </AppLink>
        </li>
      ))}
    </ul>
  )
}
