import { AppLink } from '@/components/app-link'
import { pictureOf } from '@/features/journal/moods'
import { firstLineOf, type EntryRow } from '@shared/journal'

type Props = {
  entry: EntryWords
  /** What the line opens. */
  href?: string
}

/** The mood of an entry, if it has one, and its first line; without any text, the word of the mood. */
export function EntryLine({ entry, href }: Props) {
  const { label, emoji } = pictureOf(entry.mood || undefined)
  const words = (
    <span dir="auto" className="line-clamp-2 grow font-serif wrap-anywhere">
      {firstLineOf(entry) || label}
    </span>
  )
  return (
    <div className="flex items-center gap-2.5">
      {entry.mood && (
        <span role="img" aria-label={label} title={label} className="font-emoji text-xl">
          {emoji}
        </span>
      )}
      {href ? (
        <AppLink
          href={href}
          className="flex min-h-touch min-w-0 grow items-center rounded-control hover:underline"
        >
          {words}
        </AppLink>
      ) : (
        words
      )}
    </div>
  )
}

/** What is shown of a saved entry or of a draft. */
export type EntryWords = EntryRow
