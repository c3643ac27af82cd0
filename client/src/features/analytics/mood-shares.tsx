import { moods, type Mood } from '@shared/journal'
import { MoodFace } from './mood-face'

type Props = { title: string; counts: Record<Mood, number> }

/** A bar divided as the moods are; a part wide enough for it has its face. */
export function MoodShares({ title, counts }: Props) {
  const total = moods.reduce((sum, mood) => sum + counts[mood], 0)
  if (total === 0) return null
  return (
    <div aria-hidden className="flex items-center gap-3">
      <span className="w-[2.25rem] shrink-0 text-sm text-muted tabular-nums">{title}</span>
      <div className="flex h-7 grow gap-0.5 overflow-hidden rounded-control">
        {moods
          .filter((mood) => counts[mood] > 0)
          .map((mood) => (
            <div
              key={mood}
              style={{ flexGrow: counts[mood], backgroundColor: `var(--mood-${mood})` }}
              className="flex h-full min-w-0 shrink basis-0 items-center justify-center overflow-hidden forced-colors:border"
            >
              {counts[mood] / total >= 0.1 && <MoodFace mood={mood} className="size-5 max-[17rem]:hidden" />}
            </div>
          ))}
      </div>
    </div>
  )
}
