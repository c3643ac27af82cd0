import { WaitingToSend } from '@/components/waiting-to-send'
import {
  entryOf,
  readingOf,
  useWaitingAdditions,
  useWaitingEntries,
} from '@/features/journal/waiting-queries'
import { today } from '@/lib/dates/days'
import { dayInText } from '@/lib/dates/moment'
import { EntryLine } from './entry-line'

/** Entries that wait to be sent, without that of the day `except`, which is shown elsewhere. */
export function WaitingEntries({ except }: { except?: string }) {
  const saves = [...useWaitingEntries(), ...useWaitingAdditions()]
  const others = saves.filter((save) => entryOf(save).entryDate !== except)
  return others.map((save) => {
    const entry = entryOf(save)
    return (
      <section key={save.id} className="flex flex-col gap-2 border-t border-line pt-3">
        {entry.entryDate !== today() && <h3 className="text-sm text-muted">{dayInText(entry.entryDate)}</h3>}
        <EntryLine entry={entry} href={readingOf(entry.entryDate)} />
        <WaitingToSend savedAt={save.savedAt} />
      </section>
    )
  })
}
