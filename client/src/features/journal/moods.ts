import { defaultMood, moods, type Mood } from '@shared/journal-fields'
import type { Choice } from '@/components/ui/choice-group'

const pictures: Record<Mood, { label: string; emoji: string }> = {
  'very-sad': { label: 'Very Sad', emoji: '😢' },
  sad: { label: 'Sad', emoji: '😕' },
  neutral: { label: 'Neutral', emoji: '😐' },
  happy: { label: 'Happy', emoji: '🙂' },
  'very-happy': { label: 'Very Happy', emoji: '😄' },
}

export const moodChoices: Choice<Mood>[] = moods.map((mood) => ({
  value: mood,
  label: pictures[mood].label,
  picture: pictures[mood].emoji,
  hue: `var(--mood-${mood})`,
}))

/** A missing mood counts as neutral. */
export const pictureOf = (mood: Mood | undefined) => pictures[mood ?? defaultMood]
