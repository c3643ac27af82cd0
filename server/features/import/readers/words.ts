import type { JournalTextField } from '@shared/journal'
import { fieldNamed } from './field-names'

export type Texts = Partial<Record<JournalTextField, string>>

/** A title becomes the first line of the words, unless they begin with it, perhaps as a heading. */
export function titled(title: string | null | undefined, text: string): string {
  const first = title?.trim() ?? ''
  return /^\s*(?:#{1,6}\s+)?([^]*)/.exec(text)?.[1]?.startsWith(first)
    ? text.trim()
    : `${first}\n\n${text.trim()}`.trim()
}

/** What has no place of its own, a line each, at the end of the reflection: `Tags: family, sea`. */
export function withLines(
  texts: Texts,
  lines: [name: string, value: string | string[] | null | undefined][],
): Texts {
  const told = lines
    .map(
      ([name, value]) =>
        [
          name,
          [value ?? []]
            .flat()
            .filter((part) => part.trim())
            .join(', '),
        ] as const,
    )
    .filter(([, value]) => value)
    .map(([name, value]) => `${name}: ${value}`)
  if (told.length === 0) return texts
  const reflection = [texts.overallReflection?.trim(), told.join('\n')].filter(Boolean).join('\n\n')
  return { ...texts, overallReflection: reflection }
}

const heading = /^(#{1,6})\s+(\S[^]*)$/
const longestHeading = 200

/**
 * A heading that is named after one of our fields begins that field; what stands before is of `first`. All such headings are
 * of one level: those below it stay in their text, and others of it lead back to the reflection.
 */
export function fieldsOfMarkdown(markdown: string, first: JournalTextField = 'overallReflection'): Texts {
  const parts: { field: JournalTextField; start: number; end: number }[] = []
  let part = { field: first, start: 0, end: markdown.length }
  let level: number | undefined
  const begin = (field: JournalTextField, start: number, endOfLast: number) => {
    parts.push({ ...part, end: endOfLast })
    part = { field, start, end: markdown.length }
  }
  // A text may be made of millions of lines: none is kept.
  for (let start = 0, end: number; start < markdown.length; start = end + 1) {
    end = markdown.indexOf('\n', start)
    if (end < 0) end = markdown.length
    const line = end - start <= longestHeading ? markdown.slice(start, end) : ''
    const [, marks = '', written = ''] = heading.exec(line) ?? []
    const name = /[^\s#]/.test(written) ? written : ''
    const field = name && marks.length === (level ?? marks.length) ? fieldNamed(name) : undefined
    if (field) {
      level = marks.length
      begin(field, end + 1, start)
    } else if (name && level && marks.length <= level) begin('overallReflection', start, start)
  }
  const texts: Texts = {}
  for (const { field, start, end } of [...parts, part]) {
    const text = markdown.slice(start, end).trim()
    if (text) addTo(texts, field, text)
  }
  return texts
}

export const mapTexts = (texts: Texts, change: (text: string) => string): Texts =>
  Object.fromEntries(Object.entries(texts).map(([field, text]) => [field, change(text)]))

/** Adds to what the field has. A list under Gratitude fills the three places for it, unless it has too many lines. */
export function addTo(texts: Texts, field: JournalTextField, text: string): void {
  const before = texts[field]
  if (before) texts[field] = `${before}\n\n${text}`
  else if (field === 'gratitude1') Object.assign(texts, gratitudesIn(text))
  else texts[field] = text
}

const mostListLines = 5_000

const places = ['gratitude1', 'gratitude2', 'gratitude3'] as const

/** By the numbers 1 to 3 of a list, else in order; what is more than three goes to the third. */
function gratitudesIn(text: string): Texts {
  const lines = text.split('\n', mostListLines + 1)
  if (lines.length > mostListLines) return { gratitude1: text }
  const items: { number: number; words: string }[] = []
  for (const line of lines) {
    const [bullet = '', number] = /^(?:[-*+•]|(\d)[.)])\s+/.exec(line) ?? []
    const last = items.at(-1)
    if (bullet || !last) items.push({ number: Number(number ?? 0), words: line.slice(bullet.length).trim() })
    else last.words += `\n${last.number ? line.replace(/^ {1,3}/, '') : line}`
  }
  const isNumbered = items.every(
    ({ number }, index) => number > (items[index - 1]?.number ?? 0) && number <= 3,
  )
  const found: Texts = {}
  for (const [index, { number, words }] of items.entries()) {
    const place = places[isNumbered ? number - 1 : Math.min(index, 2)] ?? 'gratitude3'
    found[place] = found[place] ? `${found[place]}\n${words}` : words
  }
  return found
}

/** Whether anything is there to keep. */
export const hasWords = (texts: Texts) => Object.values(texts).some((text) => text.trim())
