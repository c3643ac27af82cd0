import { describe, expect, test } from 'vitest'
import type { JournalEntryView } from '@shared/journal'
import { anEntry } from '@/test/entries'
import { bothOf, formReducer, startOf, valuesOf } from './journal-values'

const day = '2026-11-21'
const draft = (values: object, base?: string) => ({
  values: { ...valuesOf(day, null), ...values },
  savedAt: 1,
  base,
})

describe('what a form begins with', () => {
  test('an empty day: empty texts and a neutral mood', () => {
    const { values, state } = startOf(day, null, undefined)
    expect(values).toMatchObject({ entryDate: day, mood: 'neutral', wins: '', overallReflection: '' })
    expect(state.base).toBeUndefined()
  })

  test('a saved entry; a mood or a text that it lacks is neutral or empty', () => {
    const entry = {
      ...anEntry({ wins: 'ran' }),
      mood: '',
      challenges: undefined,
    } as unknown as JournalEntryView
    const start = startOf(day, entry, undefined)
    expect(start).toMatchObject({
      values: { wins: 'ran', mood: 'neutral', challenges: '' },
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
    expect(startOf(day, null, { values, savedAt: 1 })).toEqual({
      values: valuesOf(day, null),
      moodIsChosen: false,
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
    expect(kept()).toMatchObject({ values: { mood: 'sad' }, moodIsChosen: false })
    expect(kept('happy')).toMatchObject({ values: { mood: 'happy' }, moodIsChosen: true })
  })
})

describe('the state of a form', () => {
  const base = anEntry({ wins: 'ran' })
  const found = anEntry({ wins: 'swam' })
  const typed = draft({ wins: 'ran far' }, base.updatedAt)

  test('an entry found when saving is a conflict, and nothing else changes', () => {
    expect(formReducer({ base, draft: typed }, { type: 'conflict found', entry: found })).toEqual({
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
    expect(formReducer(state, { type: 'saved shown', entry })).toEqual(expected)
  })
})

describe('both versions in one', () => {
  const saved = valuesOf(
    day,
    anEntry({ mood: 'sad', wins: 'saved', wentWell: 'same', gratitude1: 'sun', challenges: 'only saved' }),
  )
  const mine = valuesOf(
    day,
    anEntry({
      mood: 'happy',
      wins: 'mine',
      wentWell: 'same',
      gratitude1: 'rain',
      relationships: 'only mine',
    }),
  )

  test('lose no word of either', () => {
    expect(bothOf(saved, mine, { moodIsChosen: false })).toMatchObject({
      wins: 'saved\n\nmine',
      wentWell: 'same',
      gratitude1: 'sun / rain',
      challenges: 'only saved',
      relationships: 'only mine',
    })
  })

  test('take a text that only one version changed from that version, if their common base is known', () => {
    const base = anEntry({ ...mine, wins: 'mine', relationships: '', challenges: 'cleared elsewhere' })
    const theirs = { ...saved, challenges: '', relationships: 'theirs' }
    const ours = { ...mine, challenges: 'cleared elsewhere', relationships: 'ours' }
    expect(bothOf(theirs, ours, { moodIsChosen: false, base })).toMatchObject({
      wins: 'saved',
      challenges: '',
      relationships: 'theirs\n\nours',
    })
    const version = { id: base.id, updatedAt: base.updatedAt }
    expect(bothOf(theirs, ours, { moodIsChosen: false, base: version }).challenges).toBe('cleared elsewhere')
  })

  test('have the saved mood, unless one was chosen in the form', () => {
    expect(bothOf(saved, mine, { moodIsChosen: false }).mood).toBe('sad')
    expect(bothOf(saved, mine, { moodIsChosen: true }).mood).toBe('happy')
  })
})
