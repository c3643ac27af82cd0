import { useMemo } from 'react'
import { EntriesOfMonth } from './entries-of-month'
import { byMonth } from './months'
import { OlderEntries, type Loading } from './older-entries'
import type { ShownEntry } from './waiting-queries'

type Props = { entries: ShownEntry[]; q: string; loading: Loading; isShown: boolean }

export function EntryList({ entries, q, loading, isShown }: Props) {
  const months = useMemo(() => byMonth(entries), [entries])
  return (
    <div className="flex flex-col gap-4">
      {months.map(([month, entries]) => (
        <EntriesOfMonth key={month} month={month} entries={entries} q={q} />
      ))}
      <OlderEntries loading={loading} isShown={isShown} />
    </div>
  )
}
