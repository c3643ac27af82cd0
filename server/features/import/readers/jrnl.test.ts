import { Readable } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { programFile } from './fixtures/program-files'
import { found, single, zip } from './fixtures/uploads'
import { jrnl } from './jrnl'

const texts = [
  ['2024-02-28', '22:15', 'Walked home along the river.\nThe lights were on. @evening @river'],
  [
    '2024-02-29',
    '07:30',
    'A leap day!\nCoffee with Mia, and a list:\n- bread\n- [x] stamps\n\n[not a date] is only words.',
  ],
  ['2024-02-29', '21:05', 'Read until late.'],
  ['2024-03-01', '09:00', 'Nothing but a title'],
]
const stars = [{ where: 'All entries', reason: 'Stars are not kept (1)' }]

test.each(['text', 'csv', 'json'] as const)(
  'the journal of jrnl, taken for a file of %s, is read',
  async (kind) => {
    const upload = single(kind, programFile('jrnl.txt'))
    expect(await jrnl.recognises(upload)).toBe(true)
    const { entries, skipped } = await found(jrnl, upload)
    expect(entries.map(({ date, time, texts }) => [date, time, texts.overallReflection])).toEqual(texts)
    expect(skipped).toEqual(stars)
  },
)

test('a journal whose dates can be read in one way only is read once', async () => {
  const read = vi.fn<() => Promise<Readable>>(async () => Readable.from([programFile('jrnl.txt')]))
  await found(jrnl, { kind: 'zip', names: ['journal.txt'], read, look: read })
  // To tell what it is, and for its entries.
  expect(read).toHaveBeenCalledTimes(2)
})

test('its export as JSON is read as the same', async () => {
  const { entries, skipped } = await found(jrnl, single('json', programFile('jrnl.json')))
  expect(entries.map(({ date, time, texts }) => [date, time, texts.overallReflection])).toEqual(
    texts.map(([date, time, text]) => [date, time, text?.replace('\n', '\n\n')]),
  )
  expect(skipped).toEqual(stars)
})

test('so are older journals without brackets, other formats of dates, and a ZIP with a file for each day', async () => {
  const dates = async (content: string) =>
    (await found(jrnl, single('text', content))).entries.map(({ date, time }) => `${date} ${time}`)
  expect(await dates('2013-06-09 15:39 First.\n\n2013-06-10 15:40 Second.')).toEqual([
    '2013-06-09 15:39',
    '2013-06-10 15:40',
  ])
  expect(await dates('10.06.2010 15:00 First.\n\n10.07.2010 15:40 Second.')).toEqual([
    '2010-06-10 15:00',
    '2010-07-10 15:40',
  ])
  expect(await dates('[03/04/2024 08:00] One\n\n[25/04/2024 09:00] Two')).toEqual([
    '2024-04-03 08:00',
    '2024-04-25 09:00',
  ])
  const upload = zip({
    '2020/08/29.txt': '[2020-08-29 11:11] Entry the first.',
    '2020/notes.txt': 'No entry',
    '2020/09/01.txt': '[03/04/2020 11:11] Either',
    '2020/09/02.txt': Buffer.from('[2020-09-02 11:11] Caf\xe9', 'latin1'),
    '2020/09/03.txt': `[2020-09-03 11:11] One.\n[2020-09-03 12:00] ${'long '.repeat(1_000)}*`,
  })
  expect(await jrnl.recognises(upload)).toBe(true)
  const { entries, skipped } = await found(jrnl, upload)
  expect(entries.map(({ date, texts }) => [date, texts.overallReflection?.length])).toEqual([
    ['2020-08-29', 16],
    ['2020-09-03', 4],
    ['2020-09-03', 4_999],
  ])
  expect(skipped).toEqual([
    { where: '2020/notes.txt', reason: 'It does not begin with an entry of jrnl.' },
    { where: '2020/09/01.txt, entry 1', reason: expect.stringContaining('can be read as two dates') },
    { where: '2020/09/02.txt', reason: expect.stringContaining('not written in Unicode') },
    ...stars,
  ])
})
