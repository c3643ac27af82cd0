import { folded } from '../fold'
import { english } from './english'
import { french } from './french'
import { german } from './german'
import { italian } from './italian'
import { portuguese } from './portuguese'
import { spanish } from './spanish'

/**
 * One phrase a line, in words: `a/b` one of these, `?a/b` one of these or none, `..` up to three words, `word*` how a word
 * begins, `.` the end of a sentence, and last `!a/b`: no phrase when one of these follows. Case, accents and apostrophes do
 * not count. A phrase begins with whole words. English comes last, because other languages borrow its words.
 */
const phrasesIn = { de: german, fr: french, es: spanish, pt: portuguese, it: italian, en: english }
type DangerLanguage = keyof typeof phrasesIn

/** A phrase of danger within a text, as UTF-16 units from `start` to `end`. */
export type Danger = { language: DangerLanguage; start: number; end: number }

type Word = { text: string; start: number; end: number }
type Step = {
  kind: 'word' | 'optional' | 'not next' | 'gap' | 'end'
  words: Set<string>
  beginnings: string[]
}
type Phrase = { language: DangerLanguage; steps: Step[] }

const longestGap = 3
const sentenceEnd = '.'

/** Doubled letters count once and ä is both a and ae, so that "kil", "sooo", "moechte" and "mochte" are found. */
const normalized = (word: string) =>
  folded(word)
    .replace(/['`´]/g, '')
    .toLowerCase()
    .replace(/([aou])e/g, '$1')
    .replace(/(.)\1+/gu, '$1')

function wordsOf(text: string): Word[] {
  const words: Word[] = []
  const known = new Map<string, string>()
  for (const { 0: raw, index: start } of text.matchAll(/[\p{L}\p{N}\p{M}\p{Cf}'’‘`´ʼ]+|[.!?]+/gu)) {
    if (/^\.{2,}$/.test(raw)) continue
    const word = known.get(raw) ?? (/^[.!?]/.test(raw) ? sentenceEnd : normalized(raw))
    known.set(raw, word)
    if (word) words.push({ text: word, start, end: start + raw.length })
  }
  return words
}

const kinds: Record<string, Step['kind']> = { '?': 'optional', '!': 'not next' }

function stepOf(part: string): Step {
  if (part === '..') return { kind: 'gap', words: new Set(), beginnings: [] }
  if (part === '.') return { kind: 'end', words: new Set(), beginnings: [] }
  const kind = kinds[part.charAt(0)] ?? 'word'
  const choices = (kind === 'word' ? part : part.slice(1)).split('/')
  const isBeginning = (choice: string) => choice.endsWith('*')
  return {
    kind,
    words: new Set(choices.filter((choice) => !isBeginning(choice)).map(normalized)),
    beginnings: choices.filter(isBeginning).map((choice) => normalized(choice.slice(0, -1))),
  }
}

/** Looked up by their first word, so that a text is read once, however many phrases there are. */
const byFirstWord = new Map<string, Phrase[]>()
for (const language of Object.keys(phrasesIn) as DangerLanguage[])
  for (const line of phrasesIn[language].split('\n').filter((line) => line.trim())) {
    const phrase = { language, steps: line.trim().split(/\s+/).map(stepOf) }
    for (const word of phrase.steps[0]?.words ?? [])
      byFirstWord.set(word, [...(byFirstWord.get(word) ?? []), phrase])
  }

const isOneOf = ({ words, beginnings }: Step, word: string | undefined) =>
  word !== undefined && (words.has(word) || beginnings.some((beginning) => word.startsWith(beginning)))

/** The index after the last word of the phrase, if it stands at `at`. */
function endOf(steps: Step[], words: Word[], at: number, step = 0): number | undefined {
  const current = steps[step]
  if (!current) return at
  const word = words[at]?.text
  const rest = (from: number) => endOf(steps, words, from, step + 1)
  switch (current.kind) {
    case 'word':
      return isOneOf(current, word) ? rest(at + 1) : undefined
    case 'optional':
      return (isOneOf(current, word) ? rest(at + 1) : undefined) ?? rest(at)
    case 'not next':
      return isOneOf(current, word) ? undefined : rest(at)
    case 'end':
      return word === undefined || word === sentenceEnd ? rest(at) : undefined
    case 'gap':
      for (let next = at; next <= at + longestGap; next++) {
        const end = rest(next)
        if (end !== undefined) return end
        if (words[next]?.text === sentenceEnd) return undefined
      }
      return undefined
  }
}

/** The phrases of self-harm, suicide, abuse, overdose and violence in a text, of all languages, in order. */
export function dangersIn(text: string): Danger[] {
  const words = wordsOf(text)
  const dangers: Danger[] = []
  for (const [at, { text: word, start }] of words.entries()) {
    for (const { language, steps } of byFirstWord.get(word) ?? []) {
      const end = words[(endOf(steps, words, at) ?? 0) - 1]?.end
      if (end === undefined) continue
      dangers.push({ language, start, end })
      break
    }
  }
  return dangers
}

/** Prefers false alarms: an unneeded crisis line does little harm. */
export const mentionsDanger = (text: string) => dangersIn(text).length > 0
