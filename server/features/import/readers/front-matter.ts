import { loadAll, YAMLException } from 'js-yaml'
import { dateIn } from './found-dates'
import { columnNamed, type NamedValue } from './named-values'

/** More than anybody writes by hand. */
const longestYaml = 4_000

const frontMatter = /^---[ \t]*\n([^]*?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)/

type Note = {
  properties: NamedValue[]
  text: string
  /** Why the properties stay in the text; those that tell the day and the mood are found nevertheless. */
  unread?: string
}

/** A Markdown file's properties, and its text without them. */
export function splitNote(file: string): Note {
  const note = file.replace(/\r\n?/g, '\n')
  const [whole = '', yaml = ''] = frontMatter.exec(note) ?? []
  if (!whole) return withoutFrontMatter(note)
  const values = yaml.length > longestYaml ? tooLong : valuesIn(yaml)
  if (typeof values === 'string') return { properties: plainLines(yaml), text: note, unread: values }
  if (!values) return { properties: [], text: note }
  const properties = Object.entries(values).map(([name, value]) => named(name, written(value)))
  return { properties, text: note.slice(whole.length) }
}

const longestHead = 8_000
const headOfPage = /^(\s*(?:# .*\n\s*)?)((?:[^\s:#>`*-][^:\n]{0,39}: .*\n)+)(?:\n|$)/

/** Notion writes the properties of a page as lines under its title: `Date: January 5, 2023`. Without a date they are words. */
function withoutFrontMatter(note: string): Note {
  const [whole = '', title = '', lines = ''] = headOfPage.exec(`${note.slice(0, longestHead)}\n`) ?? []
  const properties = lines
    .split('\n')
    .filter(Boolean)
    .map((line) => named(line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2).trim()))
  const isDated = properties.some(
    ({ role, value }) => (role === 'date' || role === 'creation') && dateIn(value, { timezone: 'UTC' }),
  )
  return isDated && whole.length <= longestHead
    ? { properties, text: title + note.slice(whole.length) }
    : { properties: [], text: note }
}

const named = (name: string, value: string): NamedValue => ({ ...columnNamed(name), value })

const tooLong = `Its properties have more than ${longestYaml.toLocaleString('en')} characters`

/** Undefined for words between two rules; a sentence for what cannot be read. */
function valuesIn(yaml: string): object | string | undefined {
  try {
    const [values] = loadAll(yaml, { json: true, maxAliases: 0 })
    if (values === null || values === undefined) return {}
    return typeof values === 'object' && !Array.isArray(values) ? values : undefined
  } catch (error) {
    const hasAliases = error instanceof YAMLException && error.reason.startsWith('aliases')
    return hasAliases ? 'Its properties have YAML aliases (*name)' : 'Its properties are not valid YAML'
  }
}

/** The day and the mood, where they stand on lines of their own: people forget quotation marks elsewhere. */
function plainLines(yaml: string): NamedValue[] {
  const properties: NamedValue[] = []
  for (const line of yaml.slice(0, 5 * longestYaml).split('\n')) {
    const at = line.indexOf(': ')
    if (at < 1 || at > 40) continue
    const property = named(
      line.slice(0, at),
      line
        .slice(at + 1)
        .trim()
        .replace(/^["']|["']$/g, ''),
    )
    if (['date', 'creation', 'mood'].includes(property.role ?? '')) properties.push(property)
  }
  return properties
}

function written(value: unknown): string {
  if (Array.isArray(value)) return value.map(written).filter(Boolean).join(', ')
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
