import fc from 'fast-check'
import { expect, test } from 'vitest'
import { entryRecord, type EntryRow, filledIn, fillingIn } from '.'

const anEntry = (texts: EntryRow) => entryRecord.values({ entryDate: '2026-11-21', ...texts })

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

const text = fc.array(fc.constantFrom('a', 'b', ' ', '/', ' / ', '\n', '\r\n'), { maxLength: 6 })
const entry = fc
  .record(Object.fromEntries(entryRecord.texts.map((field) => [field, text.map((parts) => parts.join(''))])))
  .map(anEntry)

test('what was filled in once changes nothing the second time, whatever slashes and lines are in it', () => {
  const property = fc.property(entry, entry, (current, wanted) => {
    expect(filledIn(current, current)).toEqual(current)
    const filled = filledIn(current, wanted)
    expect(filledIn(filled, wanted)).toEqual(filled)
  })
  fc.assert(property, { seed: 18, numRuns: 300 })
})

test('one after another gives what each by itself does, as far as there is room', () => {
  // No text by itself is longer than there is room.
  const room = fc.integer({ min: 18, max: 50 })
  const property = fc.property(entry, fc.array(entry, { maxLength: 5 }), room, (current, wanted, most) => {
    const filling = fillingIn(current)
    for (const each of wanted) expect(filling.add(each)).toEqual([])
    expect(filling.entry()).toEqual(wanted.reduce(filledIn, current))

    const fit = (whole: string) => whole.slice(0, most)
    const small = fillingIn(current, fit)
    for (const each of wanted) {
      const before = small.entry()
      const cut = small.add(each)
      const after = small.entry()
      for (const field of entryRecord.texts) {
        if (before[field].trim()) expect(after[field].startsWith(before[field])).toBe(true)
        expect(after[field].length).toBeLessThanOrEqual(Math.max(most, before[field].length))
      }
      if (!cut.length) expect(after).toEqual(filledIn(before, each))
      small.add(each)
      expect(small.entry()).toEqual(after)
    }
  })
  fc.assert(property, { seed: 31, numRuns: 300 })
})
