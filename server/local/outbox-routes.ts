import { type RequestHandler, Router } from 'express'
import type { AppContext } from '../context'
import { escapeHtml, htmlPage, sendPage } from '../html/html-page'
import type { Outbox, OutboxItem } from './outbox'
import { outboxForms } from './outbox-forms'

/** The outbox page of the local mode, served only under the app's own host name. */
export function outboxRoutes(ctx: AppContext, outbox: Outbox): Router {
  const router = Router()
  router.use(onlyAt(new URL(ctx.env.appUrl).host), (_req, res, next) => {
    res.set('Cache-Control', 'no-store')
    next()
  })
  const forms = ctx.twilioAuthToken && outboxForms(ctx, outbox, ctx.twilioAuthToken)
  if (forms) router.use(forms.router)

  router.get('/', async (req, res) => {
    const items = await outbox.list()
    const { html, headers } = htmlPage({
      title: 'Outbox · Lisa (development)',
      body: `<link rel="stylesheet" href="/dev/outbox/style.css">
<h1>Outbox</h1>
<p>What Lisa would have sent. This server runs in local mode and sends nothing. Anyone who can reach it can read this page.</p>
${forms ? `<p><a href="#text">Text Lisa</a></p>${forms.note(req)}` : ''}
${items.map(article).join('\n') || '<p>Nothing has been sent yet.</p>'}
${forms ? forms.html(req) : ''}`,
    })
    const policy = headers['Content-Security-Policy']?.replace('style-src ', "style-src 'self' ")
    sendPage(res, 200, {
      html,
      headers: { ...headers, 'Content-Security-Policy': `${policy}; frame-src 'self'` },
    })
  })

  router.get('/style.css', (_req, res) => void res.type('css').send(style))

  // The rendered mail, sandboxed: it can only open links in new tabs.
  router.get('/mails/:id', async (req, res, next) => {
    const item = await outbox.get(req.params.id)
    if (item?.channel !== 'email') return next()
    res.removeHeader('X-Frame-Options')
    res
      .set({
        'Content-Security-Policy':
          "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
        'Referrer-Policy': 'no-referrer',
      })
      .type('html')
      .send(item.html.replace('<head>', '<head><base target="_blank">'))
  })

  router.use((_req, res) => void res.status(404).type('text').send('Not found'))
  return router
}

/** Protects against DNS rebinding: another site whose name resolves to this machine could read the page. */
const onlyAt =
  (host: string): RequestHandler =>
  (req, res, next) =>
    req.headers.host === host ? next() : void res.status(404).type('text').send('Not found')

function article(item: OutboxItem): string {
  const when = `<time datetime="${item.at}">${item.at.replace('T', ' ').slice(0, 19)} UTC</time>`
  if (item.channel === 'sms')
    return `<article>
<h2>Text to ${escapeHtml(item.to)}</h2>
<p class="muted">${when} · ${item.body.length} characters</p>
<p class="bubble">${escapeHtml(item.body)}</p>
</article>`
  if (item.channel === 'incoming')
    return `<article>
<h2>Text from ${escapeHtml(item.from)}</h2>
<p class="muted">${[when, item.note].filter(Boolean).join(' · ')}</p>
<p class="bubble own">${escapeHtml(item.body)}</p>
</article>`
  return `<article>
<h2>${escapeHtml(item.subject)}</h2>
<p class="muted">Email to ${escapeHtml(item.to)} · ${when}</p>
<iframe src="/dev/outbox/mails/${encodeURIComponent(item.id)}" sandbox="allow-popups allow-popups-to-escape-sandbox" title="${escapeHtml(item.subject)}" loading="lazy"></iframe>
<details><summary>As text</summary><pre>${escapeHtml(item.text)}</pre></details>
<details><summary>Headers</summary><pre>${escapeHtml(item.headers)}</pre></details>
</article>`
}

const style = `
main, .brand { max-width: 640px; }
main { padding: 0; border: 0; background: none; }
article, form { margin: 16px 0; padding: 20px; border: 1px solid var(--line); border-radius: 14px; background: var(--card); }
main a { display: inline-flex; align-items: center; min-height: 44px; color: var(--accent); }
h2 { margin: 0 0 4px; font: 500 1.125rem/1.75rem var(--serif); overflow-wrap: anywhere; }
.muted { overflow-wrap: anywhere; }
.bubble { padding: 12px 16px; border-radius: 16px; background: var(--accent-soft); white-space: pre-wrap; overflow-wrap: anywhere; }
p.own { background: none; border: 1px solid var(--line); }
iframe { display: block; width: 100%; height: 520px; border: 0; border-radius: 10px; background: transparent; }
summary { display: flex; align-items: center; min-height: 44px; cursor: pointer; }
pre { margin: 0; font-size: 13px; white-space: pre-wrap; overflow-wrap: anywhere; }
`
