// Without the record of an entry, so that code of every screen can load it.

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

/** Whether somebody chose the mood of a row. One from before that was kept does not say so: any mood but the default one was chosen. */
export const isMoodChosen = ({ mood, moodChosen }: { mood?: unknown; moodChosen?: boolean }): boolean =>
  moodChosen ?? (mood !== undefined && mood !== defaultMood)
