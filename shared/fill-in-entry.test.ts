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
