import { useQuery } from '@tanstack/react-query'
import type { JournalEntryView } from '@shared/journal'
import { AppLink } from '@/components/app-link'
import { buttonStyle } from '@/components/ui/button-styles'
import { useUser } from '@/features/auth/use-user'
import { longDay } from '@/lib/dates/dates'
import { isDay } from '@/lib/dates/days'
import { subjectsOfDrafts } from '@/lib/saving/drafts'
import { unsavedDraft } from './day-draft'
import { EntryLine } from './entry-line'
import { todayQueries } from './today-queries'

const mostDrafts = 3

/** The days of which this browser keeps a draft with words, the one typed last first. */
function useDraftDays() {
  const { id } = useUser()
  const days = subjectsOfDrafts(id, 'journal').filter(isDay)
  return days.filter((day) => unsavedDraft(id, day, null))
}

/** What this browser keeps of other days than the one that is shown, such as what was typed late yesterday. */
export function OtherDrafts({ day: shown }: { day: string }) {
  const days = useDraftDays().filter((day) => day !== shown)
  return days.slice(0, mostDrafts).map((day) => <DraftOfSaved key={day} day={day} />)
}

/** What it keeps of any day, while the server cannot say what is saved. */
export const AllDrafts = () =>
  useDraftDays()
    .slice(0, mostDrafts)
    .map((day) => <Draft key={day} day={day} entry={null} />)

function DraftOfSaved({ day }: { day: string }) {
  const { data, isPending } = useQuery(todayQueries.of(day))
  return isPending ? null : <Draft day={day} entry={data?.entry ?? null} />
}

/** Where the entry is not known, the form asks how to put the two together. */
function Draft({ day, entry }: { day: string; entry: JournalEntryView | null }) {
  const draft = unsavedDraft(useUser().id, day, entry)
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
