import { defaultMood, journalTextFields, type JournalTextField } from './journal-fields'
import type { JournalEntryInput } from './journal-input'

const slots = ['gratitude1', 'gratitude2', 'gratitude3'] as const

/** Keeps every existing text and appends the new one; a mood that was chosen is kept too. */
export function filledIn(current: JournalEntryInput, wanted: JournalEntryInput): JournalEntryInput {
  const filling = fillingIn(current)
  filling.add(wanted)
  return filling.entry()
}

/**
 * Fills `current` in with one entry after another, for each of which what is there is looked through once. `fit` shortens a
 * text to what can be kept: of a new text as much is appended as fits, what is there stays whole.
 */
export function fillingIn(current: JournalEntryInput, fit = (text: string) => text) {
  let mood = current.mood
  const texts = Object.fromEntries(
    journalTextFields.map((field) => [
      field,
      growingText(current[field], isSlot(field) ? slash : lines, fit),
    ]),
  ) as Record<JournalTextField, GrowingText>

  function addToSlot(slot: (typeof slots)[number], text: string) {
    if (slots.some((slot) => texts[slot].holds(text))) return undefined
    const place = [slot, ...slots].find((place) => !texts[place].text().trim()) ?? slot
    return texts[place].append(text) ? undefined : place
  }

  return {
    /** Returns the fields that had no room for all of their new text. */
    add(wanted: JournalEntryInput): JournalTextField[] {
      if (mood === defaultMood) mood = wanted.mood
      const cut = journalTextFields.map((field) => {
        if (isSlot(field)) return addToSlot(field, wanted[field].trim())
        return texts[field].holds(wanted[field]) || texts[field].append(wanted[field]) ? undefined : field
      })
      return cut.filter((field) => field !== undefined)
    },
    entry(): JournalEntryInput {
      const filled = Object.fromEntries(journalTextFields.map((field) => [field, texts[field].text()]))
      return { entryDate: current.entryDate, mood, ...(filled as Record<JournalTextField, string>) }
    },
  }
}

const isSlot = (field: JournalTextField): field is (typeof slots)[number] =>
  (slots as readonly JournalTextField[]).includes(field)

type Separator = { between: RegExp; written: string }

const lines: Separator = { between: /\n/, written: '\n\n' }
/** Also where spaces at the end of a text were trimmed: `tea / ` and `tea /` are the same. */
const slash: Separator = { between: /(?:^|\s)\/(?=\s|$)/, written: ' / ' }
const longestSeparator = slash.written.length

type GrowingText = ReturnType<typeof growingText>

function growingText(text: string, { between, written }: Separator, fit: (text: string) => string) {
  const partsOf = (whole: string) => whole.split(between).map((part) => `${part.trim()}\0`)
  // Each part stands between two marks: "Tea" is not in "Teacher".
  let parts = `\0${partsOf(text).join('')}`
  /** Once something had no room, nothing else has. */
  let isFull = false

  return {
    text: () => text,
    /** Whether `added` stands in the text as whole parts. */
    holds: (added: string) => !added.trim() || parts.includes(`\0${partsOf(added.trim()).join('')}`),
    /** Returns whether all of it fits. */
    append(added: string): boolean {
      if (isFull) return false
      const isFirst = !text.trim()
      const longer = isFirst ? added : text + written + added
      const fits = fit(longer)
      isFull = fits !== longer
      if (isFull && fits.length <= text.length + longestSeparator) return false
      parts =
        isFirst || isFull
          ? `\0${partsOf(fits).join('')}`
          : parts +
            partsOf(written + added)
              .slice(1)
              .join('')
      text = fits
      return !isFull
    },
  }
}
