import { moods, type Mood } from '@shared/journal'
import { pictureOf } from '@/features/journal/moods'
import { cn } from '@/lib/screen/cn'
import { MoodFace } from './mood-face'

type Props = {
  title: string
  counts: Record<Mood, number>
  /** The mood whose days are listed. */
  chosen?: Mood
  onChoose: (mood: Mood) => void
}

/** A bar divided as the moods are; a part wide enough for it has its face. A part lists the days of its mood. */
export function MoodShares({ title, counts, chosen, onChoose }: Props) {
  const total = moods.reduce((sum, mood) => sum + counts[mood], 0)
  if (total === 0) return null
  return (
    <div role="group" aria-label={`Moods of ${title}`} className="flex items-center gap-3">
      <span aria-hidden className="w-[2.25rem] shrink-0 text-sm text-muted tabular-nums">
        {title}
      </span>
      <div className="flex min-h-touch grow gap-0.5">
        {moods
          .filter((mood) => counts[mood] > 0)
          .map((mood) => {
            const name = `${pictureOf(mood).label} in ${title}: ${daysIn(counts[mood])}`
            return (
              <button
                key={mood}
                type="button"
                // The narrowest are hard to hit: the table has a button for each mood, which the Tab key reaches.
                tabIndex={-1}
                aria-label={name}
                title={name}
                aria-pressed={mood === chosen}
                onClick={() => onChoose(mood)}
                style={{ flexGrow: counts[mood] }}
                className="flex min-w-0 shrink basis-0 cursor-pointer items-center"
              >
                <span
                  style={{ backgroundColor: `var(--mood-${mood})` }}
                  className={cn(
                    'flex w-full items-center justify-center overflow-hidden rounded-control forced-colors:border',
                    mood === chosen ? 'h-9' : 'h-7',
                  )}
                >
                  {counts[mood] / total >= 0.1 && (
                    <MoodFace mood={mood} className="size-5 max-[17rem]:hidden" />
                  )}
                </span>
              </button>
            )
          })}
      </div>
    </div>
  )
}

export const daysIn = (count: number) => (count === 1 ? '1 day' : `${count} days`)
