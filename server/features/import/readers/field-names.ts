import { folded } from '@shared/fold'
import { type JournalTextField, journalTextFields } from '@shared/journal-fields'

/** `Daily events`, `dailyEvents` and `daily_events` are one: letters and digits, without case and accents. */
export const plainKey = (name: string) => folded(name).replace(/[^\p{L}\p{N}]/gu, '')

/** Names besides those in the code: the labels and questions of our screens and exports, and what other templates ask. */
const otherNames: Partial<Record<JournalTextField, string[]>> = {
  gratitude1: ['Gratitude', 'Grateful for', 'I am grateful for', 'What are you grateful for today?'],
  dailyEvents: ['What happened', 'What happened today?', 'Events'],
  wins: ['What are your wins today?', 'What were your wins today?', 'Wins today'],
  wentWell: ['What went well', 'What went well?', 'What went well today?'],
  challenges: ['Challenge', 'What was challenging?', 'What was challenging'],
  whatWasHard: ['What was hard today?', 'Hard'],
  goalProgress: [
    'Goals',
    'Progress on goals',
    'What goals did you make progress on?',
    'How did you progress toward your goals?',
  ],
  relationships: [
    'Relationship',
    'Family and relationships',
    'How did you feel about family/relationships?',
    'How were your relationships today?',
  ],
  overallReflection: ['Reflection', 'Reflections'],
}

const fields = new Map<string, JournalTextField>(
  journalTextFields.flatMap((field) =>
    [field, ...(otherNames[field] ?? [])].map((name) => [plainKey(name), field] as const),
  ),
)

/** The field that a column, a property or a heading is named after. */
export const fieldNamed = (name: string): JournalTextField | undefined => fields.get(plainKey(name))
