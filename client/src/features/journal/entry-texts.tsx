import type { ReactNode } from 'react'
import { entryRecord, gratitudeFields, sectionFields, type EntryValues } from '@shared/journal'
import { cn } from '@/lib/screen/cn'
import { inlineMarkdown, type Level, Markdown, wordsStyle } from './markdown'
import { Marked } from './marked'

type Props = {
  values: EntryValues
  /** In a list: the words of a search, which are marked in the texts as they were typed. Without words the texts are Markdown. */
  q?: string
}

/** The texts of an entry as they are read: what happened, the gratitude, and the sections that are filled. */
export function EntryTexts({ values, q }: Props) {
  const gratitude = gratitudeFields.map((field) => values[field]).filter((text) => text.trim())
  const [level, levelOfSection]: [Level, Level] = q === undefined ? [2, 3] : [4, 5]
  const words = (text: string, level: Level) =>
    q ? (
      <p dir="auto" className={wordsStyle}>
        <Marked text={text} q={q} />
      </p>
    ) : (
      <Markdown text={text} level={level} />
    )
  return (
    <>
      {values.dailyEvents.trim() && words(values.dailyEvents, level)}
      {gratitude.length > 0 && (
        <Section title="Gratitude" q={q}>
          <ul className="list-disc space-y-1 marker:text-accent">
            {gratitude.map((text, position) => (
              // Three texts that never move, so the position is the key.
              // oxlint-disable-next-line react/no-array-index-key
              <li key={position} dir="auto" className={cn(wordsStyle, 'ms-5')}>
                {q ? <Marked text={text} q={q} /> : inlineMarkdown(text)}
              </li>
            ))}
          </ul>
        </Section>
      )}
      {sectionFields
        .filter((field) => values[field].trim())
        .map((field) => (
          <Section key={field} title={entryRecord.labelOf(field)} q={q}>
            {words(values[field], levelOfSection)}
          </Section>
        ))}
    </>
  )
}

/** A part of an entry under its heading. */
export function Section({ title, q, children }: { title: string; q?: string; children: ReactNode }) {
  const Heading = q === undefined ? 'h2' : 'h4'
  return (
    <section>
      <Heading className="mb-0.5 font-sans text-xs font-medium text-muted">{title}</Heading>
      <div className="flex flex-col gap-4">{children}</div>
    </section>
  )
}
