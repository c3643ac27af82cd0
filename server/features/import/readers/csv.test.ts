import { describe, expect, test } from 'vitest'
import { csv } from './csv'
import { ambiguousCsv, dayFirstCsv, monthFirstTsv, semicolonCsv } from './fixtures/tables'
import { found, single } from './fixtures/uploads'

const read = (table: string | Buffer) => found(csv, single('csv', table))
const dates = async (table: string) => (await read(table)).entries.map(({ date, time }) => [date, time])

describe('CSV', () => {
  test('columns named like our fields in any spelling fill those, the rest is kept with its name', async () => {
    const { entries, skipped } = await read(semicolonCsv)
    expect(entries).toEqual([
      {
        where: 'line 2',
        date: '2020-04-03',
        time: '22:10',
        mood: 'happy',
        texts: {
          wins: 'Ran; fast',
          wentWell: 'Lunch\nwith Mia',
          dailyEvents: 'Work',
          overallReflection: 'A title\n\nLong words\n\nWeather: Sunny',
        },
      },
      { where: 'line 4', date: '2020-02-29', mood: 'very-happy', texts: { overallReflection: 'Leap' } },
    ])
    expect(skipped).toEqual([
      { where: 'line 5', reason: '“2020-02-30” is no date that can be read. Write it as in 2024-12-31.' },
      { where: 'line 6', reason: 'It has no date.' },
      {
        where: 'Moods',
        reason: 'Read as the nearest of five moods: “4” is Happy, “5” is Very Happy',
      },
      { where: 'All lines', reason: 'Values of “id” are not kept (3)' },
      { where: 'All lines', reason: 'Lines without words or a mood are not kept (1)' },
    ])
  })

  test('the whole column decides on the order of day and month', async () => {
    expect(await dates(dayFirstCsv)).toEqual([
      ['2020-04-03', undefined],
      ['2020-12-25', undefined],
    ])
    expect(await dates(monthFirstTsv)).toEqual([
      ['2020-03-04', '22:30'],
      ['2020-12-25', '09:05'],
    ])
  })

  test('a date that can be read in two ways is refused with its reason', async () => {
    const { entries, skipped } = await read(ambiguousCsv)
    expect(entries.map(({ date }) => date)).toEqual(['2020-05-05', '2020-06-07'])
    expect(skipped).toEqual([
      {
        where: 'line 2',
        reason: '“03/04/2020” can be read as two dates. Write the year first, as in 2024-12-31.',
      },
    ])
  })

  test('an instant is on the day of its offset, one in UTC on that of the user', async () => {
    const table =
      'date,text\n2024-02-28T23:30:00-05:00,New York\n2024-02-28T23:30:00Z,Vienna\n2024-02-28,Day\n'
    expect(await dates(table)).toEqual([
      ['2024-02-28', '23:30'],
      ['2024-02-29', '00:30:00'],
      ['2024-02-28', undefined],
    ])
  })

  test('moods are read by name or by the scale of their column', async () => {
    const moodsOf = async (moods: string[]) => {
      const lines = moods.map((mood, day) => `2024-01-0${day + 1},${mood},x\n`)
      return (await read(`date,mood,text\n${lines.join('')}`)).entries.map(({ mood }) => mood)
    }
    expect(await moodsOf(['Very Sad', 'very-happy', '🙂', 'glücklich'])).toEqual([
      'very-sad',
      'very-happy',
      'happy',
      'happy',
    ])
    expect(await moodsOf(['1', '2', '3', '4', '5'])).toEqual([
      'very-sad',
      'sad',
      'neutral',
      'happy',
      'very-happy',
    ])
    expect(await moodsOf(['1', '10', '5.5', '3/5'])).toEqual(['very-sad', 'very-happy', 'neutral', 'neutral'])
    const { entries } = await read('date,mood,text\n2024-01-01,purple,x\n')
    expect(entries).toMatchObject([{ texts: { overallReflection: 'x\n\nFelt: purple' } }])
    expect(entries.at(0)).not.toHaveProperty('mood')
  })

  test('of several columns with a date, a mood or a title none is lost, and the date of the entry counts', async () => {
    const table =
      'created_at,date,mood,feeling,title,subject,text\n2024-01-09,2024-01-05,happy,nervous about work,One,Two,x\n'
    const { entries, skipped } = await read(table)
    expect(entries).toMatchObject([
      {
        date: '2024-01-05',
        mood: 'happy',
        texts: { overallReflection: 'One\nTwo\n\nx\n\nFeeling: nervous about work' },
      },
    ])
    expect(skipped).toContainEqual({
      where: 'All lines',
      reason: 'Values of “created_at” are not kept (1)',
    })
    expect(await dates('text,created_at\nx,2024-01-09\n')).toEqual([['2024-01-09', undefined]])
  })

  test('columns with the names of object members are columns like others', async () => {
    const { entries } = await read('date,__proto__,constructor,text\n2024-01-01,a,b,c\n')
    expect(entries).toMatchObject([{ texts: { overallReflection: 'c\n\n__proto__: a\nConstructor: b' } }])
    expect({}).not.toHaveProperty('a')
  })

  test('words after a comma that nobody quoted are kept', async () => {
    const { entries } = await read('date,text\n2024-01-01,Hello, world, again\n2024-01-02,Fine,,\n')
    expect(entries.map(({ texts }) => texts.overallReflection)).toEqual(['Hello, world, again', 'Fine'])
  })

  test('empty cells between tabs stay empty', async () => {
    const { entries } = await read('date\twins\tchallenges\ttext\n2024-01-01\t\t\tx\n')
    expect(entries).toMatchObject([{ texts: { overallReflection: 'x' } }])
  })

  test('many lines are read one at a time', async () => {
    const { entries } = await read(`date,text\n${'2024-01-01,words\n'.repeat(10_000)}`)
    expect(entries).toHaveLength(10_000)
    expect(entries.at(-1)?.where).toBe('line 10001')
  })
})
