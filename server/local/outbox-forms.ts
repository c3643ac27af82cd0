import { randomBytes } from 'node:crypto'
import express, { type Request, type RequestHandler, Router } from 'express'
import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks.js'
import { localDay } from '@shared/timezones'
import type { AppContext } from '../context'
import { endDay } from '../features/summaries/summary-queue-repository'
import { userByPhoneNumber } from '../features/messages/messages-repository'
import { makeDueSummaries } from '../features/summaries/make-due-summaries'
import { escapeHtml } from '../html/html-page'
import type { Outbox } from './outbox'

const webhook = '/api/webhooks/twilio/sms'
const notes: Record<string, string> = {
  ended: 'The day has ended and its summary has been made.',
  nothing: 'Nothing was said today since the last summary.',
  unknownNumber: 'No account has confirmed this number.',
}

/** Simulates a phone: its texts go through the webhook like the provider's, over HTTP and signed. */
export function outboxForms(ctx: AppContext, outbox: Outbox, twilioAuthToken: string) {
  // CSRF token.
  const formToken = randomBytes(24).toString('base64url')
  const router = Router()

  router.use(express.urlencoded({ extended: false }))
  router.post('/texts', requireFormToken(formToken), async (req, res) => {
    const { from, body } = fields(req)
    const answer = await deliver(req, ctx.env.appUrl, twilioAuthToken, { from, body })
    const xml = await answer.text()
    const reply = /<Message[^>]*>(.*)<\/Message>/s.exec(xml)?.[1]
    const note = answer.ok ? (reply === undefined ? 'no reply' : '') : `refused with status ${answer.status}`
    await outbox.receive({ from, body, note })
    if (reply !== undefined) await outbox.sms.send({ to: from, body: unescaped(reply) })
    res.redirect(303, outboxUrl(from))
  })

  router.post('/end-of-day', requireFormToken(formToken), async (req, res) => {
    const { from } = fields(req)
    const [user, now] = [await userByPhoneNumber(ctx.db, from), ctx.now()]
    const day = user && { userId: user.userId, localDate: localDay(now, user.timezone) }
    const hasEnded = day && (await endDay(ctx.db, day, now))
    if (hasEnded) await makeDueSummaries(ctx)
    res.redirect(303, outboxUrl(from, hasEnded ? 'ended' : day ? 'nothing' : 'unknownNumber'))
  })

  return { router, note: noteHtml, html: (req: Request) => formHtml(formToken, req.query) }
}

const outboxUrl = (from: string, note = '') => `/dev/outbox?${new URLSearchParams({ from, note })}`

const requireFormToken =
  (token: string): RequestHandler =>
  (req, res, next) =>
    req.body?.token === token
      ? next()
      : void res.status(403).type('text').send('This form is out of date: open /dev/outbox again.')

/** Browsers submit text areas with CR LF, phones send LF. */
const fields = ({ body }: Request) => ({
  from: String(body.from ?? '').trim(),
  body: String(body.body ?? '').replaceAll('\r\n', '\n'),
})

function deliver(
  { socket }: Request,
  appUrl: string,
  twilioAuthToken: string,
  { from, body }: { from: string; body: string },
): Promise<Response> {
  const params = {
    MessageSid: `SM${randomBytes(16).toString('hex')}`,
    From: from,
    To: '+15005550006',
    Body: body,
    NumMedia: '0',
  }
  const signature = getExpectedTwilioSignature(twilioAuthToken, appUrl + webhook, params)
  const { localAddress = '127.0.0.1', localPort } = socket
  const host = localAddress.includes(':') ? `[${localAddress}]` : localAddress
  return fetch(`http://${host}:${localPort}${webhook}`, {
    method: 'POST',
    headers: { 'X-Twilio-Signature': signature },
    body: new URLSearchParams(params),
  })
}

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }
const unescaped = (xml: string) => xml.replace(/&(lt|gt|quot|#39|amp);/g, (_, name) => entities[name] ?? '')

function noteHtml({ query }: Request): string {
  const note = notes[String(query.note)]
  return note ? `<p role="status" class="bubble">${note}</p>` : ''
}

function formHtml(token: string, query: Request['query']): string {
  const from = escapeHtml(String(query.from ?? ''))
  return `<form id="text" method="post" action="/dev/outbox/texts">
<h2>Text Lisa</h2>
<input type="hidden" name="token" value="${token}">
<label for="from">From number</label>
<input id="from" name="from" type="tel" value="${from}" placeholder="+1234567890" required>
<label for="body">Text</label>
<textarea id="body" name="body" rows="3" required></textarea>
<button class="action">Send the text to Lisa</button>
<button class="action quiet" formaction="/dev/outbox/end-of-day" formnovalidate>End the day now</button>
<p class="muted">“End the day now” lets you try out the daily summary: it makes the summary of that number right away, with the job that otherwise runs after midnight in the user’s timezone.</p>
</form>`
}
