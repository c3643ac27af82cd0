import type { CSSProperties } from 'react'
import type { Mood } from '@shared/journal'
import { cn } from '@/lib/screen/cn'
import { pictureOf } from './moods'

/** Of a card of the class `entry-card`. */
export const hueOf = (mood: Mood) => ({ '--hue': `var(--mood-${mood})` }) as CSSProperties

/** The face of a mood, on a stain in the hue of the card. */
export function MoodStain({ mood, className }: { mood: Mood; className?: string }) {
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
