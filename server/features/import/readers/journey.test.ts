import { describe, expect, test } from 'vitest'
import { newerJourneyFiles, olderJourneyFiles } from './fixtures/journey'
import { found, zip } from './fixtures/uploads'
import { journey } from './journey'

describe('Journey', () => {
  test('older exports are read: HTML and plain text, on the day where the user was', async () => {
    const { entries } = await found(journey, zip(olderJourneyFiles))
    expect(entries).toEqual([
      {
        where: '1571425138176-lflfuesv9vkzmsu6.json',
        date: '2019-10-18',
        time: '09:07:39',
        mood: 'happy',
        texts: {
          overallReflection: [
            'Rode my new bike!',
            'I like it: look (https://bikes.example)',
            '- red\n- fast',
            'Tags: bike, new\nPlace: London road, Croydon\nActivity: Biking',
          ].join('\n\n'),
        },
      },
      {
        where: '1544436610212-3fec101f663efd4f.json',
        date: '2018-12-10',
        time: '23:40:00',
        mood: 'very-sad',
        texts: { overallReflection: 'First line <3\nSecond line' },
      },
      {
        where: '1544436610213-3fec101f663efd50.json',
        date: '2018-12-11',
        time: '00:10:00',
        texts: { overallReflection: 'No zone' },
      },
    ])
  })

  test('what is damaged or not kept is told', async () => {
    const { skipped } = await found(journey, zip(olderJourneyFiles))
    expect(skipped).toEqual([
      { where: '1544436610215-broken.json', reason: 'It is damaged: it is not valid JSON.' },
      { where: '1544436610216-other.json', reason: 'It is not an entry of Journey.' },
      { where: 'All entries', reason: 'Photos and other media are not kept (3)' },
      { where: 'All entries', reason: 'Weather reports are not kept (1)' },
      { where: 'All entries', reason: 'Entries without words are not kept (1)' },
    ])
  })

  test('newer exports are read', async () => {
    const { entries, skipped } = await found(journey, zip(newerJourneyFiles))
    expect(entries).toMatchObject([
      {
        date: '2025-03-23',
        time: '08:23:07',
        mood: 'very-happy',
        texts: { overallReflection: 'うまく印刷できてる。\n\nサポーターがね。\n\nActivity: Walking' },
      },
      {
        date: '2025-03-30',
        time: '00:59:00',
        mood: 'neutral',
        texts: { overallReflection: '# Hello\n\n*Night* of the clock change' },
      },
    ])
    expect(skipped.map(({ reason }) => reason)).toContain(
      'It is encrypted. Export it from Journey without encryption.',
    )
  })

  test('HTML that is nested without end does no harm', async () => {
    const entry = { date_journal: 1571386059000, type: 'html', text: `Words${'<div>'.repeat(100_000)}deep` }
    const { entries } = await found(journey, zip({ '1.json': JSON.stringify(entry) }))
    expect(entries.at(0)?.texts.overallReflection).toMatch(/^Words/)
  })

  test('a long image is no long text, and what is nested too deep keeps its paragraphs', async () => {
    const image = `<p>One</p><p>Two</p><img src="data:image/png;base64,${'A'.repeat(400_000)}">`
    const deep = `${'<div>'.repeat(40)}<p>One</p><p>Two <b>bold</b></p>`
    const files = [image, deep].map((text, i) => [
      `${i}.json`,
      JSON.stringify({ date_journal: 1571386059000, type: 'html', text }),
    ])
    const { entries } = await found(journey, zip(Object.fromEntries(files)))
    expect(entries.map(({ texts }) => texts.overallReflection)).toEqual(['One\n\nTwo', 'One\n\nTwo  bold'])
  })
})
