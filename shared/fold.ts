/**
 * Marks that stand for an accent or a vowel that may be left out; those that are letters, as in Hindi, stay. What cannot be
 * seen, such as a soft hyphen, and the stretching of Arabic words go too.
 */
const ignored = /(?=\p{M})[\p{Diacritic}\p{Script=Inherited}]|\p{Default_Ignorable_Code_Point}|\u0640/gu

/**
 * More marks in a row than any language writes. Normalizing sorts them, in time that grows with the square of their number.
 * U+FF9E and U+FF9F become marks by it.
 */
const excessiveMarks = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu

/** Text as it is searched: equal for words that differ in case or accents only. Upper case last: it knows one sigma and no ß. */
export const folded = (text: string): string =>
  text
    .replace(excessiveMarks, '$1')
    .normalize('NFKD')
    .replace(ignored, '')
    .replace(/[‘’ʼ]/g, "'")
    .toLowerCase()
    .toUpperCase()

/** The words that are searched for, folded. */
export const searchWords = (query: string): string[] => [
  ...new Set(folded(query).split(/\s+/).filter(Boolean)),
]

/** The ranges of `text` that match any of the folded `words`, sorted and merged where they touch. */
export function occurrences(text: string, words: string[]): { start: number; end: number }[] {
  let whole = ''
  // For each code unit of `whole`, the index of its character in `text`.
  const origins: number[] = []
  let position = 0
  for (const character of text) {
    const units = character < '\u0080' ? character.toUpperCase() : folded(character)
    for (let i = 0; i < units.length; i++) origins.push(position)
    whole += units
    position += character.length
  }
  const found: { start: number; end: number }[] = []
  for (const word of words)
    for (let at = whole.indexOf(word); at >= 0; at = whole.indexOf(word, at + word.length)) {
      const last = origins[at + word.length - 1]
      let next = at + word.length
      while (next < origins.length && origins[next] === last) next++
      found.push({ start: origins[at] ?? 0, end: origins[next] ?? text.length })
    }
  return mergedRanges(found.sort((a, b) => a.start - b.start))
}

/** Ranges sorted by their start, those that overlap or touch as one. */
export function mergedRanges(ranges: { start: number; end: number }[]) {
  const apart: { start: number; end: number }[] = []
  for (const range of ranges) {
    const previous = apart.at(-1)
    if (previous && range.start <= previous.end) previous.end = Math.max(previous.end, range.end)
    else apart.push(range)
  }
  return apart
}
