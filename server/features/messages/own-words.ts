import { folded } from '@shared/fold'

/** More words in a row than a person says by chance as Lisa did. */
const longestChance = 7

/**
 * `text` without what it repeats of the texts that were `sent`: a program that answers by itself sends back what it got, and
 * words of danger in it are Lisa's. What is said beside them stays.
 */
export function ownWords(text: string, sent: string[]): string {
  const runs = new Set(sent.flatMap((each) => runsIn(wordsOf(each))))
  const words = wordsOf(text)
  const repeated = runsIn(words).flatMap((run, at) => (runs.has(run) ? at : []))
  let own = ''
  let from = 0
  for (const at of repeated) {
    own += `${text.slice(from, words[at]?.start)}\n`
    from = Math.max(from, words[at + longestChance]?.end ?? 0)
  }
  return own + text.slice(from)
}

type Word = { word: string; start: number; end: number }

const wordsOf = (text: string): Word[] =>
  Array.from(text.matchAll(/[\p{L}\p{M}\p{N}]+/gu), ({ 0: word, index }) => ({
    word: folded(word),
    start: index,
    end: index + word.length,
  }))

const runsIn = (words: Word[]): string[] =>
  words.slice(longestChance).map((_, at) =>
    words
      .slice(at, at + longestChance + 1)
      .map(({ word }) => word)
      .join(' '),
  )
