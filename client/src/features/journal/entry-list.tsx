import { useMemo } from 'react'
import { EntriesOfMonth } from './entries-of-month'
import type { Pages } from './journal-queries'
import { byMonth } from './months'
import { OlderEntries, type Loading } from './older-entries'

type Props = { journal: Pages; q: string; loading: Loading; isShown: boolean }

export function EntryList({ journal, q, loading, isShown }: Props) {
  const months = useMemo(() => byMonth(journal.pages.flatMap(({ entries }) => entries)), [journal])
  return (
    <div className="flex flex-col gap-4">
      {months.map(([month, entries]) => (
        <EntriesOfMonth key={month} month={month} entries={entries} q={q} />
      ))}
      <OlderEntries loading={loading} isShown={isShown} />
    </div>
  )
}
