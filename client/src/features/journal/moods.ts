import { moodLabels, moods, type Mood } from '@shared/journal'
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

export const pictureOf = (mood: Mood) => ({ label: moodLabels[mood], emoji: emojis[mood] })

/** Says in pictures how a day was; one whose mood nobody chose was written, and that is all. */
export const wordOf = (mood: Mood | null): string => (mood ? moodLabels[mood] : 'Written')
