import { PencilIcon } from 'lucide-react'
import { type EntryRow, filledIn, type JournalEntryView } from '@shared/journal'
import { AppLink } from '@/components/app-link'
import { buttonStyle } from '@/components/ui/button-styles'
import { WaitingToSend } from '@/components/waiting-to-send'
import { useUser } from '@/features/auth/use-user'
import { entryOf, useWaitingAdditions, useWaitingEntries } from '@/features/journal/waiting-queries'
import { unsavedDraft } from './day-draft'
import { EntryLine } from './entry-line'
import { MoodLinks } from './mood-links'

/** The day's entry, with a waiting save applied; or its draft; or a link to begin it. */
export function Writing({ day, entry }: { day: string; entry: JournalEntryView | null }) {
  const save = useWaitingEntries().find((save) => entryOf(save).entryDate === day)
  const additions = useWaitingAdditions().filter((addition) => entryOf(addition).entryDate === day)
  const saved = additions.reduce<EntryRow | null>(
    (sofar, addition) => (sofar ? filledIn(sofar, addition.values) : entryOf(addition)),
    save ? entryOf(save) : entry,
  )
  const draft = unsavedDraft(useUser().id, day, saved)
  const id = entry?.id ?? save?.base?.id
  const href = id ? `/journal/edit/${id}` : '/journal/new'
  const last = additions.at(-1) ?? save
  const waiting = last && <WaitingToSend savedAt={last.savedAt} />
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
