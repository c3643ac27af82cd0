import { describe, expect, test } from 'vitest'
import { daylio } from './daylio'
import { daylioBackup, daylioCsv, daylioWithScalesCsv, olderDaylioCsv } from './fixtures/daylio'
import { found, single, zip } from './fixtures/uploads'

const read = (csv: string | Buffer) => found(daylio, single('csv', csv))

describe('Daylio', () => {
  test('several entries a day come in the order of the day, with the average of their moods', async () => {
    const { entries } = await read(daylioCsv)
    expect(entries).toEqual([
      {
        where: 'line 3',
        date: '2022-10-27',
        time: '00:00',
        mood: 'happy',
        texts: {
          overallReflection:
            'Just after midnight.\n\nAm I virtual? & more\n\nMood at 00:00: fatigued\nActivities: some "quote", working remotely',
        },
      },
      {
        where: 'line 2',
        date: '2022-10-27',
        time: '13:49',
        mood: 'happy',
        texts: {
          overallReflection:
            'Cras "pretium"\n\nLorem ipsum, dolor.\n\nMood at 13:49: good\nActivities: chess',
        },
      },
      {
        where: 'line 5',
        date: '2022-10-26',
        time: '07:50',
        mood: 'neutral',
        texts: {
          overallReflection: 'Two\nlines & I <3 them\n\nMood at 07:50: awful\nActivities: podcast, politics',
        },
      },
      {
        where: 'line 4',
        date: '2022-10-26',
        time: '22:00',
        mood: 'neutral',
        texts: { overallReflection: 'Late\n\nMood at 22:00: rad' },
      },
      { where: 'line 7', date: '2022-10-25', time: '09:00', mood: 'neutral', texts: {} },
    ])
  })

  test('how moods were read is told once, and which are kept as words', async () => {
    const { skipped } = await read(daylioCsv)
    expect(skipped).toEqual([
      {
        where: 'Moods',
        reason:
          'Read as the nearest of five moods: “good” is Happy, “rad” is Very Happy, “awful” is Very Sad, “meh” is Neutral',
      },
      {
        where: 'Moods',
        reason: 'Kept as words, since none of the five is clearly meant: “fatigued”',
      },
    ])
  })

  test('scales, moods in German and notes with formats are read', async () => {
    const { entries } = await read(daylioWithScalesCsv)
    expect(entries).toMatchObject([
      {
        date: '2026-04-12',
        time: '12:00',
        texts: {
          overallReflection: 'Testing.\n\nMood: rested\nScales: Sleep Quality: 8/10 points, Sleep Time: 8:00',
        },
      },
      { date: '2024-02-29', time: '00:01', mood: 'sad', texts: { overallReflection: 'Leap\nday\n- one' } },
    ])
    expect(entries.at(0)).not.toHaveProperty('mood')
  })

  test('entities are read in a note without a tag too', async () => {
    const [heading = ''] = daylioCsv.split('\n')
    const { entries } = await read(`${heading}\n2023-10-29,October 29,Sunday,9:00,meh,,,Slept in &amp; ran`)
    expect(entries).toMatchObject([{ texts: { overallReflection: 'Slept in & ran' } }])
  })

  test('older exports are read', async () => {
    const { entries, skipped } = await read(olderDaylioCsv)
    expect(entries).toMatchObject([
      {
        date: '2018-05-18',
        time: '23:54',
        mood: 'very-happy',
        texts: { overallReflection: 'Went to a party\n\nActivities: clean, cook' },
      },
      { date: '2018-05-17', time: '22:21', mood: 'sad', texts: {} },
    ])
    expect(skipped.at(0)).toEqual({ where: 'line 4', reason: 'It has no date that can be read.' })
  })

  test('a file with a byte order mark, Windows line ends or in UTF-16 is read', async () => {
    const windows = `\ufeff${daylioCsv.replaceAll('\n', '\r\n')}`
    expect((await read(windows)).entries).toHaveLength(5)
    expect((await read(Buffer.from(windows, 'utf16le'))).entries).toHaveLength(5)
  })

  test('a file in another encoding is refused with a sentence', async () => {
    const latin = Buffer.from(daylioCsv.replace('Late', 'Spät').replace('\u202f', ' '), 'latin1')
    expect(await daylio.recognises(single('csv', latin))).toBe(true)
    await expect(read(latin)).rejects.toMatchObject({ status: 400, message: /not written in Unicode/ })
  })

  test('a quotation mark that is never closed is refused with its line', async () => {
    const broken = `${daylioCsv}2022-10-24,October 24,Monday,9:00 AM,meh,,,"never\n${'closed\n'.repeat(10)}`
    await expect(read(broken)).rejects.toMatchObject({ status: 400, message: /from line 8 on/ })
  })

  test('many lines are read one at a time', async () => {
    const line = '2022-10-27,October 27,Thursday,1:49 PM,good,chess,Title,Words\n'
    const { entries } = await read(
      `full_date,date,weekday,time,mood,activities,note_title,note\n${line.repeat(10_000)}`,
    )
    expect(entries).toHaveLength(10_000)
  })

  test('a backup has the number of each mood, whatever its name', async () => {
    const { entries, skipped } = await found(daylio, zip(daylioBackup))
    expect(entries).toEqual([
      {
        where: 'backup.daylio, entry 1',
        date: '2024-03-01',
        time: '00:05',
        mood: 'very-happy',
        texts: { overallReflection: 'Activities: sea' },
      },
      {
        where: 'backup.daylio, entry 3',
        date: '2024-02-29',
        time: '07:50',
        mood: 'neutral',
        texts: {
          overallReflection: 'Early\n\nTwo\nlines & more\n\nMood at 07:50: awful\nActivities: family, sea',
        },
      },
      {
        where: 'backup.daylio, entry 2',
        date: '2024-02-29',
        time: '22:30',
        mood: 'neutral',
        texts: { overallReflection: 'Late\n\nMood at 22:30: rad' },
      },
      { where: 'backup.daylio, entry 4', date: '2024-02-28', time: '09:00', mood: 'sad', texts: {} },
    ])
    expect(skipped).toEqual([
      { where: 'backup.daylio, entry 5', reason: 'It has no date that can be read.' },
      {
        where: 'Moods',
        reason:
          'Read as the nearest of five moods: “in love” is Very Happy, “rad” is Very Happy, “awful” is Very Sad, “bad” is Sad',
      },
      { where: 'All entries', reason: 'Goals of Daylio are not kept (1)' },
      { where: 'All entries', reason: 'Templates are not kept (1)' },
      { where: 'All entries', reason: 'Photos and recordings are not kept (2)' },
    ])
  })
})
