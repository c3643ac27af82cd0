import { useMemo } from 'react'
import { EntriesOfMonth } from './entries-of-month'
import type { View } from './journal-view'
import { byMonth } from './months'
import { OlderEntries, type Loading } from './older-entries'
import type { ShownEntry } from './waiting-queries'

type Props = { entries: ShownEntry[]; q: string; view: View; loading: Loading; isShown: boolean }

export function EntryList({ entries, q, view, loading, isShown }: Props) {
  const months = useMemo(() => byMonth(entries), [entries])
  return (
    <div className="flex flex-col gap-4">
      {months.map(([month, entries]) => (
        <EntriesOfMonth key={`${month} ${view}`} month={month} entries={entries} q={q} view={view} />
      ))}
      <OlderEntries loading={loading} isShown={isShown} />
    </div>
  )
}
