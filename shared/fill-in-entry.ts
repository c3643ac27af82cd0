import { defaultMood, journalTextFields, type JournalTextField } from './journal-fields'
import type { JournalEntryInput } from './journal-input'

const slots = ['gratitude1', 'gratitude2', 'gratitude3'] as const

/** Keeps every existing text and appends the new one; a mood that was chosen is kept too. */
export function filledIn(current: JournalEntryInput, wanted: JournalEntryInput): JournalEntryInput {
  const filled = { entryDate: current.entryDate, mood: current.mood } as JournalEntryInput
  if (current.mood === defaultMood) filled.mood = wanted.mood
  for (const field of journalTextFields) filled[field] = current[field]

  const others = journalTextFields.filter((field) => !isSlot(field))
  for (const field of others)
    if (!holds(current[field], wanted[field], /\n/))
      filled[field] = joined(current[field], wanted[field], '\n\n')

  for (const slot of slots) {
    const text = wanted[slot].trim()
    if (slots.some((slot) => holds(filled[slot], text, slash))) continue
    const free = [slot, ...slots].find((place) => !filled[place].trim())
    filled[free ?? slot] = joined(filled[free ?? slot], text, ' / ')
  }
  return filled
}

/** Also where spaces at the end of a text were trimmed: `tea / ` and `tea /` are the same. */
const slash = /(?:^|\s)\/(?=\s|$)/

const isSlot = (field: JournalTextField) => (slots as readonly JournalTextField[]).includes(field)

/** Whether `added` stands in `text` as whole parts between separators: "Tea" is not in "Teacher". */
function holds(text: string, added: string, separator: RegExp): boolean {
  const parts = (whole: string) => {
    const trimmed = whole.split(separator).map((part) => part.trim())
    return `\0${trimmed.join('\0')}\0`
  }
  return !added.trim() || parts(text).includes(parts(added.trim()))
}

const joined = (before: string, added: string, separator: string) =>
  before.trim() ? before + separator + added : added
