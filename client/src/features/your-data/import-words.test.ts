import { expect, test } from 'vitest'
import type { ImportReport } from '@shared/import'
import { changesOf, contentsOf, overlapOf, skippedTitle, undoneInWords } from './import-words'
import { sizeText } from './size-text'

const report = (given: Partial<ImportReport> = {}): ImportReport => ({
  source: 'Lisa',
  entries: { new: 0, filledIn: 0, unchanged: 0 },
  goals: { new: 0, unchanged: 0 },
  from: null,
  to: null,
  skipped: [],
  ...given,
})

test('what a file holds counts entries of every kind, and names the years', () => {
  const entries = { new: 1200, filledIn: 14, unchanged: 3 }
  expect(contentsOf(report({ entries, from: '2019-01-01', to: '2026-02-03' }))).toBe(
    '1,217 entries from 2019 to 2026',
  )
  expect(contentsOf(report({ goals: { new: 1, unchanged: 1 } }))).toBe('2 goals')
  expect(contentsOf(report())).toBe('Nothing that can be imported')
})

test('what would change leaves out what is here already', () => {
  expect(changesOf(report({ entries: { new: 0, filledIn: 1, unchanged: 9 } }))).toBe('1 entry')
  expect(
    changesOf(report({ entries: { new: 2, filledIn: 0, unchanged: 0 }, goals: { new: 5, unchanged: 1 } })),
  ).toBe('2 entries and 5 goals')
  expect(changesOf(report({ goals: { new: 0, unchanged: 5 } }))).toBe('')
})

test('days that are here already are told before and after', () => {
  const some = report({ entries: { new: 0, filledIn: 1, unchanged: 2 }, goals: { new: 0, unchanged: 3 } })
  expect(overlapOf(some, false)).toEqual([
    '1 day already has an entry and will be filled in. Nothing in it is erased.',
    '2 days have all of it already.',
    '3 goals are here already.',
  ])
  expect(overlapOf(some, true)[0]).toBe(
    '1 day already had an entry and was filled in. Nothing in it is erased.',
  )
  expect(overlapOf(report(), false)).toEqual([])
})

test('what is left out is counted', () => {
  const thing = { where: 'Line 2', reason: 'It has no date' }
  expect(skippedTitle(report({ skipped: [thing] }))).toBe('Left out or changed (1)')
  expect(skippedTitle(report({ skipped: [thing, thing] }))).toBe('Left out or changed (2)')
})

test.each([
  [1, '1 kB'],
  [640_000, '640 kB'],
  [3_240_000, '3.2 MB'],
  [120_400_000, '120 MB'],
])('%i bytes are %s', (bytes, text) => expect(sizeText(bytes)).toBe(text))

test('what an undo did is one sentence for what changed, and one for what stays', () => {
  const none = { restored: 0, removed: 0, kept: [] }
  expect(undoneInWords({ ...none, removed: 1200, restored: 1 }, true)).toBe(
    '1,200 entries and goals were removed, 1 has its earlier words.',
  )
  expect(undoneInWords({ ...none, restored: 1, kept: ['2026-03-03'] }, false)).toBe(
    '1 day has its earlier words. 1 day was changed since and stays: March 3, 2026.',
  )
  expect(undoneInWords({ ...none, kept: Array(12).fill('2026-03-03') }, false)).toMatch(
    /^12 days were changed .*; and 2 more\.$/,
  )
  expect(undoneInWords({ ...none, keptGoals: 1 }, true)).toBe(
    '1 goal stays, changed since, or used by another entry or goal.',
  )
  expect(undoneInWords(none, false)).toBe('There was nothing left to undo.')
})
