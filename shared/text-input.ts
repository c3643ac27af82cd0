import * as z from 'zod/mini'

const NUL = '\u0000'

const loneSurrogate = /\p{Surrogate}/u

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
