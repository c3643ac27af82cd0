import { folded } from '@shared/fold'
import {
  entryRecord,
  gratitudeFields,
  gratitudeQuestion,
  type JournalTextField,
  proseFields,
} from '@shared/journal'

/** `Daily events`, `dailyEvents` and `daily_events` are one: letters and digits, without case and accents. */
export const plainKey = (name: string) => folded(name).replace(/[^\p{L}\p{N}]/gu, '')

const { texts, labelOf, questionOf } = entryRecord
const gratitude = gratitudeFields[0] ?? 'gratitude1'

/** The fields by their names in the code, by our questions and headings, and by what other templates say. */
const names: [field: JournalTextField, name: string][] = [
  ...texts.flatMap((field): [JournalTextField, string][] => [
    [field, field],
    [field, labelOf(field)],
  ]),
  ...proseFields.map((field): [JournalTextField, string] => [field, questionOf(field)]),
  [gratitude, gratitudeQuestion],
  [gratitude, 'Gratitude'],
  [gratitude, 'Grateful for'],
  [gratitude, 'I am grateful for'],
  ['wins', 'What were your wins today?'],
  ['wentWell', 'What went well today?'],
  ['goalProgress', 'How did you progress toward your goals?'],
  ['relationships', 'How were your relationships today?'],
  ['overallReflection', 'Reflection'],
]

const fields = new Map(names.map(([field, name]) => [plainKey(name), field]))

/** The field that a column, a property or a heading is named after. */
export const fieldNamed = (name: string): JournalTextField | undefined => fields.get(plainKey(name))
