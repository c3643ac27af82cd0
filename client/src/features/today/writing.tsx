import { PencilIcon } from 'lucide-react'
import { useState } from 'react'
import type { JournalEntryView } from '@shared/journal'
import { AppLink } from '@/components/app-link'
import { buttonStyle } from '@/components/ui/button-styles'
import { WaitingToSend } from '@/components/waiting-to-send'
import { useUser } from '@/features/auth/use-user'
import { formOf, readingOf, useWaitingOfJournal, withWaiting } from '@/features/journal/waiting-queries'
import { unsavedDraft } from './day-draft'
import { EntryLine } from './entry-line'
import { MoodLinks } from './mood-links'
import { Texted } from './texted'

type Props = {
  day: string
  entry: JournalEntryView | null
  texts?: string[]
  /** The texts are of this day. */
  areOfDay: boolean
}

/** The day's entry, with a waiting save applied; or its draft; or a link to begin it. */
export function Writing({ day, entry, texts, areOfDay }: Props) {
  const [, setPutAt] = useState<number>()
  const entries = withWaiting(entry ? [entry] : [], useWaitingOfJournal())
  const saved = entries.findLast(({ entryDate }) => entryDate === day) ?? null
  const draft = unsavedDraft(useUser().id, day, saved)
  const form = saved?.id ? formOf(saved) : '/journal/new'
  return (
    <>
      {saved && !draft ? (
        <EntryLine entry={saved} href={readingOf(day)} />
      ) : draft ? (
        <EntryLine entry={draft} />
      ) : (
        <MoodLinks />
      )}
      {saved?.waiting && <WaitingToSend savedAt={saved.waiting.savedAt} />}
      {(draft || !saved) && (
        <AppLink href={form} className={buttonStyle('primary')}>
          <PencilIcon />
          {draft ? 'Continue your draft' : 'Write'}
        </AppLink>
      )}
      {texts && (
        <Texted
          key={texts.length}
          texts={texts}
          areOfDay={areOfDay}
          entry={draft ?? saved ?? {}}
          // The draft is read again then.
          onPut={() => setPutAt(Date.now())}
        />
      )}
    </>
  )
}
