import { describe, expect, test } from 'vitest'
import { journivFirst, journivNewest, journivSecond } from './fixtures/journiv'
import { found, single, zip } from './fixtures/uploads'
import { journiv } from './journiv'

describe('Journiv', () => {
  test('exports of version 1.0 are read', async () => {
    const { entries, skipped } = await found(journiv, zip(journivFirst))
    expect(entries).toEqual([
      {
        where: 'data.json, entry 1',
        date: '2025-12-31',
        time: '23:30:00',
        mood: 'happy',
        texts: {
          overallReflection:
            'A fine day\n\nSun.\n\nNote: new year\nTags: running\nPlace: Vienna\nPrompt: What made you smile?\nJournal: Diary',
          wins: 'Ran 5 km',
        },
      },
      {
        where: 'data.json, entry 2',
        date: '2025-12-30',
        time: '10:00:00',
        texts: { overallReflection: 'Old HTML\n\nMood: Wistful\nJournal: Diary' },
      },
      {
        where: 'data.json, entry 3',
        date: '2025-12-29',
        texts: { overallReflection: 'Away\n\nJournal: Travel' },
      },
    ])
    expect(skipped).toEqual([
      { where: 'Moods', reason: 'Read as the nearest of five moods: “Excited” is Happy' },
      {
        where: 'Moods',
        reason: 'Kept as words, since none of the five is clearly meant: “Wistful”',
      },
      { where: 'data.json', reason: 'Weather reports are not kept (1)' },
      { where: 'data.json', reason: 'Photos and other media are not kept (1)' },
    ])
  })

  test('exports of version 1.2 are read: formatted text, moods by their score, moments of their own', async () => {
    const { entries, skipped } = await found(journiv, zip(journivSecond))
    expect(entries).toEqual([
      {
        where: 'data.json, entry 1',
        date: '2026-02-01',
        time: '09:00:00',
        mood: 'very-happy',
        texts: {
          overallReflection: [
            'The lake\nWe reached it just before sunset, see the map (https://maps.example).\n- Thermos\n- [x] Blanket',
            'Feelings: Calm\nActivities: Hiking',
          ].join('\n\n'),
        },
      },
      {
        where: 'data.json, entry 2',
        date: '2026-02-03',
        time: '00:30:00',
        mood: 'sad',
        texts: { overallReflection: 'Note: Long day' },
      },
    ])
    expect(skipped).toContainEqual({
      where: 'data.json, entry 3',
      reason: 'It has no date that can be read.',
    })
    expect(skipped).toContainEqual({
      where: 'data.json',
      reason: 'Entries without words or a mood are not kept (1)',
    })
  })

  test('exports of version 1.5 are read, as bare JSON too', async () => {
    const upload = single('json', journivNewest['data.json'] ?? '', 'data.json')
    expect(await journiv.recognises(upload)).toBe(true)
    const { entries, skipped } = await found(journiv, upload)
    expect(entries).toEqual([
      {
        where: 'data.json, entry 1',
        date: '2026-03-29',
        time: '03:30:00',
        mood: 'neutral',
        texts: {
          overallReflection:
            'By the sea it was windy\n\nTags: sea\nPlace: Pier, Trieste, Italy\nJournal: Travel',
        },
      },
    ])
    expect(skipped).toContainEqual({
      where: 'data.json',
      reason: 'Goals and habits of Journiv are not kept (1)',
    })
  })
})
