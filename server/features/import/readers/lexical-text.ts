import { tidied } from '../../../html/html-text'

type Node = {
  type?: unknown
  text?: unknown
  url?: unknown
  checked?: unknown
  value?: unknown
  listType?: unknown
  children?: unknown
}

/** More levels than anybody writes. */
const deepest = 64
const blocks = /^(?:paragraph|heading|quote|code|listitem|tablerow|horizontalrule|collapsible)/

/**
 * The words of a document of the editor Lexical: a line for each paragraph and item. Text that is no such document, or one
 * that is nested too deep, stays as it is.
 */
export function lexicalAsText(text: string): string {
  const parts: string[] = []
  try {
    const { root } = JSON.parse(text)
    if (!Array.isArray(root.children)) return text
    add(root, parts)
  } catch {
    return text
  }
  return tidied(parts.join(''))
}

function add(node: unknown, parts: string[], list: Node = {}, depth = 0): void {
  if (typeof node !== 'object' || node === null) return
  if (depth > deepest) throw new RangeError('The document is nested too deep')
  const { type, text, url, children, checked, value }: Node = node
  if (type === 'linebreak') parts.push('\n')
  if (type === 'listitem' && !hasList(children))
    parts.push(
      list.listType === 'number'
        ? `${value}. `
        : list.listType === 'check'
          ? `- [${checked ? 'x' : ' '}] `
          : '- ',
    )
  if (typeof text === 'string') parts.push(text)
  const before = parts.length
  if (Array.isArray(children))
    for (const child of children) add(child, parts, type === 'list' ? (node as Node) : {}, depth + 1)
  if (typeof url === 'string' && parts.slice(before).join('') !== url) parts.push(` (${url})`)
  if (typeof type === 'string' && blocks.test(type)) parts.push(type === 'listitem' ? '\n' : '\n\n')
  if (type === 'list') parts.push('\n')
  if (type === 'tablecell') parts.push(' ')
}

/** An item may hold nothing but a list within the list. */
const hasList = (children: unknown) =>
  Array.isArray(children) && children.some((child: Node | null) => child?.type === 'list')
