import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { choice, day, record, text } from './record'
import { inputOf, replacementOf } from './record-input'
import { viewShapeOf } from './record-view'

const walk = record({
  date: day({ label: 'Date' }),
  weather: choice({ label: 'Weather', values: ['sun', 'rain'], fallback: 'sun', chosenIn: 'weatherChosen' }),
  title: text({ label: 'Title', limit: 20, required: true }),
  words: text({ label: 'Words', question: 'What did you see?', limit: 50 }),
  friend: text({ label: 'Friend', limit: 10, isSlot: true }),
  place: text({ label: 'Place', limit: 10, nullable: true, addedLater: true }),
})
const sea = { date: '2026-11-25', title: 'Sea', words: 'Gulls', place: 'Faro' }

describe('the values of a row', () => {
  test('have each field, and what is missing is empty or its fallback', () => {
    expect(walk.values({ ...sea, place: null })).toEqual({
      ...sea,
      weather: '',
      friend: '',
      place: '',
    })
  })

  test('have no word that nobody chose, and it is stored as the fallback', () => {
    const row = { ...sea, weather: 'sun' as const, weatherChosen: false }
    expect(walk.values(row).weather).toBe('')
    expect(walk.stored(walk.values(row))).toMatchObject({ weather: 'sun', weatherChosen: false })
    const chosen = { ...row, weatherChosen: true }
    expect(walk.stored(walk.values(chosen))).toMatchObject({ weather: 'sun', weatherChosen: true })
    expect(walk.differences(row, chosen)).toEqual(['weather'])
    expect(walk.read(row)).not.toHaveProperty('weather')
    expect(walk.columns).toContain('weatherChosen')
  })

  test('are stored with null where no text is null', () => {
    expect(walk.stored(walk.values())).toMatchObject({ words: '', place: null })
  })

  test('are equal where only null and no text differ', () => {
    expect(walk.isSame({ ...sea, place: '' }, { ...sea, place: null, friend: undefined })).toBe(true)
    expect(walk.differences(sea, { ...sea, weather: 'rain', words: '' })).toEqual(['weather', 'words'])
  })

  test('read from what was stored are those of their kind', () => {
    expect(walk.read({ ...sea, weather: 'hail', words: 3, evil: 'x' })).toEqual({
      date: sea.date,
      title: 'Sea',
      place: 'Faro',
    })
    for (const stored of [null, undefined, 'text', 7, []]) expect(walk.read(stored)).toEqual({})
  })

  test('change by what a change has of them', () => {
    const row = { id: '1', ...sea }
    expect(walk.changed(row, { words: '', weather: undefined })).toEqual({ ...row, words: '' })
  })

  test('change by a word that was chosen, and not by one that nobody chose', () => {
    const row = { ...sea, weather: 'sun' as const, weatherChosen: false }
    expect(walk.values(walk.changed(row, { weather: 'sun' })).weather).toBe('sun')
    const rain = { ...sea, weather: 'rain' as const, weatherChosen: true }
    for (const change of [row, walk.values(row)])
      expect(walk.values(walk.changed(rain, change)).weather).toBe('rain')
  })
})

describe('both of two versions', () => {
  const theirs = { ...sea, words: 'Gulls\nSand', friend: 'Ben', place: '' }
  const mine = { ...sea, words: 'Gulls\nRocks', friend: 'Ana', weather: 'rain' as const }

  test('have the texts of both, and of another field mine', () => {
    expect(walk.both(theirs, mine)).toEqual({
      ...sea,
      words: 'Gulls\nSand\n\nRocks',
      friend: 'Ben / Ana',
      weather: 'rain',
    })
  })

  test('have of a field that mine says nothing of what is saved', () => {
    expect(walk.both({ ...sea, weather: 'rain' }, { ...sea, words: 'Waves' }).weather).toBe('rain')
  })

  test('have the word that somebody chose, whichever has it', () => {
    const unchosen = { ...sea, weather: 'sun' as const, weatherChosen: false }
    expect(walk.both({ ...sea, weather: 'rain' }, unchosen).weather).toBe('rain')
    expect(walk.both(unchosen, { ...sea, weather: 'sun' }).weather).toBe('sun')
  })

  test('have what only one has changed as that one has it', () => {
    expect(walk.both(theirs, mine, sea)).toMatchObject({ place: '', weather: 'rain', title: 'Sea' })
  })
})

describe('two changes of one version', () => {
  const base = walk.values({ ...sea, friend: 'Ida' })

  test('are put together where they are of different fields', () => {
    const saved = { ...base, place: null, weather: 'rain' as const }
    expect(walk.merged(base, saved, { words: 'Gulls and terns' })).toEqual({
      ...base,
      words: 'Gulls and terns',
      place: '',
      weather: 'rain',
    })
  })

  test('are put together where one has chosen the preset word and nobody had before', () => {
    const saved = { ...base, words: 'Terns', weather: 'sun' as const, weatherChosen: false }
    expect(walk.merged(base, saved, { weather: 'sun' })).toEqual({ ...base, words: 'Terns', weather: 'sun' })
    const chosen = { ...saved, weatherChosen: true }
    expect(walk.merged(base, chosen, { weather: 'rain' })).toBeUndefined()
  })

  test('of one field are not, unless they are the same', () => {
    expect(walk.merged(base, { ...base, words: 'Terns' }, { ...base, words: 'Waves' })).toBeUndefined()
    expect(walk.merged(base, { ...base, words: '' }, { ...base, words: 'Waves' })).toBeUndefined()
    expect(walk.merged(base, { ...base, words: 'Waves' }, { ...base, words: 'Waves' })?.words).toBe('Waves')
  })

  test('are not where one has moved it to another day', () => {
    expect(walk.merged(base, { ...base, date: '2026-11-26' }, { words: 'Waves' })).toBeUndefined()
  })
})

describe('what comes in', () => {
  const input = inputOf(walk)

  test('has each field and no other', () => {
    expect(input.parse({ ...sea, id: 'mine', place: '' })).toEqual({
      ...sea,
      weather: undefined,
      friend: '',
      place: null,
    })
    expect(input.parse({ ...sea, weather: 'sun' }).weather).toBe('sun')
    expect(input.parse({ ...sea, weather: '' }).weather).toBeUndefined()
  })

  test.each([
    [{ weather: 'hail' }, 'Weather must be sun or rain'],
    [{ title: ' ' }, 'Title is required'],
    [{ title: '\u200b' }, 'Title must have a character that can be seen'],
    [{ title: 'x'.repeat(21) }, 'Must be at most 20 characters'],
    [{ words: 'x'.repeat(51) }, 'Must be at most 50 characters'],
    [{ date: '2026-02-30' }, 'Date must be in YYYY-MM-DD format'],
  ])('is refused with %j: %s', (change, message) => {
    expect(input.safeParse({ ...sea, ...change }).error?.issues).toMatchObject([{ message }])
  })

  test('leaves a field that a page does not know as it is, where it replaces a row', () => {
    const replacement = replacementOf(walk)
    const { place: _, ...old } = sea
    expect(replacement.parse(old)).toEqual({ ...old, friend: '', place: undefined })
    expect(replacement.parse({ ...old, place: '' })).toMatchObject({ place: null })
    expect(replacement.parse({ ...old, place: 'Faro' })).toMatchObject({ place: 'Faro' })
  })

  test('can be shown again', () => {
    const view = z.strictObject(viewShapeOf(walk))
    const row = walk.stored(walk.values(sea))
    expect(view.parse(row)).toEqual(row)
  })
})
