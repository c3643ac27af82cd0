// Separate from journal.ts, so that screens which only show entries do not load Zod.

export const moods = ['very-sad', 'sad', 'neutral', 'happy', 'very-happy'] as const
export type Mood = (typeof moods)[number]
export const moodLabels: Record<Mood, string> = {
  'very-sad': 'Very Sad',
  sad: 'Sad',
  neutral: 'Neutral',
  happy: 'Happy',
  'very-happy': 'Very Happy',
}
export const defaultMood: Mood = 'neutral'

/** The text fields of an entry, in the order of today's journal screen. */
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

/** The order in which an entry is read: what happened comes first. */
export const readingOrder: readonly JournalTextField[] = [
  'dailyEvents',
  ...journalTextFields.filter((field) => field !== 'dailyEvents'),
]
