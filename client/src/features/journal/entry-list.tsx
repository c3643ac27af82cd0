import { useDeferredValue, useMemo } from 'react'
import type { JournalEntryView } from '@shared/journal'
import { EntriesOfMonth } from './entries-of-month'
import { byMonth } from './months'
import { OlderEntries, type Loading } from './older-entries'

type Props = { pages: JournalEntryView[][]; loading: Loading }

export function EntryList({ pages, loading }: Props) {
  // Entries that arrive while the user scrolls are rendered with low priority, and the next ones are loaded only then.
  const shown = useDeferredValue(pages)
  const months = useMemo(() => byMonth(shown.flat()), [shown])
  return (
    <div className="flex flex-col gap-4">
      {months.map(([month, entries]) => (
        <EntriesOfMonth key={month} month={month} entries={entries} />
      ))}
      <OlderEntries loading={loading} isShown={shown === pages} />
    </div>
  )
}
