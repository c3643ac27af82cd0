import type { ReactNode } from 'react'
import { entryRecord, gratitudeFields, sectionFields, type EntryValues } from '@shared/journal'
import { cn } from '@/lib/screen/cn'
import { inlineMarkdown, Markdown, wordsStyle } from './markdown'
import { Marked } from './marked'

type Props = {
  values: EntryValues
  /** In a list: the words of a search, which are marked in the texts as they were typed. Else the texts are Markdown. */
  q?: string
}

/** The texts of an entry as they are read: what happened, the gratitude, and the sections that are filled. */
export function EntryTexts({ values, q }: Props) {
  const gratitude = gratitudeFields.map((field) => values[field]).filter((text) => text.trim())
  const words = (text: string, level: 2 | 3) =>
    q === undefined ? (
      <Markdown text={text} level={level} />
    ) : (
      <p dir="auto" className={wordsStyle}>
        <Marked text={text} q={q} />
      </p>
    )
  return (
    <>
      {values.dailyEvents.trim() && words(values.dailyEvents, 2)}
      {gratitude.length > 0 && (
        <Section title="Gratitude" q={q}>
          <ul className="list-disc space-y-1 marker:text-accent">
            {gratitude.map((text, position) => (
              // Three texts that never move, so the position is the key.
              // oxlint-disable-next-line react/no-array-index-key
              <li key={position} dir="auto" className={cn(wordsStyle, 'ms-5')}>
                {q === undefined ? inlineMarkdown(text) : <Marked text={text} q={q} />}
              </li>
            ))}
          </ul>
        </Section>
      )}
      {sectionFields
        .filter((field) => values[field].trim())
        .map((field) => (
          <Section key={field} title={entryRecord.labelOf(field)} q={q}>
            {words(values[field], 3)}
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
