const NUL = '\u0000'

/** Whether `text` has a character that is seen. */
export const isVisible = (text: string) => /[^\s\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text)

/** `text` of somebody else's program, as an input takes it but for its length. */
export const storable = (text: string) => text.replaceAll(NUL, '').replace(/\p{Surrogate}/gu, '\ufffd')

/** Maximum lengths in UTF-16 units. */
export const textLimits = {
  message: 10_000,
  summary: 2_000,
  talk: 20_000,
  intention: 300,
  topic: 60,
  search: 200,
} as const

/** `text` cut to at most `max` UTF-16 units: after a sentence, else after a word, else between two characters. */
export function shortened(text: string, max: number): string {
  const whole = text.trim()
  if (whole.length <= max) return whole
  const sentences = beginning(whole, 'sentence', max)
  if (sentences.length > max / 4) return sentences
  const room = max - '…'.length
  const words = beginning(whole, 'word', room)
  return `${words.length > max / 4 ? words : beginning(whole, 'grapheme', room)}…`
}

/** As many whole sentences, words or characters from the beginning of `text` as fit. */
function beginning(text: string, granularity: Intl.SegmenterOptions['granularity'], max: number): string {
  let end = 0
  // The 100 extra characters: a segment that the slice cuts off ends beyond `max`, so it is not taken for a whole one.
  for (const { segment } of new Intl.Segmenter('en', { granularity }).segment(text.slice(0, max + 100))) {
    if (end + segment.trimEnd().length > max) break
    end += segment.length
  }
  return text.slice(0, end).trim()
}
