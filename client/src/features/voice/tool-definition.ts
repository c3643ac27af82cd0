import type { QueryClient } from '@tanstack/react-query'
import type { Field, Fields } from '@shared/record'
import type { VoiceToolName } from '@shared/voice-tools'
import type { Sender } from '@/lib/saving/outbox'
import type { Save } from '@/lib/saving/save'
import type { Undo } from './voice-writes'

/** What Lisa has read in a talk. */
export type ReadDay = {
  /** Missing where it is of no day, such as goals. */
  date?: string
  /** Of the day's entry, if it has one. */
  id?: string
  /** As the model got it, without the marks around it. */
  text: string
}

/** What is told to the user and to the model; `reason` says why not all of it was saved. */
export type Told = { line: string; output: string; href?: string; reason?: string }

type Tool<T> = {
  name: VoiceToolName
  description: string
  parameters: { properties: Record<string, unknown>; required: string[] }
  begin: string
  failure: string
  parse: (input: unknown) => T
}

/** A tool that only reads. */
export type ReadingTool<T> = Tool<T> & { read: (wanted: T) => Promise<Told & { days: ReadDay[] }> }

/** A tool that saves, in the same way as the forms do. */
export type WritingTool<T, V, Row> = Tool<T> & {
  /** What is to be saved, in a few words. */
  text: (wanted: T) => string
  /** What it is called where it waits for the user's tap. */
  title: (wanted: T) => string
  /** Finds what the words of the model mean, once: tried again later, they mean the same. */
  resolve?: (wanted: T, client: QueryClient) => Promise<T>
  /** The same words in one talk are the same save, also after it has succeeded. */
  isOnce?: true
  sender: Sender<V, Row>
  save: (wanted: T, key: string) => Pick<Save<V>, 'subject' | 'values' | 'base' | 'isAddition'>
  /** Throws if nothing of what was wanted is in the row. */
  told: (row: Row, wanted: T, before: Row | undefined) => Told
  /** How it is undone, where that is known. */
  undo: (row: Row, before: Row | undefined) => Undo | undefined
}

/** How the model gives the fields of a record, links apart, whose ids it does not know; `descriptions` replace what a form asks. */
export const parametersOf = <F extends Fields>(
  { fields }: { fields: F },
  descriptions: { [N in keyof F]?: string },
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries<Field>(fields)
      .filter(([, { kind }]) => kind !== 'link' && kind !== 'links')
      .map(([name, field]) => [
        name,
        {
          type: 'string',
          description:
            descriptions[name] ?? ('question' in field ? field.question : undefined) ?? field.label,
          ...(field.kind === 'choice' && { enum: field.values }),
        },
      ]),
  )
