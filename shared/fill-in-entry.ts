import { defaultMood, journalTextFields, type JournalTextField } from './journal-fields'
import type { JournalEntryInput } from './journal-input'

const slots = ['gratitude1', 'gratitude2', 'gratitude3'] as const

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
