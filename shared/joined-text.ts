/** What is between two parts of a text, and what is written there. */
export type Separator = { between: RegExp; written: string }

export const byLine: Separator = { between: /\n/, written: '\n\n' }
/** Also where spaces at the end of a text were trimmed: `tea / ` and `tea /` are the same. */
export const bySlash: Separator = { between: /(?:^|\s)\/(?=\s|$)/, written: ' / ' }
const longestSeparator = bySlash.written.length

/** Joins two versions of a text. If one has all parts of the other, it is the result; a part that both have is kept once. */
export function joinedOnce(saved: string, mine: string, separator: Separator): string {
  if (!mine.trim()) return saved
  if (!isMore(saved, mine, separator)) return mine
  return isMore(mine, saved, separator)
    ? saved + separator.written + partsBeyond(mine, saved, separator)
    : saved
}

const isMore = (text: string, than: string, separator: Separator) => partsBeyond(text, than, separator) !== ''

/** The parts of `text` that `other` does not have, and the empty lines between them. */
function partsBeyond(text: string, other: string, separator: Separator): string {
  const partsOf = (whole: string) => whole.split(separator.between)
  const known = new Set(partsOf(other).map((part) => part.trim()))
  const parts = partsOf(text).filter((part) => !part.trim() || !known.has(part.trim()))
  if (separator === bySlash)
    return parts
      .map((part) => part.trim())
      .filter(Boolean)
      .join(bySlash.written)
  return parts
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+/, '')
    .trimEnd()
}

/** `text` with `added` after it, unless it has that already. */
export function appended(text: string, added: string, separator = byLine): string {
  const growing = growingText(text, separator)
  if (!growing.holds(added)) growing.append(added)
  return growing.text()
}

export type GrowingText = ReturnType<typeof growingText>

/**
 * A text that others are appended to. Each appended text costs one search through what is there. `fit` cuts the text to its
 * limit: as much of a new text is appended as fits, and the existing text is never cut.
 */
export function growingText(text: string, { between, written }: Separator, fit = (text: string) => text) {
  const partsOf = (whole: string) => whole.split(between).map((part) => `${part.trim()}\0`)
  // Each part stands between two marks: "Tea" is not in "Teacher".
  let parts = `\0${partsOf(text).join('')}`
  /** Once something had no room, nothing else has. */
  let isFull = false

  return {
    text: () => text,
    /** Whether `added` stands in the text as whole parts. */
    holds: (added: string) => !added.trim() || parts.includes(`\0${partsOf(added.trim()).join('')}`),
    /** Returns whether all of it fits. */
    append(added: string): boolean {
      if (isFull) return false
      const isFirst = !text.trim()
      const longer = isFirst ? added : text + written + added
      const fits = fit(longer)
      isFull = fits !== longer
      if (isFull && fits.length <= text.length + longestSeparator) return false
      parts =
        isFirst || isFull
          ? `\0${partsOf(fits).join('')}`
          : parts +
            partsOf(written + added)
              .slice(1)
              .join('')
      text = fits
      return !isFull
    },
  }
}
