import { expect, test } from 'vitest'
import { diarium } from './diarium'
import { diariumFilePerEntry, diariumFiles } from './fixtures/diarium'
import { found, single, zip } from './fixtures/uploads'

test('an entry of Diarium keeps its time, its stars as a mood, and people and trackers as lines', async () => {
  const { entries, skipped } = await found(diarium, zip(diariumFiles))
  const [name = ''] = Object.keys(diariumFiles)
  expect(entries).toEqual([
    {
      where: `${name}, entry 1`,
      date: '2024-02-28',
      time: '22:10',
      mood: 'happy',
      texts: {
        overallReflection:
          'At home\n\nWords & more\n\n- one\n\nTags: family\nPeople: Mia\nTracker: Steps: 3.500',
      },
    },
    { where: `${name}, entry 2`, date: '2024-02-29', time: '00:01', texts: { overallReflection: 'Leap' } },
  ])
  expect(skipped).toEqual([
    { where: `${name}, entry 3`, reason: 'It has no date that can be read.' },
    { where: 'Moods', reason: 'Read as the nearest of five moods: “4 of 5 stars” is Happy' },
    { where: 'All entries', reason: 'Places without a name are not kept (1)' },
    { where: 'All entries', reason: 'Weather reports are not kept (1)' },
    { where: 'All entries', reason: 'Entries without words are not kept (1)' },
  ])
})

test('every file of an export with a file for each entry is read, except damaged ones', async () => {
  const { entries, skipped } = await found(diarium, zip(diariumFilePerEntry))
  expect(entries).toHaveLength(12)
  expect(entries.at(11)).toEqual({
    where: '2024-03-12_221005488.json',
    date: '2024-03-12',
    time: '22:10',
    texts: { overallReflection: 'Words of 2024-03-12\n\nTags: sea' },
  })
  expect(skipped).toEqual([
    { where: '2024-03-13_221005488.json', reason: 'The file is damaged: its JSON cannot be read.' },
  ])
})

test('one file that looks like an entry does not make a ZIP of notes an export of Diarium', async () => {
  const clip = (more: object) =>
    JSON.stringify({ date: '2024-01-03T10:00:00', html: '<p>A page</p>', ...more })
  const notes = { '2024-01-01.md': 'One', '2024-01-02.md': 'Two', 'data.json': '{"a":1}' }
  expect(await diarium.recognises(zip({ ...notes, 'clip.json': clip({ url: 'https://example.org' }) }))).toBe(
    false,
  )
  expect(await diarium.recognises(zip({ ...notes, 'clip.json': clip({ tags: ['web'] }) }))).toBe(false)
  expect(await diarium.recognises(zip({ 'clip.json': clip({ text: 'A note' }) }))).toBe(false)
  expect(await diarium.recognises(zip({ 'entry.json': clip({ heading: 'a {b}', rating: 1 }) }))).toBe(true)
})

test('one of these files can be imported alone, and may begin with a byte order mark', async () => {
  const upload = single('json', `\ufeff${Object.values(diariumFilePerEntry)[0]}`)
  expect(await diarium.recognises(upload)).toBe(true)
  const { entries } = await found(diarium, upload)
  expect(entries).toMatchObject([{ date: '2024-03-01' }])
})
