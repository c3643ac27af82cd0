import { STATUS_CODES } from 'node:http'
import { escapeHtml, htmlPage, type HtmlPage } from '../../html/html-page'
import type { JsonSchema, OpenApiDocument } from './document'

const moreStyle = `
main, .brand { max-width: 720px; }
h2 { margin: 40px 0 8px; font: 500 1.375rem/1.875rem var(--serif); }
h3 { margin: 16px 0 4px; font-size: 0.875rem; }
code, .path { font: 0.875rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
main a { color: var(--accent); }
details { border-top: 1px solid var(--line); }
summary { padding: 10px 0; min-height: 44px; cursor: pointer; }
summary span { display: block; padding-left: 20px; color: var(--muted); }
details > div { padding: 0 0 16px 20px; }
dl { margin: 0; display: grid; grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); gap: 4px 16px; font-size: 14px; }
dt { overflow-wrap: anywhere; }
dd { margin: 0; }
`

type Described = OpenApiDocument['paths'][string][string]

/** The description for people: every operation can be opened, and nothing needs a script. */
export function docsPage(document: OpenApiDocument): HtmlPage {
  const { schemas } = document.components
  const chapters = document.tags.map(({ name }) => {
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, operation]) =>
        operation.tags.includes(name) ? [operationHtml(`${method.toUpperCase()} ${path}`, operation)] : [],
      ),
    )
    return `<h2>${escapeHtml(name)}</h2>\n${operations.join('\n')}`
  })
  const shapes = Object.entries(schemas).map(
    ([name, schema]) =>
      `<details id="${name}"><summary><code>${name}</code></summary><div>${schema.properties ? fieldsHtml(schema) : shapeHtml(schema)}</div></details>`,
  )
  const paragraphs = document.info.description.split('\n\n').map((text) => `<p>${prose(text)}</p>`)
  return htmlPage({
    title: 'API · Lisa',
    moreStyle,
    body: `<h1>The Lisa API</h1>
${paragraphs.join('\n')}
<p>For programs: <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1)</p>
${chapters.join('\n')}
<h2>Shapes</h2>
${shapes.join('\n')}
<a class="action quiet" href="/">Back to Lisa</a>`,
  })
}

function operationHtml(endpoint: string, operation: Described): string {
  const { summary, description, security, parameters, requestBody, responses } = operation
  const [{ token, cookie } = {}] = security as Record<string, string[]>[]
  const door = token
    ? `Needs a token${token.length ? ` with ${token.map((scope) => `\`${scope}\``).join(' and ')}` : ''}.`
    : cookie
      ? 'Needs the cookie of a signed-in browser.'
      : 'Open to everyone.'
  const body = requestBody && shapeHtml(Object.values(requestBody.content)[0]?.schema ?? {})
  const answers = Object.entries(responses).map(([status, answer]) => {
    const [type, content] = Object.entries(answer.content ?? {})[0] ?? []
    const shape = type === 'application/json' ? shapeHtml(content?.schema ?? {}) : (type ?? '')
    return row(
      `${status} ${STATUS_CODES[status] ?? ''}`,
      [prose(answer.description), shape].filter(Boolean).join(' · '),
    )
  })
  return `<details><summary><code>${escapeHtml(endpoint)}</code><span>${escapeHtml(summary)}</span></summary><div>
<p>${prose([description, door].filter(Boolean).join(' '))}</p>
${parameters ? `<h3>Parameters</h3>${list(parameters.map(({ name, required, schema }) => row(name, shapeHtml(schema) + (required ? '' : ', optional'))))}` : ''}
${body ? `<h3>Body</h3><p>${body}</p>` : ''}
<h3>Answers</h3>${list(answers)}
</div></details>`
}

function fieldsHtml({ properties = {}, required = [] }: JsonSchema): string {
  return list(
    Object.entries(properties).map(([name, schema]) =>
      row(name, shapeHtml(schema) + (required.includes(name) ? '' : ', optional')),
    ),
  )
}

/** A schema in a few words. */
function shapeHtml(schema: JsonSchema): string {
  const { $ref, oneOf, anyOf = oneOf, items, type, format, enum: values, const: value, description } = schema
  const { minLength, maxLength, minimum, maximum } = schema
  const bounds = [
    minLength !== undefined && `at least ${minLength} characters`,
    maxLength !== undefined && `at most ${maxLength} characters`,
    typeof minimum === 'number' && minimum > Number.MIN_SAFE_INTEGER && `at least ${minimum}`,
    typeof maximum === 'number' && maximum < Number.MAX_SAFE_INTEGER && `at most ${maximum}`,
  ].filter(Boolean)
  const what = () => {
    if (typeof $ref === 'string') {
      const name = escapeHtml($ref.split('/').at(-1) ?? '')
      return `<a href="#${name}"><code>${name}</code></a>`
    }
    if (Array.isArray(anyOf)) return anyOf.map(shapeHtml).join(' or ')
    if (items) return `list of ${shapeHtml(items as JsonSchema)}`
    if (Array.isArray(values))
      return values.map((each) => `<code>${escapeHtml(String(each))}</code>`).join(', ')
    if (value !== undefined) return value === '' ? 'empty' : `<code>${escapeHtml(String(value))}</code>`
    return escapeHtml(String(format ?? [type ?? 'anything'].flat().join(' or ')))
  }
  const about = typeof description === 'string' ? `. ${prose(description)}` : ''
  return [what(), ...bounds].join(', ') + about
}

const list = (rows: string[]) => `<dl>${rows.join('')}</dl>`
const row = (term: string, html: string) => `<dt><code>${escapeHtml(term)}</code></dt><dd>${html}</dd>`
const prose = (text: string) => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')
