import type { Mood } from '@shared/journal'
import { cn } from '@/lib/screen/cn'
import { pictureOf } from './moods'

type Props = { mood: Mood | undefined; className?: string }

/** A dot in the hue of a mood; an empty ring for a day without an entry. Screen readers say its word. */
export function MoodDot({ mood, className }: Props) {
  const label = mood ? pictureOf(mood).label : 'No entry'
  return (
    <span
      role="img"
      aria-label={label}
      title={label}
      style={mood && { backgroundColor: `var(--mood-${mood})` }}
      className={cn(
        'inline-block size-3 shrink-0 rounded-full',
        mood ? 'forced-color-adjust-none' : 'border border-control',
        className,
      )}
    />
  )
}
