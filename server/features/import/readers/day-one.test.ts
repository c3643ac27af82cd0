import { describe, expect, test } from 'vitest'
import { dayOne } from './day-one'
import { dayOneEntries, dayOneFiles } from './fixtures/day-one'
import { found, single, zip } from './fixtures/uploads'

const read = () => found(dayOne, zip(dayOneFiles))
const textOn = async (date: string) =>
  (await read()).entries.filter((entry) => entry.date === date).map((entry) => entry.texts.overallReflection)

describe('Day One', () => {
  test('the day and time are those where the user was', async () => {
    const { entries } = await read()
    expect(entries.map(({ date, time }) => [date, time])).toEqual([
      ['2021-03-04', '00:30:00'],
      ['2024-10-27', '02:30:00'],
      ['2024-10-27', '02:30:00'],
      ['2024-03-01', '00:30:00'],
      // An entry without a zone is on the user's day, 13:00 in Vienna; one for the whole day has no time.
      ['2024-02-29', '13:00:00'],
      ['2024-05-01', undefined],
      ['2024-05-03', '12:00:00'],
      ['2024-05-04', '12:00:00'],
      ['2024-05-01', '08:00:00'],
    ])
  })

  test('words lose the marks of Day One and keep the rest, tags and places included', async () => {
    const [text] = await textOn('2021-03-04')
    expect(text).toBe(
      [
        'All packed up finally .. ',
        '',
        'Cairns here we come! See the plan - and [the reef](https://reef.example/a_b).',
        'Night',
        '',
        'Tags: travel, family',
        'Place: Wanniassa, ACT, Australia',
        'Activity: Walking',
        'Journal: Journal',
      ].join('\n'),
    )
  })

  test('rich text is read where there is no other', async () => {
    expect(await textOn('2024-05-03')).toEqual(['Only rich\n\nJournal: Journal'])
  })

  test('headings named like our fields fill those, and code keeps its backslashes', async () => {
    const { entries } = await read()
    expect(entries.find((entry) => entry.date === '2024-05-04')?.texts).toEqual({
      overallReflection: 'Morning\n\nJournal: Journal',
      gratitude1: '- not a list',
      wentWell: '`a` * b\n\n```\n\\.\n```',
    })
  })

  test('headings count on lines that end as on Windows too', async () => {
    const text = '## Wins\r\nRan\r\n\r\n## Challenges\r\nRain'
    const entries = [{ creationDate: '2024-02-29T10:00:00Z', text }]
    const upload = single('json', JSON.stringify({ metadata: { version: '1.0' }, entries }))
    expect((await found(dayOne, upload)).entries.map(({ texts }) => texts)).toEqual([
      { wins: 'Ran', challenges: 'Rain' },
    ])
  })

  test('what is not kept is told once for each journal', async () => {
    const { skipped } = await read()
    expect(skipped).toEqual([
      { where: 'Journal.json, entry 8', reason: 'It has no date that can be read.' },
      ...[
        'Photos are not kept (1)',
        'Drawings are not kept (1)',
        'Recordings are not kept (1)',
        'Weather reports are not kept (1)',
        'Stars are not kept (1)',
        'Videos are not kept (1)',
        'Entries without words are not kept (1)',
      ].map((reason) => ({ where: 'Journal.json', reason })),
    ])
  })

  test('a single journal comes without its name, also as bare JSON', async () => {
    const upload = single('json', dayOneFiles['Travel.json'] ?? '', 'Travel.json')
    expect(await dayOne.recognises(upload)).toBe(true)
    expect((await found(dayOne, upload)).entries).toMatchObject([
      { date: '2024-05-01', texts: { overallReflection: 'On the road' } },
    ])
  })

  test('what a damaged file holds before the damage is kept', async () => {
    const whole = JSON.stringify({ metadata: { version: '1.0' }, entries: dayOneEntries })
    const { entries, skipped } = await found(
      dayOne,
      single('json', whole.replace('"First half', '}"First half')),
    )
    expect(entries).toHaveLength(1)
    expect(skipped.at(0)?.reason).toMatch(/damaged.*What follows entry 1 is left out/)
  })

  test('keys that could change prototypes are read over', async () => {
    const text = `{"metadata":{"version":"1.0"},"entries":[{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},
      "creationDate":"2024-05-01T12:00:00Z","timeZone":"UTC","text":"Fine"}]}`
    const { entries } = await found(dayOne, single('json', text))
    expect(entries).toMatchObject([{ texts: { overallReflection: 'Fine' } }])
    expect({}).not.toHaveProperty('polluted')
  })

  test('our own export for Day One comes back with its fields and mood', async () => {
    const text =
      'Lunch\\_x\n\n## Gratitude\n- Sun\n- Rain\u2028again\n\n## Overall Reflection\n\\# Not a heading'
    const entry = {
      creationDevice: 'Lisa',
      creationDate: '2026-11-21T12:00:00Z',
      timeZone: 'UTC',
      isAllDay: true,
    }
    const ours = JSON.stringify({
      metadata: { version: '1.0' },
      entries: [{ ...entry, tags: ['Mood: Very Happy'], text }],
    })
    const texts = {
      dailyEvents: 'Lunch_x',
      gratitude1: 'Sun',
      gratitude2: 'Rain\u2028again',
      overallReflection: '# Not a heading',
    }
    expect((await found(dayOne, single('json', ours))).entries).toMatchObject([
      { date: '2026-11-21', mood: 'very-happy', texts },
    ])
  })
})
