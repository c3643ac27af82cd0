import { compile, type DomNode, type HtmlToTextOptions } from 'html-to-text'

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
export const htmlAsText = (html: string) => converted(html, asText)

/** The same without the elements of some classes, which are given beside the text. */
export function htmlSplitter<Name extends string>(...classes: Name[]) {
  let taken = new Map<Name, DomNode[]>()
  const take = (name: Name) => (element: DomNode) => void taken.get(name)?.push(element)
  const convert = compile({
    ...options,
    formatters: Object.fromEntries(classes.map((name) => [name, take(name)])),
    selectors: [
      ...(options.selectors ?? []),
      ...classes.map((name) => ({ selector: `.${name}`, format: name })),
    ],
  })
  return (html: string) => {
    taken = new Map(classes.map((name) => [name, []]))
    const text = converted(html, convert)
    return { text, elements: (name: Name) => taken.get(name) ?? [] }
  }
}

/** What is too much for the parser loses its tags, but not the lines. Images may hold their data, and are left out anyway. */
function converted(given: string, convert: (html: string) => string): string {
  const html = given.replace(/<img\b[^<>]*>/gi, '')
  try {
    if (!isExcessive(html)) return tidied(convert(html))
  } catch (error) {
    // It may need more of the stack than there is, as for 200,000 line breaks.
    if (!(error instanceof RangeError)) throw error
  }
  return tidied(html.replace(anyTag, (tag) => (block.test(tag) ? '\n' : ' ')))
}

const block = /^<\/?(?:p|div|br|hr|li|ul|ol|h[1-6]|blockquote|pre|table|tr)\b/i

/** More than anybody writes: the parser needs much memory, and time that grows with the depth too. */
const longest = 300_000
const deepest = 30

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

/** No spaces at the end of a line, and no more than one line between two paragraphs. */
export const tidied = (text: string) =>
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
export const textOf = (text: string, isHtml = tag.test(text)): string =>
  isHtml ? converted(text, asLines) : text
