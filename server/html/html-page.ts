import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Response } from 'express'
import { colors, cssVariables } from '@shared/colors'

const variables = (palette: Parameters<typeof cssVariables>[0]) =>
  Object.entries(cssVariables(palette))
    .map(([name, value]) => `${name}: ${value};`)
    .join(' ')

/** The look of the app: its tokens, its serif, its cards and controls. */
const style = `
@font-face {
  font-family: 'Lisa Serif'; src: url('/assets/lisa-serif-2.woff2') format('woff2'); font-weight: 400 700; font-display: swap;
}
:root {
  color-scheme: light dark;
  --sans: -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', system-ui, sans-serif;
  --serif: 'Lisa Serif', Georgia, serif;
  ${variables(colors.light)}
}
@media (prefers-color-scheme: dark) {
  :root:not([data-appearance='light']) { ${variables(colors.dark)} }
}
:root[data-appearance='light'] { color-scheme: light; }
:root[data-appearance='dark'] { color-scheme: dark; ${variables(colors.dark)} }
* { box-sizing: border-box; }
body { margin: 0; padding: 20px; background: var(--paper); color: var(--ink); font: 1rem/1.5 var(--sans); }
@media (min-width: 64rem) { body { background: var(--table); } }
.skip {
  position: absolute; top: 8px; left: 50%; transform: translateX(-50%); padding: 10px 16px; border-radius: 10px;
  background: var(--accent); color: var(--accent-ink); font-weight: 500; text-decoration: none; white-space: nowrap;
}
.skip:not(:focus) { clip-path: inset(50%); }
.brand { max-width: 380px; margin: 8vh auto 20px; font: 500 1.375rem/1.75rem var(--serif); }
.brand a { color: inherit; text-decoration: none; }
main {
  max-width: 380px; margin: 0 auto; padding: 28px 24px 24px;
  border: 1px solid var(--line); border-radius: 14px; background: var(--card);
}
h1 { margin: 0 0 12px; font: 500 1.75rem/2.25rem var(--serif); text-wrap: balance; overflow-wrap: anywhere; }
p { margin: 0 0 16px; text-wrap: pretty; }
.muted { color: var(--muted); font-size: 0.875rem; }
label { display: block; margin-top: 16px; font-size: 0.875rem; font-weight: 500; }
input, textarea {
  display: block; width: 100%; min-height: 44px; margin: 4px 0; padding: 10px 12px;
  border: 1px solid var(--control); border-radius: 10px; background: var(--card); color: inherit; font: inherit;
}
[aria-invalid] { border-color: var(--danger); }
.error { display: block; color: var(--danger); font-size: 0.875rem; font-weight: 500; }
.action {
  display: flex; align-items: center; justify-content: center; width: 100%; min-height: 44px; margin-top: 16px; padding: 8px 16px;
  border: 1px solid transparent; border-radius: 10px; background: var(--accent); color: var(--accent-ink);
  font: 500 1rem/1.5rem var(--sans); text-decoration: none; cursor: pointer;
}
.quiet { margin-top: 4px; background: transparent; color: var(--accent); }
main:focus { outline: none; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
`

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** `formTo`: where the form leads besides this site, as the Content-Security-Policy has it. */
type Content = { title: string; body: string; script?: string; moreStyle?: string; formTo?: string }
export type HtmlPage = { html: string; headers: Record<string, string> }

/** A page that loads nothing but the serif: its style and script are inline, and its headers allow only these. */
export function htmlPage({ title, body, script, moreStyle = '', formTo = '' }: Content): HtmlPage {
  const css = style + moreStyle
  const policy = [
    "default-src 'none'",
    `style-src ${sha256(css)}`,
    "font-src 'self'",
    ...(script ? [`script-src ${sha256(script)}`] : []),
    `form-action 'self' ${formTo}`.trim(),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${css}</style>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<p class="brand"><a href="/">Lisa</a></p>
<main id="content" tabindex="-1">
${body}
</main>
${script ? `<script>${script}</script>` : ''}
</body>
</html>`
  // No referrer, because the URL of the sign-in callback holds a code.
  return { html, headers: { 'Content-Security-Policy': policy.join('; '), 'Referrer-Policy': 'no-referrer' } }
}

export function sendPage(res: Response, status: number, page: HtmlPage) {
  res.status(status).set(page.headers).type('html').send(htmlFor(res.req, page))
}

/** The page in the appearance that is chosen on the device (client/public/assets/appearance-1.js). */
export function htmlFor({ headers }: IncomingMessage, { html }: HtmlPage): string {
  const [, chosen] = /(?:^|; )lisa\.appearance=(light|dark)(?:;|$)/.exec(headers.cookie ?? '') ?? []
  return chosen ? html.replace('<html', `<html data-appearance="${chosen}"`) : html
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}

type Notice = { heading: string; text: string; action: string; href: string; back?: boolean }

/** A page with one sentence and one link. */
export function noticePage({ heading, text, action, href, back = true }: Notice): HtmlPage {
  return htmlPage({
    title: `${heading} · Lisa`,
    body: `<h1>${escapeHtml(heading)}</h1>
<p>${escapeHtml(text)}</p>
<a class="action" href="${escapeHtml(href)}">${escapeHtml(action)}</a>
${back ? '<a class="action quiet" href="/">Back to Lisa</a>' : ''}`,
  })
}
