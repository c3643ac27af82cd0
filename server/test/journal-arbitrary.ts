import fc from 'fast-check'
import { timelines } from '@shared/goals'
import { type JournalTextField, entryRecord, moods } from '@shared/journal'

export type Texts = Record<JournalTextField, string>

const unicode = fc.string({ unit: 'grapheme' })
const word = fc.oneof(
  unicode,
  fc.constantFrom(
    '',
    '  ',
    ' padded\n',
    'a\u2028b',
    'مرحبا بالعالم',
    '😀👩‍👩‍👧',
    'x'.repeat(50_000),
    'a / b',
    'line\n\nline',
  ),
)
export const journal = fc.uniqueArray(
  fc.record({
    day: fc.integer({ min: 0, max: 30 }),
    mood: fc.constantFrom(...moods),
    texts: fc.record(Object.fromEntries(entryRecord.texts.map((field) => [field, word]))),
  }),
  { selector: ({ day }) => day, maxLength: 6 },
)
export const someGoals = fc.array(
  fc.record({
    title: fc.constantFrom('Read', 'Run 😀', 'q'.repeat(200)),
    timeline: fc.constantFrom(...timelines),
    description: fc.option(word.map((text) => text.slice(0, 1_000))),
    isAchieved: fc.boolean(),
    keptOn: fc.option(fc.constant('2026-03-01')),
    createdAt: fc.constantFrom('2026-01-01T10:00:00.123Z', '2026-02-01T10:00:00.000Z'),
  }),
  { maxLength: 5 },
)
