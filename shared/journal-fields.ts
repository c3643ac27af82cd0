// Apart from the contract, so that a screen which only shows entries does not load Zod.

export const moods = ['very-sad', 'sad', 'neutral', 'happy', 'very-happy'] as const
export type Mood = (typeof moods)[number]
export const defaultMood: Mood = 'neutral'

/** Every free text of an entry, in the order of the daily screen. */
export const journalTextFields = [
  'gratitude1',
  'gratitude2',
  'gratitude3',
  'dailyEvents',
  'wins',
  'wentWell',
  'challenges',
  'whatWasHard',
  'goalProgress',
  'relationships',
  'overallReflection',
] as const
export type JournalTextField = (typeof journalTextFields)[number]
