import type { CSSProperties } from 'react'
import type { Mood } from '@shared/journal'
import { cn } from '@/lib/screen/cn'
import { pictureOf } from './moods'

/** Of a card of the class `entry-card`. */
export const hueOf = (mood: Mood | '') =>
  mood ? ({ '--hue': `var(--mood-${mood})` } as CSSProperties) : undefined

/** The face of a mood, on a stain in the hue of the card; nothing where nobody chose one. */
export function MoodStain({ mood, className }: { mood: Mood | ''; className?: string }) {
  if (!mood) return null
  const { label, emoji } = pictureOf(mood)
  return (
    <span
      role="img"
      aria-label={label}
      title={label}
      className={cn(
        'grid size-[2.25rem] place-items-center rounded-full bg-[color-mix(in_oklab,var(--card),var(--hue)_28%)] text-xl leading-none',
        className,
      )}
    >
      {emoji}
    </span>
  )
}
