import { moods } from '@shared/journal'
import { AppLink } from '@/components/app-link'
import { pictureOf } from '@/features/journal/moods'

/** Begins today's entry with a mood. */
export function MoodLinks() {
  return (
    <div role="group" aria-label="How are you feeling?">
      <p aria-hidden className="mb-2 text-sm font-medium">
        How are you feeling?
      </p>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(2.75rem,1fr))] gap-1.5">
        {moods.map((mood) => {
          const { label, emoji } = pictureOf(mood)
          return (
            <AppLink
              key={mood}
              href={`/journal/new?mood=${mood}`}
              aria-label={label}
              title={label}
              style={{ backgroundColor: `color-mix(in oklab, var(--card), var(--mood-${mood}) 16%)` }}
              className="flex min-h-touch items-center justify-center rounded-control border border-transparent py-2 transition-colors duration-150 hover:border-control"
            >
              <span aria-hidden className="font-emoji text-2xl">
                {emoji}
              </span>
            </AppLink>
          )
        })}
      </div>
    </div>
  )
}
