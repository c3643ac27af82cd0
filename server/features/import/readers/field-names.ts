import { folded } from '@shared/fold'
import { type JournalTextField, journalTextFields } from '@shared/journal-fields'
import { dailyQuestions, entrySections, gratitudeFields, gratitudeQuestion } from '@shared/journal-questions'

/** `Daily events`, `dailyEvents` and `daily_events` are one: letters and digits, without case and accents. */
export const plainKey = (name: string) => folded(name).replace(/[^\p{L}\p{N}]/gu, '')

const [gratitude] = gratitudeFields

/** The fields by their names in the code, by our questions and headings, and by what other templates say. */
const names: [field: JournalTextField, name: string][] = [
  ...journalTextFields.map((field): [JournalTextField, string] => [field, field]),
  ...dailyQuestions,
  ...entrySections,
  [gratitude, gratitudeQuestion],
  [gratitude, 'Gratitude'],
  [gratitude, 'Grateful for'],
  [gratitude, 'I am grateful for'],
  ['dailyEvents', 'What happened'],
  ['wins', 'What were your wins today?'],
  ['wentWell', 'What went well today?'],
  ['goalProgress', 'How did you progress toward your goals?'],
  ['relationships', 'How were your relationships today?'],
  ['overallReflection', 'Reflection'],
]

const fields = new Map(names.map(([field, name]) => [plainKey(name), field]))

/** The field that a column, a property or a heading is named after. */
export const fieldNamed = (name: string): JournalTextField | undefined => fields.get(plainKey(name))
