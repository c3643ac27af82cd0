import type { CSSProperties } from 'react'
import type { Mood } from '@shared/journal'
import { cn } from '@/lib/screen/cn'

/** Five mouths, from a deep frown to a laugh, each told by its shape alone; in a box of 24 by 24. */
export const mouths: Record<Mood, string> = {
  'very-sad': 'M7 18.5a5 5 0 0 1 10 0z',
  sad: 'M7.5 17.5q4.5 -4.5 9 0',
  neutral: 'M7 16h10',
  happy: 'M7.5 14.5q4.5 4.5 9 0',
  'very-happy': 'M7 13.5a5 5 0 0 0 10 0z',
}

export const featureStyle = (mood: Mood) => cn('mood-feature', mood.startsWith('very') && 'mood-filled')

export const hueOf = (mood: Mood) => ({ '--hue': `var(--mood-${mood})` }) as CSSProperties

/** What a written day looks like: the face of its mood, or a dot in a ring if nobody chose one. */
export const DayFace = ({ mood, className }: { mood: Mood | null; className?: string }) =>
  mood ? (
    <MoodFace mood={mood} className={className} />
  ) : (
    <svg viewBox="0 0 24 24" aria-hidden className={cn('shrink-0', className)}>
      <circle cx="12" cy="12" r="10.5" fill="none" stroke="var(--control)" strokeWidth="1.5" />
      <circle cx="12" cy="12" r="4.5" className="written" />
    </svg>
  )

/** A face in the hue of a mood. It says nothing to a screen reader: the word stands beside it. */
export function MoodFace({ mood, className }: { mood: Mood; className?: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden style={hueOf(mood)} className={cn('shrink-0', className)}>
      <circle cx="12" cy="12" r="11.25" className="mood" />
      <circle cx="8.25" cy="9" r="1.5" className="mood-filled" />
      <circle cx="15.75" cy="9" r="1.5" className="mood-filled" />
      <path d={mouths[mood]} strokeWidth="1.75" className={featureStyle(mood)} />
    </svg>
  )
}
