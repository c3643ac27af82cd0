import * as z from 'zod/mini'

const NUL = '\u0000'

const loneSurrogate = /\p{Surrogate}/u

/** Whether `text` has a character that is seen. */
export const isVisible = (text: string) => /[^\s\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text)

/** Text that PostgreSQL can store: without U+0000, and without one half of a surrogate pair. */
export const anyText = z.string('Must be text').check(
  z.refine((text) => !text.includes(NUL), 'Must not contain the character U+0000'),
  z.refine((text) => !loneSurrogate.test(text), 'Must not contain half a character (a lone surrogate)'),
)

/** Only for a refusal: to write a number takes long the first time. */
const tooLong = (max: number) => `Must be at most ${max.toLocaleString('en')} characters`

/** At most `max` characters as Zod and JSON Schema count them: one that has two UTF-16 units, such as 💛, is one. */
export const charactersUpTo = (max: number) =>
  [z.maxLength(max, { error: () => tooLong(max), abort: true })] as const

/** At most `max` UTF-16 units. */
export const upTo = (max: number) =>
  [
    ...charactersUpTo(max),
    z.refine<string>((text) => text.length <= max, { error: () => tooLong(max) }),
  ] as const

/** Text of at most `max` UTF-16 units. */
export const boundedText = (max: number) => anyText.check(...upTo(max))

/** `text` of somebody else's program, as {@link boundedText} takes it but for its length. */
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
