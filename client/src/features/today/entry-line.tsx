import { ChevronRightIcon } from 'lucide-react'
import { AppLink } from '@/components/app-link'
import { pictureOf } from '@/features/journal/moods'
import { cn } from '@/lib/screen/cn'
import { entryRecord, type EntryRow } from '@shared/journal'
import { firstLineOf } from '@shared/journal/plain-line'

type Props = {
  entry: EntryWords
  /** What the line opens. */
  href?: string
}

/** The mood of an entry, if somebody chose one, and its first line; without any text, the word of the mood. */
export function EntryLine({ entry, href }: Props) {
  const { mood } = entryRecord.values(entry)
  const { label, emoji } = mood ? pictureOf(mood) : { label: 'No words yet', emoji: '' }
  const words = (
    <span dir="auto" className="line-clamp-2 grow font-serif wrap-anywhere">
      {firstLineOf(entry) || label}
    </span>
  )
  return (
    <div
      className={cn(
        'flex items-center gap-2.5',
        href &&
          'relative -mx-2 rounded-control px-2 transition-colors duration-150 hover:bg-[color-mix(in_oklab,transparent,var(--ink)_6%)]',
      )}
    >
      {mood && (
        <span role="img" aria-label={label} title={label} className="font-emoji text-xl">
          {emoji}
        </span>
      )}
      {href ? (
        // All of the line can be tapped, though the words alone are its name.
        <AppLink
          href={href}
          className="flex min-h-touch min-w-0 grow items-center gap-1 after:absolute after:inset-0"
        >
          {words}
          <ChevronRightIcon aria-hidden className="size-4 shrink-0 text-muted" />
        </AppLink>
      ) : (
        words
      )}
    </div>
  )
}

/** What is shown of a saved entry or of a draft. */
export type EntryWords = EntryRow
