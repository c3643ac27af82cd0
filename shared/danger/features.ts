import { folded } from '../fold'

/** The numbers of features: two of them may have the same. */
export const buckets = 2 ** 18
/** Which danger it is takes less: there a feature's number is the remainder of this. */
export const kindBuckets = 2 ** 15

/**
 * A part of a text that is scored: a sentence, or two in a row. `start` and `end` are UTF-16 units of the text. The features
 * are the words, their letters in threes to fives, and which words stand together; in lists, since copying those of every
 * word takes longer than all else.
 */
export type Part = {
  words: string[]
  /** What pauses such as commas set apart in a sentence; none of a pair. */
  clauses: string[][]
  features: number[][]
  start: number
  end: number
  isPair: boolean
  /** It was not cut off for its length. */
  isWhole: boolean
}

type Word = { word: string; start: number; end: number; isBeforePause?: true }

/** A longer sentence is cut into parts that overlap by half, so that its other words do not outweigh those of danger. */
const longestSentence = 16

/** Sounds that captions write down, in all six languages. */
const fillers = new Set('UM UMM UH UHM UHH ER ERM HM HMM HMMM MM AHM AEHM EH EUH HEU'.split(' '))

/** Case, accents, apostrophes and stretched letters do not count. */
const normalized = (raw: string) =>
  folded(raw)
    .replace(/['`´]/g, '')
    .replace(/(.)\1{2,}/gu, '$1$1')

/** The words of each sentence. Three dots are a pause in the middle of one, and so is a comma. */
function sentencesOf(text: string): Word[][] {
  const known = new Map<string, string>()
  const sentences: Word[][] = []
  let words: Word[] = []
  for (const { 0: raw, index: start } of text.matchAll(
    /[\p{L}\p{N}\p{M}\p{Cf}'’‘`´ʼ]+|[.!?…。！？।؟\n]+|[,;:–—，、；：،؛]+/gu,
  )) {
    if (/^(?:\.{2,}|…|[,;:–—，、；：،؛]+)$/.test(raw)) {
      const last = words.at(-1)
      if (last) last.isBeforePause = true
      continue
    }
    if (/^[.!?…。！？।؟\n]/.test(raw)) {
      if (words.length > 0) sentences.push(words)
      words = []
      continue
    }
    const word = known.get(raw) ?? normalized(raw)
    known.set(raw, word)
    if (word && !fillers.has(word)) words.push({ word, start, end: start + raw.length })
  }
  return words.length > 0 ? [...sentences, words] : sentences
}

function* shortSentences(text: string) {
  for (const words of sentencesOf(text))
    for (let from = 0; from === 0 || from + longestSentence / 2 < words.length; from += longestSentence / 2)
      yield {
        sentence: words.slice(from, from + longestSentence),
        isWhole: from + longestSentence >= words.length,
      }
}

/** Each sentence, and before it the one that precedes it together with it: what is said in two may be danger only together. */
export function partsOf(text: string): Part[] {
  const parts: Part[] = []
  let before: Part | undefined
  for (const { sentence, isWhole } of shortSentences(text)) {
    const words = sentence.map(({ word }) => word)
    const features = [...words.map((word) => spellingOf(word).features), groups(words, 0)]
    const [start, end] = [sentence[0]?.start ?? 0, sentence.at(-1)?.end ?? 0]
    const part = { words, clauses: clausesOf(sentence), features, start, end, isPair: false, isWhole }
    if (before) parts.push(together(before, part))
    parts.push(part)
    before = part
  }
  return parts
}

function clausesOf(sentence: Word[]): string[][] {
  const clauses: string[][] = [[]]
  for (const { word, isBeforePause } of sentence) {
    clauses.at(-1)?.push(word)
    if (isBeforePause) clauses.push([])
  }
  return clauses.filter(({ length }) => length > 0)
}

function together(before: Part, part: Part): Part {
  const end = before.words.slice(1 - longestGroup)
  const across = groups([...end, ...part.words.slice(0, longestGroup - 1)], end.length)
  return {
    words: [...before.words, ...part.words],
    clauses: [],
    features: [...before.features, across, ...part.features],
    start: before.start,
    end: part.end,
    isPair: true,
    isWhole: part.isWhole,
  }
}

const longestGroup = 4

/** The features of words that stand together: all, or only those that begin before the word at `joint` and end at it or after. */
function groups(words: string[], joint: number): number[] {
  const hashes = words.map((word) => spellingOf(word).hash)
  const features: number[] = []
  for (const [i, word] of hashes.entries()) {
    // How many words before this one the group begins at least, and at most.
    const fewest = joint === 0 ? 1 : i - joint + 1
    const most = joint > 0 && i < joint ? 0 : i
    const [first = 0, second = 0, third = 0] = [hashes[i - 1], hashes[i - 2], hashes[i - 3]]
    if (fewest <= 1 && most >= 1) features.push(bucketOf(2, first, word))
    if (fewest <= 2 && most >= 2) features.push(bucketOf(3, second, first, word), bucketOf(4, second, word))
    if (fewest <= 3 && most >= 3) features.push(bucketOf(5, third, word))
  }
  return features
}

type Spelling = { hash: number; features: number[] }
const spellings = new Map<string, Spelling>()
const mostSpellings = 20_000
const longestWord = 40

function spellingOf(longWord: string): Spelling {
  const word = longWord.slice(0, longestWord)
  const known = spellings.get(word)
  if (known) return known
  const spelled = Array.from(` ${word} `, (letter) => letter.charCodeAt(0))
  const features = [bucketOf(1, ...spelled)]
  for (const length of [3, 4, 5])
    for (let at = 0; at + length <= spelled.length; at++)
      features.push(bucketOf(0, ...spelled.slice(at, at + length)))
  const spelling = { hash: hashOf(spelled), features }
  if (spellings.size >= mostSpellings) spellings.clear()
  spellings.set(word, spelling)
  return spelling
}

const bucketOf = (...numbers: number[]) => hashOf(numbers) % buckets

/** FNV-1a over whole numbers, mixed once more. */
function hashOf(numbers: number[]): number {
  let hash = 0x811c9dc5
  for (const number of numbers) {
    hash = Math.imul(hash ^ number, 0x01000193)
    hash ^= hash >>> 15
  }
  hash = Math.imul(hash, 0x2c1b3c6d)
  return (hash ^ (hash >>> 12)) >>> 0
}
