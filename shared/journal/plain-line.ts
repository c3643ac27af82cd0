import { type EntryRow, readingOrder } from './entry'

/** Before a figure, a dash, a plus and an arrow are signs. */
const start =
  /^(?:#{1,6}[ \t]+(?=\S)|\*(?![ \t*-]*$)[ \t]+(?=\S)|(?:(?:>+[ \t]+)+|[+-](?![ \t*-]*$)[ \t]+)(?=[^\s\p{N}\p{Sc}]))/u

const escaped = /(?<![¯:])\\(?<sign>[!-/:-@[-`{-~])/u
const code = /(?<![\p{L}\p{N}])`(?<code>[^`]+)`(?![\p{L}\p{N}])/u
const link = /!?\[(?<words>[^\][]*)\]\(<?(?<address>https?:\/\/[^\s()<>]+)>?(?: "[^"]*")?\)/u
/** Not within words and formulas, such as 5*3*2, snake_case and ^_^. */
const emphasis =
  /(?<=^|[\s"'“‘„«([{—–])(?<mark>\*{1,3}|_{1,3}|~~)(?![\s.,;:!?*_~/])(?<text>.{1,200}?)(?<!\s|\\|\k<mark>)\k<mark>(?=$|[\s.,;:!?…"'”’»)\]}—–])/u
const marks = new RegExp([escaped, code, link, emphasis].map(({ source }) => source).join('|'), 'gu')

/** The first line that was written, beginning with what happened, as it is shown; '' if there is none. */
export const firstLineOf = (entry: EntryRow): string =>
  plainLine(readingOrder.map((field) => entry[field]?.trim().split('\n')[0]).find(Boolean) ?? '')

/**
 * A line without the marks of Markdown, for where it stands alone: headings, quotes, bullets, emphasis, code and links to the
 * web. What may be meant as it was typed stays, and so do numbers and boxes. It takes time in proportion to its length.
 */
export const plainLine = (line: string): string => withoutMarks(line.replace(start, ''))

const withoutMarks = (words: string): string =>
  words.replace(marks, (whole, ...matched) => {
    const { sign, code, words, address, text } = matched.at(-1) as Record<string, string | undefined>
    if (text !== undefined) return /[\p{L}\p{N}]/u.test(text) ? withoutMarks(text) : whole
    return sign ?? code ?? (words?.trim() ? words : (address ?? whole))
  })
