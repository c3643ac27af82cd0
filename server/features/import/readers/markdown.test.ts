import { describe, expect, test } from 'vitest'
import { notionId, notionPages, vault } from './fixtures/notes'
import { programFolder } from './fixtures/program-files'
import { type Files, found, single, zip } from './fixtures/uploads'
import { markdown } from './markdown'

const namedAs = (format: string) => ({
  '.obsidian/daily-notes.json': JSON.stringify({ folder: 'Daily', format }),
})

describe('Markdown', () => {
  test('notes are found by the date in their name, path or properties', async () => {
    const { entries } = await found(markdown, zip(vault))
    expect(entries.map(({ where, date, time }) => [where, date, time])).toEqual([
      ['Daily/2023-01-05.md', '2023-01-05', undefined],
      ['Daily/20230106.md', '2023-01-06', undefined],
      ['Daily/2023/January/2023-Jan-07.md', '2023-01-07', undefined],
      ['Daily/2023/01-January/08.md', '2023-01-08', undefined],
      ['Daily/9.1.2023 Montag.md', '2023-01-09', undefined],
      ['Daily/10. Januar 2023.md', '2023-01-10', undefined],
      ['Daily/01-12-2023.md', '2023-01-12', undefined],
      ['Daily/01-13-2023.md', '2023-01-13', undefined],
      ['Daily/202301142210 Zettel.md', '2023-01-14', undefined],
      ['Projects/Boat.md', '2023-01-15', '22:10'],
      ['Projects/Utc.md', '2023-01-16', '00:30:00'],
      ['Projects/2023-01-17 broken.md', '2023-01-17', undefined],
      ['2023-01-18.txt', '2023-01-18', undefined],
    ])
  })

  test('the name of a note says its day, rather than when it was created', async () => {
    const note =
      '---\ncreated: 2024-02-03\ntitle: One\nsubject: Two\nmood: happy\nfeeling: tired\n---\nWords\n'
    const { entries } = await found(
      markdown,
      zip({ '2023-01-05.md': note, 'Boat.md': note, '01-12-2023.md': note }),
    )
    expect(entries.map(({ date }) => date)).toEqual(['2023-01-05', '2024-02-03', '2024-02-03'])
    expect(entries[0]?.texts).toEqual({ overallReflection: 'One\nTwo\n\nWords\n\nFeeling: tired' })
  })

  test('properties and headings named like our fields fill those', async () => {
    const { entries } = await found(markdown, zip(vault))
    expect(entries.at(0)).toMatchObject({
      mood: 'happy',
      texts: {
        overallReflection: 'Walked with Anna.\n\n## Something else\nkept\n\nTags: family, sea\nWeather: rain',
        gratitude1: 'sun',
        gratitude2: 'tea',
        gratitude3: 'Anna\nsleep',
      },
    })
    expect(entries.find(({ where }) => where === 'Projects/Boat.md')?.texts).toEqual({
      overallReflection: 'Boat\n\nBlue.',
      wins: 'Painted it',
    })
  })

  test.each([
    '2023-01-05',
    '20230105',
    '5.1.2023 Donnerstag',
    '2023/01-January/2023-01-05-Thursday',
    'Thursday, January 5th 2023',
    'Thu 05 Jan 2023',
    'Donnerstag, den 5. Januar 2023',
    'jueves, 5 de enero de 2023',
    'quinta-feira, 5 de janeiro de 2023',
    '2023年1月5日 木曜日',
    '2023年1月5日星期四',
    '2023년 1월 5일 목요일',
    '[[2023-01-05]]',
  ])('the heading %s only repeats the date and is left out', async (title) => {
    const { entries } = await found(markdown, zip({ '2023-01-05.md': `# ${title}\n\nWords` }))
    expect(entries).toMatchObject([{ texts: { overallReflection: 'Words' } }])
  })

  test.each([
    '2023-01-05 Our wedding',
    'On 5 January 2023 we married',
    'January 5, 2023: the sea',
    '2023-01-05 🎉',
    '2023-01-05 42',
    '2023-01-05 5/5',
    '2023-01-05 1',
    '2023-01-05 Sam',
    '2023-01-05 Do the Sun',
    '5 January 2023: January',
    '2023年1月5日 海',
    '6 January 2023',
    'January 2023',
    'Thursday',
  ])('the heading %s says more than the date, or another one, and is kept', async (title) => {
    const { entries } = await found(markdown, zip({ '2023-01-05.md': `# ${title}\n\nWords` }))
    expect(entries).toMatchObject([{ texts: { overallReflection: `# ${title}\n\nWords` } }])
  })

  test('daily notes have their dates in the names that Obsidian gives them; their template has none', async () => {
    const { entries, skipped } = await found(markdown, zip(programFolder('daily-notes')))
    const links = 'Yesterday – Tomorrow\n\nTags: daily'
    expect(Object.fromEntries(entries.map(({ date, texts }) => [date, texts]))).toEqual({
      '2024-02-28': {
        dailyEvents: 'Walked home along the river with Mia.\n- [x] stamps\n- [ ] bread',
        overallReflection: links,
      },
      '2024-02-29': { dailyEvents: 'A leap day!\n\n> Sleep\n> Early to bed.', overallReflection: links },
      '2024-03-01': { overallReflection: links },
      '2024-03-04': { dailyEvents: 'Äpfel gekauft, dann Regen.', overallReflection: links },
      '2024-03-05': {
        dailyEvents: 'Read until late.',
        gratitude1: 'sun',
        gratitude2: 'tea',
        overallReflection: links,
      },
    })
    expect(skipped).toEqual([
      { where: 'Templates/Daily.md', reason: 'Neither its name nor its properties have a date.' },
      { where: 'All files', reason: 'Photos and other media are not kept (1)' },
    ])
  })

  test('what has no date, or cannot be read, is told', async () => {
    const { skipped } = await found(markdown, zip(vault))
    const undated = 'Neither its name nor its properties have a date.'
    expect(skipped).toEqual([
      { where: 'Projects/Undated.md', reason: undated },
      { where: 'Projects/Broken.md', reason: undated },
      {
        where: 'Projects/2023-01-17 broken.md',
        reason: 'Its properties are not valid YAML, and are kept as words',
      },
      { where: 'readme.txt', reason: undated },
      { where: '2023-01-19.md', reason: expect.stringContaining('not written in Unicode') },
      { where: '2023-02-30.md', reason: undated },
      { where: 'All files', reason: 'Photos and other media are not kept (2)' },
      { where: 'All files', reason: 'Values of “id” are not kept (1)' },
      { where: 'All files', reason: 'Files without words or a mood are not kept (1)' },
    ])
  })

  test.each([
    '2024-11-03 Sunday',
    'Sunday, November 3rd 2024',
    'Nov 3, 2024',
    '3 novembre 2024',
    '2024年11月03日 日曜日',
    '20241103',
    '2024_11_03',
    '2024/11/2024-11-03',
    '2024/11-November/03',
    '2024/November/3',
    'Journal/2024-11/Sun 03',
    'Journal/2024-11/3rd',
    '2024/11/03-domingo',
    '2024/11-November/3, Sonntag',
    '2024/11/dim. 03',
    '2024/11/03.dim.',
  ])('a note named %s is of the third of November', async (name) => {
    expect((await found(markdown, zip({ [`${name}.md`]: 'Words' }))).entries).toMatchObject([
      { date: '2024-11-03' },
    ])
  })

  test.each([
    'Week 19',
    'Chapter 3 draft',
    'Room 12 at the hotel',
    '5k run',
    'Meeting 3',
    'Thu 05 draft',
    '05b',
  ])('in the folder of a month, the number in %s is no day', async (name) => {
    for (const folder of ['2024/05', '2024-05', '2024/May']) {
      const where = `${folder}/${name}.md`
      const { entries, skipped } = await found(markdown, zip({ [where]: 'Words' }))
      expect(entries).toEqual([])
      expect(skipped).toEqual([{ where, reason: 'Neither its name nor its properties have a date.' }])
    }
  })

  test('where the day and the month may be either, the other names tell, whatever the settings of Obsidian', async () => {
    const note = { '03-04-2023.md': 'Words' }
    const dateOf = async (files: Files) =>
      (await found(markdown, zip({ ...note, ...files }))).entries[0]?.date
    expect(await dateOf({ '25-12-2023.md': 'Words' })).toBe('2023-04-03')
    expect(await dateOf({ '12-25-2023.md': 'Words' })).toBe('2023-03-04')
    expect(await dateOf({ '25-12-2023.md': 'Words', ...namedAs('MM-DD-YYYY') })).toBe('2023-04-03')
    const told = '“03-04-2023.md” can be read as two dates. Write the year first, as in 2024-12-31.'
    expect((await found(markdown, zip(note))).skipped).toEqual([{ where: '03-04-2023.md', reason: told }])
  })

  test.each([
    ['MM-DD-YYYY', '03-04-2023', '2023-03-04'],
    ['YYYY/DD-MM-YYYY', '2023/03-04-2023', '2023-04-03'],
    ['YYYY/MM/DD-MM-YYYY', '2023/04/03-04-2023', '2023-04-03'],
    ['[Diary] MM-DD-YYYY', 'Diary 03-04-2023', '2023-03-04'],
    ['[My day] DD-MM-YYYY', 'My day 03-04-2023', '2023-04-03'],
  ])('else the settings tell: by %s the note %s is of %s', async (format, name, date) => {
    const { entries } = await found(markdown, zip({ [`${name}.md`]: 'Words', ...namedAs(format) }))
    expect(entries).toMatchObject([{ date }])
  })

  test('links and callouts are shown as Obsidian shows them', async () => {
    const text = [
      '---\nwith: "[[Anna]]"\n---\nWith [[Anna|her]] at [[Lake#North shore]], see ![[Plans]].',
      '[[#Plans]] and [[#Plans#June]]',
      '- Lake\n\n    - [[Anna]]',
      '> [!tip]- Sleep\n> Early',
      '> [!quote]\n> Words',
      '> [!tip] `nap` early',
    ].join('\n\n')
    const { entries } = await found(markdown, zip({ '2023-01-05.md': text }))
    expect(entries[0]?.texts.overallReflection).toBe(
      [
        'With her at Lake > North shore, see Plans.',
        'Plans and Plans > June',
        '- Lake\n\n    - Anna',
        '> Sleep\n> Early',
        '> quote\n> Words',
        '> `nap` early',
        'With: Anna',
      ].join('\n\n'),
    )
  })

  test.each([
    '`[[kept]]`',
    '``a ` [[kept]]``',
    '```\n[[kept]]\n> [!tip]\n```',
    '````\n```\n[[kept]]\n```\n````',
    '~~~sh\nif [[ $a == b ]]; then\n~~~',
    '> ~~~\n> [[ 1 | 2 ]]\n> ~~~',
    '- As in\n  ```\n  [[kept]]\n  ```',
    '```\n[[kept]], since it is never closed',
    '    x || y [[ 1 | 2 ]]\n    [[kept]]',
    '\t[[kept]]\n\n\t> [!tip]',
  ])('the code %j stays as it is', async (code) => {
    const text = `Before\n\n${code}`
    const { entries } = await found(markdown, zip({ '2023-01-05.md': text }))
    expect(entries[0]?.texts.overallReflection).toBe(text)
  })

  test('the links behind code are shown too, and in plain text all is words', async () => {
    const code = '```sh\n[[a]]\n```\n\n~~~\n```\n~~~\n\n    [[b]]\n\nThen `[[c]]` and ```[[d]]``` with '
    const words = '> [!tip] x || y [[ 1 | 2 ]]'
    const { entries } = await found(
      markdown,
      zip({ '2023-01-05.md': `${code}[[Anna|her]].`, '2023-01-06.txt': words }),
    )
    expect(entries.map(({ texts }) => texts.overallReflection)).toEqual([`${code}her.`, words])
  })

  test('the properties of Notion are lines under the title; its ids in names are no dates', async () => {
    const { entries, skipped } = await found(markdown, zip(notionPages))
    expect(entries.map(({ date, time, mood, texts }) => [date, time, mood, texts.overallReflection])).toEqual(
      [
        ['2023-01-05', undefined, 'happy', '# Boat day\n\nPainted it.\n\nTags: sea, family'],
        ['2023-01-30', '09:00', undefined, '# Trip\n\nWith: not a property'],
        ['2023-01-31', '23:50', undefined, '# Late\n\nStars.'],
      ],
    )
    expect(skipped).toMatchObject([{ where: `Journal/Ideas ${notionId}.md` }, { where: 'Moods' }])
  })

  test('the date of a page in a language of Notion', async () => {
    for (const date of ['Datum: 5. März 2024', 'Fecha: 5 de marzo de 2024', '日付: 2024年3月5日']) {
      const { entries } = await found(markdown, zip({ 'Garten.md': `# Garten\n\n${date}\n\nBeete.` }))
      expect(entries).toMatchObject([
        { date: '2024-03-05', texts: { overallReflection: '# Garten\n\nBeete.' } },
      ])
    }
  })

  test('the words in the name of a note besides its date become its first line', async () => {
    const names = [
      ['Journal/2023-01-05 Dentist.md', 'Tooth.', 'Dentist\n\nTooth.'],
      [
        'Journal/06.01.2023 - Walk, with Anna.md',
        '# Walk, with Anna\nBy the sea.',
        '# Walk, with Anna\nBy the sea.',
      ],
      ['Journal/20230107_Zoë’s café (new).md', 'Cake.', 'Zoë’s café (new)\n\nCake.'],
      ['Journal/Therapy 2023-01-09.md', 'Slept.', 'Therapy\n\nSlept.'],
      ['Journal/Therapy 2023-01-16.md', 'Woke.', 'Therapy\n\nWoke.'],
      ['Journal/2023-01-10 Tue.md', 'Rain.', 'Rain.'],
      ['Journal/2023-01-11_2210.md', 'Late.', 'Late.'],
      ['Journal/12th of January 2023.md', 'Snow.', 'Snow.'],
      ['Boat.md', '---\ndate: 2023-01-13\n---\nBlue.', 'Boat\n\nBlue.'],
    ] as const
    const { entries } = await found(markdown, zip(Object.fromEntries(names)))
    expect(entries.map(({ texts }) => texts.overallReflection)).toEqual(names.map(([, , words]) => words))
  })

  test('words in the names of most notes are no title', async () => {
    const { entries } = await found(
      markdown,
      zip({
        'Diarium_2023-01-05.md': 'One.',
        'Diarium_2023-01-06.md': 'Two.',
        '2023-01-07 Boat.md': 'Three.',
      }),
    )
    expect(entries.map(({ texts }) => texts.overallReflection)).toEqual(['One.', 'Two.', 'Boat\n\nThree.'])
  })

  test('a single note is read by its name or its properties', async () => {
    const named = single('text', 'Words', '2024-02-29.md')
    const dated = single('text', '---\ndate: 2024-02-29\n---\nWords')
    for (const upload of [named, dated]) {
      expect(await markdown.recognises(upload)).toBe(true)
      expect((await found(markdown, upload)).entries).toMatchObject([
        { date: '2024-02-29', texts: { overallReflection: 'Words' } },
      ])
    }
    expect(await markdown.recognises(single('text', 'Words', 'words.md'))).toBe(false)
  })

  test('a file of our own export comes back as it was', async () => {
    const note = [
      '---\ndate: 2026-11-21\nmood: very-sad\n---',
      '# November 21, 2026',
      '## What are you grateful for today?',
      '1. Sun\n      and rain\n3. Tea',
      '## What happened today?',
      'Lunch\n\\# with Mia\n\\\\## twice\n### Wins',
      '## What are your wins today?',
      '```\n\\## open',
      '## Overall reflection',
      'Fine',
    ]
    const upload = zip({ 'journal/2026/2026-11-21.md': `${note.join('\n\n')}\n` })
    expect((await found(markdown, upload)).entries).toEqual([
      {
        where: 'journal/2026/2026-11-21.md',
        date: '2026-11-21',
        mood: 'very-sad',
        texts: {
          gratitude1: 'Sun\n   and rain',
          gratitude3: 'Tea',
          dailyEvents: 'Lunch\n# with Mia\n\\## twice\n### Wins',
          wins: '```\n## open',
          overallReflection: 'Fine',
        },
      },
    ])
  })

  test('a file of a million characters is read, and of a longer one it is told', async () => {
    const upload = zip({
      '2024-02-28.md': 'long words '.repeat(90_900),
      '2024-02-29.md': 'x'.repeat(1_000_001),
    })
    const { entries, skipped } = await found(markdown, upload)
    expect(entries.map(({ texts }) => texts.overallReflection?.length)).toEqual([999_899])
    expect(skipped).toEqual([
      {
        where: '2024-02-29.md',
        reason: 'The file has more than 1,000,000 characters, too many for one entry.',
      },
    ])
  })

  test('properties that cannot be read stay in the words, which is told; the day and the mood are found', async () => {
    const notes = [
      `date: 2024-02-28\nabout: ${'x'.repeat(4_000)}`,
      'about: &a [x]\nagain: *a\ndate: "2024-02-29"',
      'title: Monday: the start\ndate: 2024-03-01\nmood: happy',
    ].map((yaml) => `---\n${yaml}\n---\nWords`)
    const { entries, skipped } = await found(
      markdown,
      zip(Object.fromEntries(notes.map((note, i) => [`${i}.md`, note]))),
    )
    expect(entries.map(({ date, mood, texts }) => [date, mood, texts])).toEqual([
      ['2024-02-28', undefined, { overallReflection: notes[0] }],
      ['2024-02-29', undefined, { overallReflection: notes[1] }],
      ['2024-03-01', 'happy', { overallReflection: notes[2] }],
    ])
    expect(skipped.map(({ reason }) => reason)).toEqual([
      'Its properties have more than 4,000 characters, and are kept as words',
      'Its properties have YAML aliases (*name), and are kept as words',
      'Its properties are not valid YAML, and are kept as words',
    ])
  })

  test('a list of 5,000 lines fills the places for gratitude; a longer one stays as it is', async () => {
    const list = (lines: number) => `## Gratitude\n${'- sun\n'.repeat(lines)}`
    const upload = zip({ '2024-02-28.md': list(5_000), '2024-02-29.md': list(5_001) })
    const [short, long] = (await found(markdown, upload)).entries.map(({ texts }) => texts)
    expect(short).toEqual({
      gratitude1: 'sun',
      gratitude2: 'sun',
      gratitude3: 'sun\n'.repeat(4_998).trimEnd(),
    })
    expect(long).toEqual({ gratitude1: '- sun\n'.repeat(5_001).trimEnd() })
  })
})
