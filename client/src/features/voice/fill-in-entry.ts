import type { QueryClient } from '@tanstack/react-query'
import type { JournalEntryInput } from '@shared/journal-input'
import type { JournalEntryView } from '@shared/journal'
import { defaultMood, journalTextFields, type JournalTextField } from '@shared/journal-fields'
import type { Loaded } from '@/features/journal/journal-queries'
import { ApiError } from '@/lib/api'
import { voiceQueries } from './voice-queries'

type Deps = {
  client: QueryClient
  createEntry: (values: JournalEntryInput) => Promise<JournalEntryView>
  updateEntry: (change: { loaded: Loaded; values: JournalEntryInput }) => Promise<JournalEntryView>
}

const tries = 4
const slots = ['gratitude1', 'gratitude2', 'gratitude3'] as const

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

/** Keeps every existing text and appends the new one; a mood that was chosen is kept too. */
export function filledIn(current: JournalEntryInput, wanted: JournalEntryInput): JournalEntryInput {
  const filled = { entryDate: current.entryDate, mood: current.mood } as JournalEntryInput
  if (current.mood === defaultMood) filled.mood = wanted.mood
  for (const field of journalTextFields) filled[field] = current[field]

  const others = journalTextFields.filter((field) => !isSlot(field))
  for (const field of others) filled[field] = joined(current[field], wanted[field], '\n\n')

  const isThere = (text: string) => slots.some((slot) => filled[slot].includes(text))
  for (const slot of slots) {
    const text = wanted[slot].trim()
    if (!text || isThere(text)) continue
    const free = [slot, ...slots].find((place) => !filled[place].trim())
    filled[free ?? slot] = joined(filled[free ?? slot], text, ' / ')
  }
  return filled
}

const isSlot = (field: JournalTextField) => (slots as readonly JournalTextField[]).includes(field)

function joined(before: string, added: string, separator: string): string {
  if (!added.trim() || before.includes(added.trim())) return before
  return before.trim() ? before + separator + added : added
}
