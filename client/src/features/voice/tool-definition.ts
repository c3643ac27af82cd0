import type { Field, Fields } from '@shared/record'

export type ToolDefinition<T> = {
  name: string
  description: string
  parameters: { properties: Record<string, unknown>; required: string[] }
  begin: string
  failure: string
  parse: (input: unknown) => T
  /** What is to be saved, in a few words; absent from tools that only read. */
  saves?: (wanted: T) => string
  /** `key` is the same for each try to save the same. */
  work: (wanted: T, key: string) => Promise<{ line: string; output: string; href?: string }>
}

/** How the model gives the fields of a record; `descriptions` replace what a form asks. */
export const parametersOf = <F extends Fields>(
  { fields }: { fields: F },
  descriptions: { [N in keyof F]?: string },
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries<Field>(fields).map(([name, field]) => [
      name,
      {
        type: 'string',
        description: descriptions[name] ?? ('question' in field && field.question) ?? field.label,
        ...(field.kind === 'choice' && { enum: field.values }),
      },
    ]),
  )
