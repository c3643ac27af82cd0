import { defaultMood, moodLabels, moods, type Mood } from '@shared/journal'
import type { Choice } from '@/components/ui/choice-group'

const emojis: Record<Mood, string> = {
  'very-sad': '😢',
  sad: '😕',
  neutral: '😐',
  happy: '🙂',
  'very-happy': '😄',
}

export const moodChoices: Choice<Mood>[] = moods.map((mood) => ({
  value: mood,
  label: moodLabels[mood],
  picture: emojis[mood],
  hue: `var(--mood-${mood})`,
}))

/** A missing mood counts as neutral. */
export function pictureOf(mood: Mood | undefined) {
  const known = mood ?? defaultMood
  return { label: moodLabels[known], emoji: emojis[known] }
}
