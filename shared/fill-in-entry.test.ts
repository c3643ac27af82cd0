import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultMood, journalTextFields } from './journal-fields'
import { filledIn } from './fill-in-entry'
import type { JournalEntryInput } from './journal-input'

const blank = Object.fromEntries(journalTextFields.map((field) => [field, '']))
const anEntry = (texts: Partial<JournalEntryInput>) =>
  ({ entryDate: '2026-11-21', mood: defaultMood, ...blank, ...texts }) as JournalEntryInput

test('a fourth gratitude goes beside one of the three; what is there already is not said twice', () => {
  const full = anEntry({ gratitude1: 'sun', gratitude2: 'tea', gratitude3: 'Ben', wins: 'Ran far' })
  const wanted = anEntry({ gratitude1: 'tea', gratitude2: 'rain', wins: 'Ran far' })
  expect(filledIn(full, wanted)).toMatchObject({
    gratitude1: 'sun',
    gratitude2: 'tea / rain',
    gratitude3: 'Ben',
    wins: 'Ran far',
  })
})

test('what is a part of another word or line is no repetition', () => {
  const there = anEntry({
    wins: 'Teacher called\n  Ran far  ',
    gratitude1: 'sunshine / rain',
    gratitude2: 'a',
  })
  const wanted = anEntry({ wins: 'Tea', gratitude1: 'sun', gratitude2: 'rain' })
  const filled = filledIn(there, wanted)
  expect(filled).toMatchObject({
    wins: `${there.wins}\n\nTea`,
    gratitude1: 'sunshine / rain',
    gratitude2: 'a',
    gratitude3: 'sun',
  })
  expect(filledIn(filled, wanted)).toEqual(filled)
  expect(filledIn(filled, anEntry({ wins: 'Ran far' }))).toEqual(filled)
})

test('what was filled in once changes nothing the second time, whatever slashes and lines are in it', () => {
  const text = fc.array(fc.constantFrom('a', 'b', ' ', '/', ' / ', '\n', '\r\n'), { maxLength: 6 })
  const entry = fc
    .record(
      Object.fromEntries(journalTextFields.map((field) => [field, text.map((parts) => parts.join(''))])),
    )
    .map(anEntry)
  const property = fc.property(entry, entry, (current, wanted) => {
    expect(filledIn(current, current)).toEqual(current)
    const filled = filledIn(current, wanted)
    expect(filledIn(filled, wanted)).toEqual(filled)
  })
  fc.assert(property, { seed: 18, numRuns: 2_000 })
})
