import { PencilIcon } from 'lucide-react'
import type { JournalEntryView } from '@shared/journal'
import { AppLink } from '@/components/app-link'
import { buttonStyle } from '@/components/ui/button-styles'
import { useUser } from '@/features/auth/use-user'
import { unsavedDraft } from './day-draft'
import { EntryLine } from './entry-line'
import { MoodLinks } from './mood-links'

/** The day's entry; or what is kept of it in this browser; or how to begin it. */
export function Writing({ day, entry }: { day: string; entry: JournalEntryView | null }) {
  const draft = unsavedDraft(useUser().id, day, entry)
  const href = entry ? `/journal/edit/${entry.id}` : '/journal/new'
  if (entry && !draft) return <EntryLine entry={entry} href={href} />
  return (
    <>
      {draft ? <EntryLine entry={draft} /> : <MoodLinks />}
      <AppLink href={href} className={buttonStyle('primary')}>
        <PencilIcon />
        {draft ? 'Continue your draft' : 'Write'}
      </AppLink>
    </>
  )
}
