import { useQueryClient } from '@tanstack/react-query'
import { entryRecord, type EntryField, type JournalEntryView } from '@shared/journal'
import { EarlierVersions } from '@/components/earlier-versions'
import type { FieldText } from '@/components/field-texts'
import { api } from '@/lib/api/api'
import { afterSave, journalQueries } from './journal-queries'

type Props = {
  /** As it is saved now. */
  entry: JournalEntryView
  textsOf: (entry: JournalEntryView, fields: EntryField[]) => FieldText[]
  onBroughtBack: (entry: JournalEntryView) => void
}

export function EntryVersions({ entry, textsOf, onBroughtBack }: Props) {
  const client = useQueryClient()
  const { id } = entry

  function show(row: JournalEntryView) {
    onBroughtBack(row)
    client.setQueryData(journalQueries.entry(id).queryKey, row)
  }

  return (
    <EarlierVersions
      id={id}
      read={() => api('GET /api/journal-entries/:id/versions', { id })}
      textsOf={(earlier) => textsOf(earlier, entryRecord.differences(entry, earlier))}
      afterSave={(row) => afterSave(client, row)}
      onBroughtBack={show}
    />
  )
}
