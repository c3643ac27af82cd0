import { expect, test } from 'vitest'
import { programFile } from './fixtures/program-files'
import { found, single, zip } from './fixtures/uploads'
import { standardNotes } from './standard-notes'

const name = 'Standard Notes Backup and Import File.txt'
const backup = programFile('standard-notes.txt')

test.each([
  ['a file', single('text', backup, name)],
  ['a ZIP', zip({ [name]: backup, 'Items/Note/2024-02-27-00000000.txt': 'Yesterday, told a day later.' })],
])(
  'the notes of a backup as %s come in on the day of their title, else on the one they were written',
  async (_, upload) => {
    const { entries, skipped } = await found(standardNotes, upload)
    expect(
      entries.map(({ where, date, time, texts }) => [where, date, time, texts.overallReflection]),
    ).toEqual([
      ['2024-02-27', '2024-02-27', undefined, 'Yesterday, told a day later.\n\nTags: journal'],
      [
        'After midnight in Vienna',
        '2024-03-01',
        '00:30:00',
        'After midnight in Vienna\n\n# Words\n\n- one\n- two',
      ],
      [
        'Super',
        '2024-03-02',
        '09:00:00',
        [
          'Super',
          'Plans',
          'Row to the island, see the boats (https://example.org/boats).\nThen swim.',
          '- [x] Paint\n- [ ] Oars',
          '1. One\n- within\n\n2. Two',
          'Slowly.',
          'Tags: journal, sea',
        ].join('\n\n'),
      ],
      ['Rich', '2024-03-03', '09:00:00', 'Rich\n\nIn bold\n\n- one'],
    ])
    expect(skipped).toEqual([
      { where: 'Thrown away', reason: 'It is in the trash.' },
      { where: 'Codes', reason: 'It is a note of a kind that holds no text (authentication).' },
      { where: 'Note 00000000-0000-4000-8000-000000000007', reason: 'It has no words.' },
      { where: name, reason: 'Settings and extensions are not kept (1)' },
    ])
  },
)

const nested = (levels: number) =>
  `{"root":${'{"type":"quote","children":['.repeat(levels)}{"type":"text","text":"Deep"}${']}'.repeat(levels)}}`

test.each([
  ['a number', '42', '42'],
  ['a JSON string', '"hello"', '"hello"'],
  ['null', 'null', 'null'],
  ['a list', '["words"]', '["words"]'],
  ['an object', '{"a":"words"}', '{"a":"words"}'],
  ['a root of text', '{"root":"words"}', '{"root":"words"}'],
  ['a root without children', '{"root":{"a":"words"}}', '{"root":{"a":"words"}}'],
  ['60 levels', nested(60), 'Deep'],
  ['100 levels', nested(100), nested(100)],
  ['10,000 levels', nested(10_000), nested(10_000)],
])('a note of Super whose text is %s keeps its words', async (_, text, kept) => {
  const content = { text, noteType: 'super' }
  const item = { content_type: 'Note', created_at: '2024-02-28T21:10:00.000Z', content }
  const { entries } = await found(standardNotes, single('json', JSON.stringify({ items: [item] })))
  expect(entries.map(({ texts }) => texts)).toEqual([{ overallReflection: kept }])
})

test('what is no note is told too', async () => {
  const items = [
    { uuid: 'a' },
    { content_type: 'Note', deleted: true },
    { content_type: 'SN|File', content: {} },
  ]
  const content = JSON.stringify({
    items: [{ content_type: 'Note', content: { title: 'Undated', text: 'x' } }, ...items],
  })
  const { skipped } = await found(standardNotes, single('json', content))
  expect(skipped).toEqual([
    { where: 'Undated', reason: 'It has no date that can be read.' },
    { where: 'The file, item 2', reason: 'It is damaged.' },
    { where: 'The file', reason: 'Deleted items are not kept (1)' },
    { where: 'The file', reason: 'Attached files are not kept (1)' },
  ])
})

test('an encrypted backup is told', async () => {
  const items = [1, 2].map((number) => ({
    uuid: `${number}`,
    content_type: 'Note',
    content: '004:abc:def',
    created_at: '2024-02-28T21:10:00.000Z',
  }))
  const upload = single('json', JSON.stringify({ version: '004', items }))
  expect(await standardNotes.recognises(upload)).toBe(true)
  expect(await found(standardNotes, upload)).toEqual({
    entries: [],
    skipped: [
      { where: 'The file', reason: 'It is encrypted (2). Download a decrypted backup from Standard Notes.' },
    ],
  })
})
