import { growingText, type GrowingText } from '../joined-text'
import { entryRecord, type EntryRow, type EntryValues, gratitudeFields, type JournalTextField } from './entry'

const { fields, texts: names, textField, separatorOf, values, withTexts } = entryRecord

/** Whether any text of `entry` has all lines of `words`. */
export const hasText = (entry: EntryRow, words: string): boolean =>
  names.some((name) => growingText(entry[name] ?? '', separatorOf(name)).holds(words))

/** Keeps every existing text and appends the new one; a mood that was chosen is kept too, and goals are added. */
export function filledIn(current: EntryRow, added: EntryRow): EntryValues {
  const filling = fillingIn(current)
  filling.add(added)
  return filling.entry()
}

/**
 * Fills `current` in with one entry after another. `fit` cuts a text to its limit: as much of a new text is appended as fits,
 * and the existing text is never cut.
 */
export function fillingIn(current: EntryRow, fit = (text: string, _limit: number) => text) {
  let filled = values(current)
  const texts = new Map(
    names.map((name) => {
      const fitting = (text: string) => fit(text, textField(name).limit)
      return [name, growingText(filled[name], separatorOf(name), fitting)]
    }),
  )
  const textOf = (name: JournalTextField) => texts.get(name) as GrowingText

  /** A text for a slot goes into one that is free, unless any has it. */
  function placeFor(name: JournalTextField, added: string): GrowingText | undefined {
    if (!textField(name).isSlot) return textOf(name).holds(added) ? undefined : textOf(name)
    if (gratitudeFields.some((slot) => textOf(slot).holds(added))) return undefined
    const free = [name, ...gratitudeFields].find((slot) => !textOf(slot).text().trim())
    return textOf(free ?? name)
  }

  return {
    /** Returns the fields that had no room for all of their new text. */
    add(row: EntryRow): JournalTextField[] {
      const added = values(row)
      const goalIds = [...new Set([...filled.goalIds, ...added.goalIds])].slice(0, fields.goalIds.most).sort()
      filled = { ...filled, mood: filled.mood || added.mood, goalIds }
      return names.filter((name) => {
        const text = textField(name).isSlot ? added[name].trim() : added[name]
        const place = placeFor(name, text)
        return place && !place.append(text)
      })
    },
    entry: (): EntryValues => withTexts(filled, (name) => textOf(name).text()),
  }
}
