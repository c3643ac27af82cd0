import { useQuery } from '@tanstack/react-query'
import { AppLink } from '@/components/app-link'
import { buttonStyle } from '@/components/ui/button-styles'
import { useUser } from '@/features/auth/use-user'
import { longDay } from '@/lib/dates'
import { isDay } from '@/lib/days'
import { subjectsOfDrafts } from '@/lib/saving/drafts'
import { unsavedDraft } from './day-draft'
import { EntryLine } from './entry-line'
import { todayQueries } from './today-queries'

const mostDrafts = 3

/** What this browser keeps of other days than `except`, such as what was typed late yesterday. */
export function OtherDrafts({ except }: { except?: string }) {
  const { id } = useUser()
  const days = subjectsOfDrafts(id, 'journal').filter((day) => isDay(day) && day !== except)
  const withWords = days.filter((day) => unsavedDraft(id, day, null)).slice(0, mostDrafts)
  return withWords.map((day) => <OtherDraft key={day} day={day} />)
}

function OtherDraft({ day }: { day: string }) {
  const { id } = useUser()
  const { data, isPending } = useQuery(todayQueries.of(day))
  const entry = data?.today.entry ?? null
  // Where the entry cannot be read, the form asks how to put the two together.
  const draft = isPending ? undefined : unsavedDraft(id, day, entry)
  if (!draft) return null
  return (
    <section className="flex flex-col gap-3 border-t border-line pt-3">
      <EntryLine entry={draft} />
      <AppLink
        href={entry ? `/journal/edit/${entry.id}` : `/journal/new?date=${day}`}
        className={buttonStyle('secondary')}
      >
        Continue your draft of {longDay(day)}
      </AppLink>
    </section>
  )
}
