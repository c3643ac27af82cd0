import { entryRecord, type JournalEntryView } from '@shared/journal'
import { api, isMissing, type ApiError } from '@/lib/api'
import { sendSave } from '@/lib/send-save'
import { requestLimitMs, toldOf } from '@/lib/save-errors'
import type { Sender } from '@/lib/saves'
import { afterSave, refreshJournal } from './journal-queries'
import { conflictOf, type SavedValues } from './journal-values'

const limitMs = requestLimitMs

const bodyOf = (values: SavedValues) => ({ ...values, moodIsChosen: undefined })

async function currentEntry(error: ApiError): Promise<JournalEntryView | undefined> {
  const { current, id } = conflictOf(error)
  return current ?? (id === undefined ? undefined : api('GET /api/journal-entries/:id', { id, limitMs }))
}

export const entrySender: Sender<SavedValues, JournalEntryView> = {
  kind: 'journal',
  send: (save) =>
    sendSave(save, {
      create: (values, idempotencyKey) =>
        api('POST /api/journal-entries', { body: bodyOf(values), idempotencyKey, limitMs }),
      update: ({ id, updatedAt }, values) =>
        api('PUT /api/journal-entries/:id', { id, body: { ...bodyOf(values), updatedAt }, limitMs }),
      current: currentEntry,
      isSame: entryRecord.isSame,
    }),
  refresh: (client, row) => (row ? afterSave(client, row) : refreshJournal(client)),
  created: toldOf('Journal entry saved successfully', 'Failed to save journal entry'),
  updated: toldOf('Journal entry updated successfully', 'Failed to update journal entry'),
  draft: ({ subject, values: { moodIsChosen, ...values }, loaded }, error) => ({
    subject,
    values: moodIsChosen ? values : { ...values, mood: undefined },
    base: isMissing(error) ? undefined : loaded?.updatedAt,
  }),
}
