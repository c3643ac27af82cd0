import type { QueryClient } from '@tanstack/react-query'
import { entryRecord, type EntryValues, filledIn, type JournalEntryView } from '@shared/journal'
import { api, ApiError, messageOf, nullIfMissing } from '@/lib/api/api'
import { entryInPlace } from '@/lib/api/entry-in-place'
import { recordSender } from '@/lib/saving/record-sender'
import { toast } from '@/lib/screen/toast'
import { afterSave, refreshJournal } from './journal-queries'

const noEntryToUpdate = 'No existing entry to update'

/** A mood that nobody chose is left out. */
export const bodyOf = ({ mood, ...texts }: EntryValues) => ({ ...texts, ...(mood && { mood }) })

/** The day has an entry already: reads it. */
async function withItsEntry(error: unknown): Promise<never> {
  const id = entryInPlace(error)
  if (id === undefined) throw error
  const current = await api('GET /api/journal-entries/:id', { id, limitMs: 60_000 })
  throw new ApiError(409, JSON.stringify({ message: messageOf(error), current }))
}

/** Another entry has the date that this one is moved to. */
function besideTheDate(error: unknown): never {
  if (entryInPlace(error) === undefined) throw error
  const message = messageOf(error)
  throw new ApiError(409, JSON.stringify({ message, errors: [{ path: 'entryDate', message }] }))
}

export const entrySender = recordSender<typeof entryRecord.fields, JournalEntryView>({
  kind: 'journal',
  record: entryRecord,
  create: (values, sending) =>
    api('POST /api/journal-entries', { body: bodyOf(values), ...sending }).catch(withItsEntry),
  async update({ id, updatedAt }, values, sending) {
    if (!id) throw new Error(noEntryToUpdate)
    const body = { ...bodyOf(values), updatedAt }
    return api('PUT /api/journal-entries/:id', { id, body, ...sending }).catch(besideTheDate)
  },
  link: 'goalIds',
  async unlinked(values) {
    const goals = await api('GET /api/goals', { limitMs: 60_000 })
    const goalIds = values.goalIds.filter((id) => goals.some((goal) => goal.id === id))
    // None is gone: two devices have chosen more goals than a day can have, and the user has to decide.
    return goalIds.length < values.goalIds.length ? { ...values, goalIds } : undefined
  },
  added: filledIn,
  refresh(client, row, { proposals }) {
    if (row) void dismissSaved(client, proposals)
    return row ? afterSave(client, row) : refreshJournal(client)
  },
  told: ({ base }) =>
    base
      ? {
          done: 'Journal entry updated successfully',
          failed: ({ message }) => (message === noEntryToUpdate ? message : 'Failed to update journal entry'),
        }
      : { done: 'Journal entry saved successfully', failed: 'Failed to save journal entry' },
})

/** Dismisses proposals whose words are saved in the entry: accepting them later would add the original words again. */
async function dismissSaved(client: QueryClient, proposals: string[] = []) {
  for (const id of proposals)
    await nullIfMissing(api('DELETE /api/proposals/:id', { id, limitMs: 60_000 })).catch((error) =>
      toast({
        title: 'Error',
        description: `The entry is saved, but its proposal could not be removed from Home. ${messageOf(error)}`,
        variant: 'destructive',
      }),
    )
  if (proposals.length) void client.invalidateQueries({ queryKey: ['proposals'] })
}
