import type { ReactNode } from 'react'

/** Each paragraph runs in the direction of its own first letter. */
export const wordsStyle = 'wrap-anywhere whitespace-pre-wrap [unicode-bidi:plaintext]'

export type Level = 2 | 3 | 4 | 5

type Props = {
  text: string
  /** Of its headings, however many # they have. */
  level: Level
}

/**
 * A text with the Markdown that imported entries have: headings, lists with or without boxes, quotes, code, emphasis and
 * links to the web. All else is shown as it was typed, with its line breaks, and so is HTML. The time that it takes grows
 * with the length of the text alone.
 */
export function Markdown({ text, level }: Props) {
  return groupsOf(text.split(/\r?\n/)).map((lines, position) => (
    // Texts change as a whole.
    // oxlint-disable-next-line react/no-array-index-key
    <Block key={position} lines={lines} level={level} />
  ))
}

const kinds = {
  blank: /^\s*$/,
  heading: /^#{1,6}[ \t]+(?<words>(?:\S.*)?)$/,
  rule: /^([*_-])(?:\1{2,}|(?:[ \t]\1){2,})\s*$/,
  quote: /^ {0,3}>[> \t]*(?<words>(?:[^> \t].*)?)$/,
  bullet: /^(?<indent>[ \t]*)[*+-][ \t]+(?<words>(?:\S.*)?)$/,
  number: /^(?<indent>[ \t]*)(?<number>\d{1,9})[).][ \t]+(?<words>(?:\S.*)?)$/,
}
type Kind = keyof typeof kinds | 'words' | 'code'
type Line = { kind: Kind; words: string; indent?: string; number?: string }

function lineOf(line: string): Line {
  for (const [kind, pattern] of Object.entries(kinds) as [Kind, RegExp][]) {
    const found = pattern.exec(line)
    if (found) return { kind, words: '', ...found.groups }
  }
  return { kind: 'words', words: line }
}

const opening = /^`{3,}(?<words>[^`]*)$/
const closing = /^`{3,}\s*$/

/** `lines` with those between two fences as code, and with what stands behind the opening one: it may be a name, or words. */
function withCode(lines: string[]): Line[] {
  const last = lines.findLastIndex((line) => closing.test(line))
  let isCode = false
  return lines.map((line, at): Line => {
    const { words } = (at < last && !isCode && opening.exec(line)?.groups) || {}
    const isFence = words !== undefined || (isCode && closing.test(line))
    if (isFence) isCode = !isCode
    if (isFence && !words?.trim()) return { kind: 'blank', words: '' }
    return isFence || isCode ? { kind: 'code', words: words ?? line } : lineOf(line)
  })
}

/** The lines of each block. A heading is one of its own. */
function groupsOf(lines: string[]): [Line, ...Line[]][] {
  const groups: [Line, ...Line[]][] = []
  let before: Kind = 'blank'
  for (const line of withCode(lines)) {
    if (line.kind === before && line.kind !== 'heading') groups.at(-1)?.push(line)
    else if (line.kind !== 'blank') groups.push([line])
    before = line.kind
  }
  return groups
}

function Block({ lines, level }: { lines: [Line, ...Line[]]; level: Level }) {
  const Heading = `h${level}` as const
  const [{ kind, words }] = lines
  switch (kind) {
    case 'heading':
      return (
        <Heading dir="auto" className="font-semibold wrap-anywhere">
          {inlineMarkdown(words)}
        </Heading>
      )
    case 'code':
      return <pre className={wordsStyle}>{lines.map((line) => line.words).join('\n')}</pre>
    case 'rule':
      return <hr className="border-line" />
    case 'bullet':
      return <ul className="list-disc space-y-1 marker:text-accent">{lines.map(item)}</ul>
    case 'number':
      return <ol className="list-decimal space-y-1 marker:text-accent">{lines.map(item)}</ol>
    case 'quote':
      return <blockquote className="border-s-2 border-line px-4 text-muted">{paragraph(lines)}</blockquote>
    default:
      return paragraph(lines)
  }
}

const paragraph = (lines: Line[]) => (
  <p dir="auto" className={wordsStyle}>
    {inlineMarkdown(lines.map(({ words }) => words).join('\n'))}
  </p>
)

/** Of a list of things to do. */
const box = /^\[([ xX])\](?= )/

const item = ({ words, indent = '', number }: Line, position: number) => (
  <li
    key={position}
    dir="auto"
    value={number ? Number(number) : undefined}
    className={wordsStyle}
    style={{ marginInlineStart: `${1.25 + Math.min(indent.replaceAll('\t', '  ').length, 8) / 2}em` }}
  >
    {inlineMarkdown(words.replace(box, (_, mark) => (mark === ' ' ? '☐' : '☑')))}
  </li>
)

// What may begin something within a paragraph.
const special = /\\[!-/:-@[-`{-~]|\*+|_+|~+|`|!?\[|https?:\/\//g
/** Not the apostrophes of I`ll and you`ll. */
const code = /(?<![\p{L}\p{N}])`([^`\n]+)`(?![\p{L}\p{N}])/uy
const address = String.raw`https?://(?:[^\s()<>]|\([^\s()<>]*\))+`
const link = new RegExp(String.raw`!?\[([^\][\n]*)\]\(<?(${address})>?(?: "[^"\n]*")?\)`, 'y')
const bareAddress = new RegExp(address, 'y')
const letter = /[\p{L}\p{N}]/u

/** Emphasis, code and links. What is opened and not closed is text. */
export function inlineMarkdown(text: string): ReactNode[] {
  let key = 0
  const root: ReactNode[] = []
  /** At most one of each kind is open, so that closing one, or giving some up, moves a node only a few times. */
  const open: { marker: string; nodes: ReactNode[] }[] = []
  const nodes = () => open.at(-1)?.nodes ?? root

  function add(node: ReactNode) {
    const into = nodes()
    const last = into.at(-1)
    if (typeof node === 'string' && typeof last === 'string') into[into.length - 1] = last + node
    else if (node !== '') into.push(node)
  }

  function giveUp() {
    const { marker = '', nodes = [] } = open.pop() ?? {}
    for (const node of [marker, ...nodes]) add(node)
  }

  function close(marker: string) {
    while (open.at(-1)?.marker !== marker) giveUp()
    const { nodes = [] } = open.pop() ?? {}
    const Emphasis = marker === '~~' ? 'del' : marker.length === 1 ? 'em' : 'strong'
    add(<Emphasis key={key++}>{nodes}</Emphasis>)
  }

  function emphasize(run: string, before: string, after: string) {
    const [char = ''] = run
    const markers = run.length === 3 ? [char + char, char] : run.length < 3 ? [run] : []
    if (char === '~' && run !== '~~') return add(run)
    const opened = open.map(({ marker }) => marker).filter((marker) => markers.includes(marker))
    const isInWord = char === '_' && letter.test(before) && letter.test(after)
    if (opened.length && before.trim() && !isInWord) {
      for (const marker of opened.toReversed()) close(marker)
      add(char.repeat(run.length - opened.join('').length))
      // Not the stars of 5*3*2.
    } else if (markers.length && !opened.length && after.trim() && !isInWord && !/\d/.test(before)) {
      for (const marker of markers) open.push({ marker, nodes: [] })
    } else add(run)
  }

  const linkTo = (href: string, words: ReactNode) =>
    add(
      <a
        key={key++}
        href={href}
        target="_blank"
        rel="noopener noreferrer"
        className="text-accent underline underline-offset-2"
      >
        {words}
      </a>,
    )

  let at = 0
  for (let found = find(special, text, at); found; found = find(special, text, at)) {
    const [mark] = found
    add(text.slice(at, found.index))
    const before = text[found.index - 1] ?? ''
    at = found.index + mark.length
    // People type ¯\_(ツ)_/¯ and C:\_old.
    if (mark.startsWith('\\')) add(mark === '\\_' && /[¯:]/.test(before) ? mark : mark.slice(1))
    else if (mark === '`') {
      const [whole = mark, words] = find(code, text, found.index) ?? []
      at = found.index + whole.length
      add(words === undefined ? mark : <code key={key++}>{words}</code>)
    } else if (mark.endsWith('[')) {
      const [whole, words, href = ''] = find(link, text, found.index) ?? []
      if (whole === undefined) add(mark)
      else {
        at = found.index + whole.length
        linkTo(href, words?.trim() ? words : href)
      }
    } else if (mark.startsWith('http')) {
      const [whole = ''] = (!letter.test(before) && find(bareAddress, text, found.index)) || []
      const href = withoutEnd(whole)
      if (href.length <= mark.length) add(mark)
      else {
        at = found.index + href.length
        linkTo(href, href)
      }
    } else emphasize(mark, before, text[at] ?? '')
  }
  add(text.slice(at))
  while (open.length) giveUp()
  return root
}

function find(pattern: RegExp, text: string, from: number) {
  pattern.lastIndex = from
  return pattern.exec(text)
}

/** Without the punctuation that follows an address in a sentence. */
function withoutEnd(address: string) {
  let { length } = address
  while (length && '.,;:!?\'"*_~]'.includes(address[length - 1] ?? '')) length--
  return address.slice(0, length)
}
