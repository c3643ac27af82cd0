import type { Mood } from '@shared/journal'
import { cn } from '@/lib/screen/cn'
import { wordOf } from './moods'

/** `mood` is null if the day was written and nobody chose one, undefined without an entry. */
type Props = { mood: Mood | null | undefined; className?: string }

/** A dot in the hue of a mood; a grey one without a mood, and an empty ring without an entry. Screen readers say its word. */
export function MoodDot({ mood, className }: Props) {
  const label = mood === undefined ? 'No entry' : wordOf(mood)
  return (
    <span
      role="img"
      aria-label={label}
      title={label}
      style={
        mood === undefined ? undefined : { backgroundColor: `var(--${mood ? `mood-${mood}` : 'control'})` }
      }
      className={cn(
        'inline-block size-3 shrink-0 rounded-full',
        mood === undefined ? 'border border-control' : 'forced-color-adjust-none',
        className,
      )}
    />
  )
}
