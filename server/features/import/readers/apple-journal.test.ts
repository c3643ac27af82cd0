import { expect, test } from 'vitest'
import { appleJournal } from './apple-journal'
import { appleJournalFiles, headers, misnestedPage } from './fixtures/apple-journal'
import { found, zip } from './fixtures/uploads'

test('an entry of Apple Journal has the day of its header, its title first, and what is attached behind it', async () => {
  const { entries, skipped } = await found(appleJournal, zip(appleJournalFiles))
  expect(entries).toEqual([
    {
      where: 'AppleJournalEntries/Entries/2024-11-02_At_the_lake.html',
      date: '2024-11-03',
      mood: 'happy',
      texts: {
        overallReflection: [
          'At the lake\n\nWe swam & rowed.\n\nThen it rained.',
          [
            'Prompt: How was your day?',
            'State of mind: Slightly Pleasant, Family, Health',
            'Place: Old Town',
            'Activity: Walking, 2.5 km',
            'People: Mia',
            'Link: The lake, https://example.org/lake',
          ].join('\n'),
        ].join('\n\n'),
      },
    },
    {
      where: 'AppleJournalEntries/Entries/2024-11-03_(1).html',
      date: '2024-11-03',
      texts: { overallReflection: '夜。' },
    },
    {
      where: 'AppleJournalEntries/Entries/2024-11-05.html',
      date: '2024-11-05',
      texts: { overallReflection: 'By its name' },
    },
  ])
  expect(skipped).toEqual([
    { where: 'AppleJournalEntries/Entries/Undated.html', reason: 'It has no date that can be read.' },
    { where: 'Moods', reason: 'Read as the nearest of five moods: “Slightly Pleasant” is Happy' },
    { where: 'All entries', reason: 'Entries without words are not kept (1)' },
    { where: 'AppleJournalEntries/Resources/', reason: 'Places and times of photos are not kept (1)' },
  ])
})

test.each(headers)('the day of %s is read, whatever the name of the file', async (header) => {
  const page = `<div class="pageHeader">${header}</div><p>Words</p>`
  const { entries } = await found(appleJournal, zip({ 'Entries/2020-01-01.html': page }))
  expect(entries).toMatchObject([{ date: '2024-11-03', texts: { overallReflection: 'Words' } }])
})

test('a title outside of its element is the first line', async () => {
  const { entries } = await found(appleJournal, zip({ 'Entries/1.html': misnestedPage }))
  expect(entries).toMatchObject([
    { date: '2024-09-14', texts: { overallReflection: 'A long day\n\nFifteen hours.' } },
  ])
})

const reflectionWith = async (...items: string[]) => {
  const page = `<div class="pageHeader">Sunday, November 3, 2024</div><div class="assetGrid">${items.join('')}</div><div class="title">Words</div>`
  const { entries } = await found(appleJournal, zip({ 'Entries/1.html': page }))
  return entries[0]?.texts.overallReflection
}

test('an attachment may have its words only in a label', async () => {
  const texts = await reflectionWith(
    '<div class="gridItem assetType_motionActivity"><span class="activityType">Running</span><span aria-label="5 km, Outdoors"></span></div>',
    '<div class="gridItem assetType_genericMap"><span aria-label="" title="London"></span></div>',
    '<div class="gridItem assetType_contact" aria-label="Mia"><div>Mia</div></div>',
  )
  expect(texts).toBe('Words\n\nActivity: Running, 5 km, Outdoors\nPlace: London\nPeople: Mia')
})

test('the length of a video or a recording is left out, but the name of a recording is kept', async () => {
  const texts = await reflectionWith(
    '<div class="gridItem assetType_video "><video></video><div>0:15</div></div>',
    '<div class="gridItem assetType_audio"><div class="audioAssetHeader">Call with Mum, 12:30</div><div>1:02:03</div></div>',
  )
  expect(texts).toBe('Words\n\nAudio: Call with Mum, 12:30')
})
