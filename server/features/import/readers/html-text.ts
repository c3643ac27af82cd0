import { compile, type HtmlToTextOptions } from 'html-to-text'

const inLowerCase = { options: { uppercase: false } }

const options: HtmlToTextOptions = {
  wordwrap: false,
  selectors: [
    {
      selector: 'a',
      options: { linkBrackets: ['(', ')'], hideLinkHrefIfSameAsText: true, ignoreHref: false },
    },
    { selector: 'img', format: 'skip' },
    { selector: 'ul', options: { itemPrefix: '- ' } },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'table'].map((selector) => ({ selector, ...inLowerCase })),
  ],
}

const asText = compile(options)
const asLines = compile({ ...options, preserveNewlines: true })

/** Paragraphs, lists and links, `words (address)`; pictures and scripts are left out. */
export const htmlAsText = (html: string) =>
  tidied(isExcessive(html) ? html.replace(anyTag, ' ') : asText(html))

/** More than anybody writes: the parser needs much memory, time that grows with the square of the depth, and the stack. */
const longest = 2_000_000
const deepest = 200

const anyTag = /<[a-z/][^<>]*>/gi
const closedByItself = /^<\/?(?:p|br|hr|img|li|td|th|tr|input|wbr)\b/i

function isExcessive(html: string): boolean {
  if (html.length > longest) return true
  let depth = 0
  for (const [tag] of html.matchAll(anyTag)) {
    if (closedByItself.test(tag)) continue
    depth = tag.startsWith('</') ? Math.max(0, depth - 1) : depth + 1
    if (depth > deepest) return true
  }
  return false
}

const tidied = (text: string) =>
  text
    .replaceAll('\u00a0', ' ')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

const tag =
  /<\/?(?:html|body|p|br|div|span|b|i|u|s|strong|em|strike|del|a|ul|ol|li|h[1-6]|blockquote)\b[^<>]*>/i

/** For texts of which nobody says whether they are HTML; `I <3 you` is none. Their line breaks stay. */
export function textOf(text: string): string {
  if (!tag.test(text)) return text
  return isExcessive(text) ? htmlAsText(text) : tidied(asLines(text))
}
