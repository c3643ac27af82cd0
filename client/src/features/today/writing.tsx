import { PencilIcon } from 'lucide-react'
import type { JournalEntryView } from '@shared/journal'
import { AppLink } from '@/components/app-link'
import { buttonStyle } from '@/components/ui/button-styles'
import { WaitingToSend } from '@/components/waiting-to-send'
import { useUser } from '@/features/auth/use-user'
import { useWaitingOfJournal, withWaiting } from '@/features/journal/waiting-queries'
import { unsavedDraft } from './day-draft'
import { EntryLine } from './entry-line'
import { MoodLinks } from './mood-links'

/** The day's entry, with a waiting save applied; or its draft; or a link to begin it. */
export function Writing({ day, entry }: { day: string; entry: JournalEntryView | null }) {
  const entries = withWaiting(entry ? [entry] : [], useWaitingOfJournal())
  const saved = entries.findLast(({ entryDate }) => entryDate === day) ?? null
  const draft = unsavedDraft(useUser().id, day, saved)
  const href = saved?.id ? `/journal/edit/${saved.id}` : '/journal/new'
  const waiting = saved?.waiting && <WaitingToSend savedAt={saved.waiting.savedAt} />
  if (saved && !draft)
    return (
      <>
        <EntryLine entry={saved} href={href} />
        {waiting}
      </>
    )
  return (
    <>
      {draft ? <EntryLine entry={draft} /> : <MoodLinks />}
      {waiting}
      <AppLink href={href} className={buttonStyle('primary')}>
        <PencilIcon />
        {draft ? 'Continue your draft' : 'Write'}
      </AppLink>
    </>
  )
}
