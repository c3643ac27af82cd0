import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseSync } from 'vite'
import { root } from '../server/root'

type Node = { type: string; [key: string]: unknown }

const folders = ['client/src', 'server', 'shared']
const notForPeople =
  /\.test\.|\/test\/|\/fixtures\/|-styles\.ts$|voice-prompt|reply-instructions|summary-text|crisis-lines|schema\.ts$/
const introduction = `# Words

Every sentence that a person can meet, by the file that says it: screens, server pages, emails, text messages, error messages, log lines and the API description. \`{name}\` stands for a value. \`npm run words\` makes this page from the sources. It does not see what libraries say (such as the browser's own words about a form), single words that are passed around as values, text inside the attributes of server pages, and what the assistant is told.
`

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value
const nodesIn = (value: unknown): Node[] =>
  Array.isArray(value) ? value.flatMap(nodesIn) : isNode(value) ? [value] : []
const childrenOf = (node: Node) => Object.values(node).flatMap(nodesIn)
const isText = (node: Node) => node.type === 'JSXText' && /\p{L}/u.test(String(node.value))
const isMarkup = (node: Node) => node.type === 'JSXElement' || node.type === 'JSXFragment'
const isString = (node: Node) => node.type === 'Literal' && typeof node.value === 'string'
const isSum = (node: Node) => node.type === 'BinaryExpression' && node.operator === '+'

/** What an expression is called, such as `date` of `longDay(entry.date)`. */
function nameOf(node: Node | undefined): string {
  if (!node) return '…'
  if (node.type === 'Identifier') return String(node.name)
  const [inner] = [node.property, node.arguments, node.expression].flatMap(nodesIn)
  return nameOf(inner)
}

/** The text of a node as a person reads it. */
function textOf(node: Node): string {
  const [expression] = nodesIn(node.expression)
  if (isString(node) || node.type === 'JSXText') return String(node.value)
  if (node.type === 'JSXExpressionContainer' && expression) return textOf(expression)
  if (node.type === 'JSXEmptyExpression') return ''
  if (isSum(node)) return nodesIn([node.left, node.right]).map(textOf).join('')
  if (isMarkup(node)) return nodesIn(node.children).map(textOf).join('')
  if (node.type !== 'TemplateLiteral') return `{${nameOf(node)}}`
  const expressions = nodesIn(node.expressions)
  return nodesIn(node.quasis)
    .map(({ value }, index) => {
      const next = expressions[index]
      return (value as { cooked: string }).cooked + (next ? textOf(next) : '')
    })
    .join('')
}

/** Literals that begin like a sentence and have more than one word. */
const isSentence = (text: string) =>
  /^(must |["“‘']?[\p{Lu}\d{]).*[\p{L}}\d] .*\p{L}{2}/u.test(text) &&
  /\p{L}{3}/u.test(text.replace(/\{.*?\}/g, '')) &&
  !/[;=]|^\d+ \d|^[A-Z]+ \/|^M[\d{]|^MMM|^Bearer/.test(text)

/** What a person sees even if it is a single word. */
const isLabel = (name: string) =>
  /^(label|title|heading|action|text|hint|description|summary|placeholder)$/.test(name)

function sentencesOf(node: Node, add: (text: string) => void): void {
  if (/^(TS.*Type|Import.*|ExportAll.*|TaggedTemplate.*)$/.test(node.type)) return
  const inner = (nodes: Node[]) => nodes.forEach((child) => sentencesOf(child, add))
  if (node.type === 'Property' || node.type === 'JSXAttribute') {
    const [name = ''] = nodesIn([node.key, node.name]).map((key) => String(key.name ?? key.value))
    const values = nodesIn(node.value)
    if (isLabel(name))
      values
        .filter((value) => isString(value) && /^\p{Lu}/u.test(textOf(value)))
        .forEach((value) => add(textOf(value)))
    return name === 'className' ? undefined : inner(values)
  }
  if (isMarkup(node) && nodesIn(node.children).some(isText)) {
    add(textOf(node))
    return inner([
      ...nodesIn(node.openingElement),
      ...nodesIn(node.children).filter((child) => !isMarkup(child)),
    ])
  }
  if (isString(node) || node.type === 'TemplateLiteral' || isSum(node)) {
    for (const part of textOf(node).split(/<[^>]*>|\n\n/)) if (isSentence(part.trim())) add(part)
    return inner(childrenOf(node).filter((child) => !isString(child) && !isSum(child)))
  }
  inner(childrenOf(node))
}

function sentencesIn(file: string): string[] {
  const found = new Set<string>()
  const source = readFileSync(path.join(root, file), 'utf8')
  sentencesOf(parseSync(file, source).program as unknown as Node, (text) =>
    found.add(text.replace(/\s+/g, ' ').replaceAll('&apos;', "'").trim()),
  )
  return [...found]
}

export function words(): string {
  const files = folders
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map(
        (file) => `${folder}/${file}`,
      ),
    )
    .filter((file) => /\.(tsx?|mjs)$/.test(file) && !notForPeople.test(file))
    .toSorted()
  const sections = files.flatMap((file) => {
    const sentences = sentencesIn(file)
    return sentences.length ? [`\n## ${file}\n\n${sentences.map((text) => `- ${text}\n`).join('')}`] : []
  })
  return introduction + sections.join('')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  writeFileSync(path.join(root, 'docs/words.md'), words())
