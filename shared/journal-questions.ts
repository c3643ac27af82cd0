import type { JournalTextField } from './journal-fields'

// Separate from journal-fields.ts, so that screens without the form do not load them.

export const gratitudeFields = ['gratitude1', 'gratitude2', 'gratitude3'] as const
export const gratitudeQuestion = 'What are you grateful for today?'

/** What today's journal asks after gratitude, in its order and wording. */
export const dailyQuestions: [field: JournalTextField, label: string][] = [
  ['dailyEvents', 'What happened today?'],
  ['wins', 'What are your wins today?'],
  ['wentWell', 'What went well?'],
  ['challenges', 'What was challenging?'],
  ['whatWasHard', 'What was hard today?'],
  ['goalProgress', 'What goals did you make progress on?'],
  ['relationships', 'How did you feel about family/relationships?'],
  ['overallReflection', 'Overall reflection'],
]

/** What an entry shows after what happened and gratitude, in the order in which it is read. */
export const entrySections: [field: JournalTextField, title: string][] = [
  ['wins', 'Wins'],
  ['wentWell', 'What went well'],
  ['challenges', 'Challenges'],
  ['whatWasHard', 'What was hard'],
  ['goalProgress', 'Goal progress'],
  ['relationships', 'Relationships'],
  ['overallReflection', 'Overall Reflection'],
]
