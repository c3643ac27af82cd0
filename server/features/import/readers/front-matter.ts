import { parse } from 'yaml'
import type { NamedValue } from './named-values'

/** Longer than anybody writes; a parser of YAML takes its time. */
const longestYaml = 20_000

const frontMatter = /^---[ \t]*\n([^]*?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)/

/** A Markdown file's properties, and its text without them. What is no YAML stays text. */
export function splitNote(file: string): { properties: NamedValue[]; text: string } {
  const note = file.replace(/\r\n?/g, '\n')
  const [whole, yaml] = frontMatter.exec(note) ?? []
  const properties = whole && whole.length <= longestYaml ? propertiesIn(yaml ?? '') : undefined
  return whole && properties ? { properties, text: note.slice(whole.length) } : { properties: [], text: note }
}

function propertiesIn(yaml: string): NamedValue[] | undefined {
  try {
    const values: unknown = parse(yaml, { logLevel: 'silent' })
    if (values === null) return []
    if (typeof values !== 'object' || Array.isArray(values)) return undefined
    return Object.entries(values).map(([name, value]) => [name, written(value)])
  } catch {
    return undefined
  }
}

function written(value: unknown): string {
  if (Array.isArray(value)) return value.map(written).filter(Boolean).join(', ')
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
