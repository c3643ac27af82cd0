import { createHash } from 'node:crypto'
import type { Response } from 'express'
import { colors } from '@shared/colors'

const variables = (palette: Record<string, string>) =>
  Object.entries(palette)
    .map(([name, value]) => `--${name}: ${value};`)
    .join(' ')

const style = `
:root {
  color-scheme: light dark;
  ${variables(colors.light)}
}
@media (prefers-color-scheme: dark) {
  :root { ${variables(colors.dark)} }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 420px; margin: 0 auto; padding: 12vh 20px 40px; }
h1 { margin: 0 0 12px; font: 600 28px/36px Georgia, serif; text-wrap: balance; }
p { margin: 0 0 16px; }
label { display: block; margin-top: 16px; font-size: 14px; }
input {
  display: block; width: 100%; min-height: 44px; margin: 4px 0; padding: 8px 12px;
  border: 1px solid var(--control); border-radius: 10px; background: transparent; color: inherit; font: inherit; font-size: 16px;
}
[aria-invalid] { border-color: var(--danger); }
.error { display: block; color: var(--danger); font-size: 14px; }
.action {
  display: flex; align-items: center; justify-content: center; width: 100%; min-height: 44px; margin-top: 16px; padding: 8px 16px;
  border: 1px solid var(--accent); border-radius: 10px; background: var(--accent); color: var(--accent-ink);
  font: 600 16px/24px system-ui, sans-serif; text-decoration: none; cursor: pointer;
}
.quiet { margin-top: 4px; border-color: transparent; background: transparent; color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

type Content = { title: string; body: string; script?: string; moreStyle?: string }
export type HtmlPage = { html: string; headers: Record<string, string> }

/** A page that loads nothing: its style and script are inline, and its headers allow only these. */
export function htmlPage({ title, body, script, moreStyle = '' }: Content): HtmlPage {
  const css = style + moreStyle
  const policy = [
    "default-src 'none'",
    `style-src ${sha256(css)}`,
    ...(script ? [`script-src ${sha256(script)}`] : []),
    "form-action 'self'",
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
<main>
${body}
</main>
${script ? `<script>${script}</script>` : ''}
</body>
</html>`
  // No referrer, because the URL of the sign-in callback holds a code.
  return { html, headers: { 'Content-Security-Policy': policy.join('; '), 'Referrer-Policy': 'no-referrer' } }
}

export function sendPage(res: Response, status: number, { html, headers }: HtmlPage) {
  res.status(status).set(headers).type('html').send(html)
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
