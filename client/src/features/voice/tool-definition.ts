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
