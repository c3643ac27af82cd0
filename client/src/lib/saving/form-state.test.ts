import { describe, expect, test } from 'vitest'
import { entryRecord, type JournalEntryView } from '@shared/journal'
import { anEntry } from '@/test/entries'
import type { Draft } from './drafts'
import { formReducer, startOf as start } from './form-state'

const day = '2026-11-21'
const valuesOf = (entryDate: string, entry: JournalEntryView | null) =>
  entryRecord.values({ entryDate, ...entry })
const startOf = (day: string, row: JournalEntryView | null, draft?: Draft<unknown>) =>
  start({ record: entryRecord, row, initial: { entryDate: day }, fixed: { entryDate: day }, draft })
const draft = (values: object, base?: string) => ({
  values: { ...valuesOf(day, null), ...values },
  savedAt: 1,
  base,
})

describe('what a form begins with', () => {
  test('an empty day: empty texts and no mood', () => {
    const { values, state } = startOf(day, null)
    expect(values).toMatchObject({ entryDate: day, mood: '', wins: '', overallReflection: '' })
    expect(state.base).toBeUndefined()
  })

  test('a saved entry; a mood or a text that it lacks is empty', () => {
    const entry = {
      ...anEntry({ wins: 'ran' }),
      mood: '',
      challenges: undefined,
    } as unknown as JournalEntryView
    const start = startOf(day, entry, undefined)
    expect(start).toMatchObject({
      values: { wins: 'ran', mood: '', challenges: '' },
      state: { base: { id: entry.id } },
    })
  })

  test('a draft goes before what is saved', () => {
    const entry = anEntry({ wins: 'ran' })
    const start = startOf(day, entry, draft({ wins: 'ran far' }, entry.updatedAt))
    expect(start).toMatchObject({
      values: { wins: 'ran far' },
      state: { base: { id: entry.id }, draft: { savedAt: 1 } },
    })
    expect(start.state.conflict).toBeUndefined()
  })

  test('a draft that says the same as what is saved is none', () => {
    const entry = anEntry({ wins: 'ran' })
    expect(startOf(day, entry, { ...draft({}), values: valuesOf(day, entry) }).state).toEqual({ base: entry })
  })

  test.each([
    ['of an empty day that has an entry by now', undefined],
    ['of an entry that has changed since', '2020-01-01T00:00:00.000Z'],
  ])('a draft %s is a conflict', (_, base) => {
    const entry = anEntry({ wins: 'ran' })
    const start = startOf(day, entry, draft({ wins: 'swam' }, base))
    expect(start.values.wins).toBe('swam')
    expect(start.state).toEqual({ draft: draft({ wins: 'swam' }, base), conflict: entry })
  })

  test.each([null, 'text', 7])('a draft of %j is ignored', (values) => {
    expect(startOf(day, null, { values, savedAt: 1 })).toMatchObject({
      values: valuesOf(day, null),
      chosen: [],
      state: {},
    })
  })

  test('of a draft only texts and known moods are taken', () => {
    const { values } = startOf(day, null, {
      values: { wins: 'ran', mood: 'furious', challenges: 3, evil: 'x' },
      savedAt: 1,
    })
    expect(values).toEqual({ ...valuesOf(day, null), wins: 'ran' })
  })

  test('a draft has a mood only if it was chosen; else the saved one stays', () => {
    const entry = anEntry({ mood: 'sad' })
    const kept = (mood?: string) => startOf(day, entry, draft({ wins: 'ran', mood }))
    expect(kept()).toMatchObject({ values: { mood: 'sad' }, chosen: [] })
    expect(kept('happy')).toMatchObject({ values: { mood: 'happy' }, chosen: ['mood'] })
  })
})

describe('the state of a form', () => {
  const base = anEntry({ wins: 'ran' })
  const found = anEntry({ wins: 'swam' })
  const typed = draft({ wins: 'ran far' }, base.updatedAt)

  test('an entry found when saving is a conflict, and nothing else changes', () => {
    expect(formReducer({ base, draft: typed }, { type: 'conflict found', row: found })).toEqual({
      base,
      draft: typed,
      conflict: found,
    })
  })

  test('text that is kept updates the entry it was in conflict with', () => {
    expect(formReducer({ base, draft: typed, conflict: found }, { type: 'text kept' })).toEqual({
      base: found,
      draft: typed,
    })
  })

  test.each([
    ['an entry', found, { base: found }],
    ['a day without an entry', null, {}],
  ])('showing %s as saved ends draft and conflict', (_, entry, expected) => {
    const state = { base, draft: typed, conflict: found }
    expect(formReducer(state, { type: 'saved shown', row: entry })).toEqual(expected)
  })
})
