import type { QueryClient } from '@tanstack/react-query'
import { filledIn, type JournalEntryInput, type JournalEntryView } from '@shared/journal'
import type { Loaded } from '@/lib/pending-saves'
import { ApiError } from '@/lib/api'
import { voiceQueries } from './voice-queries'

type Deps = {
  client: QueryClient
  createEntry: (values: JournalEntryInput) => Promise<JournalEntryView>
  updateEntry: (change: { loaded: Loaded; values: JournalEntryInput }) => Promise<JournalEntryView>
}

const tries = 4

/**
 * Creates a day's entry, or fills in the existing one. If another window saves it in between (409), the entry is read
 * again and filled in.
 */
export async function writeEntry(wanted: JournalEntryInput, { client, createEntry, updateEntry }: Deps) {
  for (let attempt = 1; ; attempt++) {
    const current = await client.fetchQuery({ ...voiceQueries.entry(wanted.entryDate), staleTime: 0 })
    try {
      const entry = current
        ? await updateEntry({ loaded: current, values: filledIn(current, wanted) })
        : await createEntry(wanted)
      return { entry, isNew: !current }
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 409 || attempt === tries) throw error
    }
  }
}
