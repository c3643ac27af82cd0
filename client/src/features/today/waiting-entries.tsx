import type { JournalEntryInput } from '@shared/journal'
import { WaitingToSend } from '@/components/waiting-to-send'
import { today } from '@/lib/days'
import { dayInText } from '@/lib/moment'
import { useWaiting } from '@/lib/use-waiting'
import { EntryLine } from './entry-line'

/** Entries that wait to be sent, without that of the day `except`, which is shown elsewhere. */
export function WaitingEntries({ except }: { except?: string }) {
  const saves = useWaiting<JournalEntryInput>('journal')
  const newest = saves.filter(
    ({ subject }, i) => subject !== except && saves.findIndex((save) => save.subject === subject) === i,
  )
  return newest.map(({ id, subject: day, values, loaded, savedAt }) => (
    <section key={id} className="border-t border-line pt-3">
      {day !== today() && <h3 className="text-sm text-muted">{dayInText(day)}</h3>}
      <EntryLine entry={values} href={loaded ? `/journal/edit/${loaded.id}` : `/journal/new?date=${day}`} />
      <WaitingToSend savedAt={savedAt} />
    </section>
  ))
}
