import { setTimeout } from 'node:timers/promises'
import { type Request, type RequestHandler, Router } from 'express'
import { validateRequest } from 'twilio/lib/webhooks/webhooks.js'
import { z } from 'zod'
import { messageKeywords, messageSid, phoneNumber, textStatuses } from '@shared/messages'
import { shortened, storable, textLimits } from '@shared/text'
import type { AppContext } from '../../context'
import { AppError, textsNotSetUp } from '../../http/errors'
import { readForm } from '../../http/request-body'
import { isId } from '../../http/ids'
import { parseInput } from '../../http/parse-input'
import { statusCallback, statusPath } from '../../senders/status-callback'
import { remindersOf } from '../reminders/reminders-repository'
import { converse } from './converse'
import { giveBackQuietLine } from './danger-answer'
import { quietKindIn } from './danger-sentences'
import { userByPhoneNumber } from './messages-repository'
import { recordDeliveryStatus, undelivered, updateReminder } from './text-reports-repository'
import { escapeHtml } from '../../html/html-page'

/** Senders without a phone number, such as short codes, become an empty string, which no user has. */
const number = phoneNumber.catch('')

const incomingText = z.object({
  MessageSid: messageSid,
  From: z.string().catch(''),
  Body: z.string().default(''),
  OptOutType: z.string().toLowerCase().pipe(z.enum(messageKeywords)).optional().catch(undefined),
})

const statusReport = z.object({
  MessageSid: messageSid,
  MessageStatus: z.enum(textStatuses).optional().catch(undefined),
  ErrorCode: z
    .string()
    .regex(/^\d{1,10}$/)
    .optional()
    .catch(undefined),
  To: number,
})

const optedOut = '21610'

/** A report can arrive before the response to the request that sent the text, so that its id is not stored yet. */
const retryReportMs = 1_000

/** Needs neither a session nor an Origin: Twilio signs its requests. */
export function smsWebhookRoutes(ctx: AppContext): Router {
  const { db, env, now } = ctx
  const router = Router()
  const fromTwilio = requireSignature(ctx)

  router.post('/webhooks/twilio/sms', fromTwilio, async (req, res) => {
    const { MessageSid: sid, From, Body, OptOutType: answered } = parseInput(incomingText, req.body)
    const from = number.parse(From)
    const body = shortened(storable(Body), textLimits.message)
    const reply = await converse(ctx, { sid, sender: From, from, body, answered })
    const base = statusCallback(env.appUrl)
    const callbackUrl = base && reply?.id && `${base}?message=${reply.id}`
    res.type('text/xml').send(twiml(reply && { text: reply.text, callbackUrl }))
  })

  router.post(statusPath, fromTwilio, async (req, res) => {
    const {
      MessageSid: sid,
      MessageStatus: status,
      ErrorCode: error,
      To: to,
    } = parseInput(statusReport, req.body)
    const messageId = isId(String(req.query.message)) ? String(req.query.message) : undefined
    if (status) {
      const record = () => recordDeliveryStatus(db, { sid, status, error, messageId })
      let text = await record()
      if (!text) {
        await setTimeout(retryReportMs)
        text = await record()
      }
      if (text) await updateReminder(db, text.userId, sid, now())
      if (text?.isNew && undelivered.includes(status)) {
        const kind = quietKindIn(text.words)
        if (kind) await giveBackQuietLine(ctx, text.userId, kind)
      }
      const user = error === optedOut && text?.isNew !== false && (await userByPhoneNumber(db, to))
      if (user) await remindersOf(db, user.userId).turnTextsOff(now())
    }
    res.status(204).end()
  })
  return router
}

/** Checks the signature against the public URL: a proxy may have changed the host and scheme of the request. */
function requireSignature({ env, twilioAuthToken }: AppContext): RequestHandler {
  const isSigned = (token: string, req: Request) => {
    try {
      const signature = req.get('x-twilio-signature') ?? ''
      return validateRequest(token, signature, env.appUrl + req.originalUrl, req.body)
    } catch {
      // The URL or the signature is malformed.
      return false
    }
  }
  return async (req, _res, next) => {
    if (!twilioAuthToken) throw textsNotSetUp()
    req.body = await readForm(req)
    if (!isSigned(twilioAuthToken, req)) throw new AppError(403, 'The signature is missing or wrong')
    next()
  }
}

/** Characters that XML 1.0 forbids, even escaped. */
const forbidden = /[\p{Cs}\uFFFE\uFFFF]|(?![\n\t])\p{Cc}/gu

/** The response to Twilio's webhook. Twilio reports the delivery status of the reply to `callbackUrl`. */
function twiml(reply?: { text: string; callbackUrl?: string }): string {
  const action = reply?.callbackUrl ? ` action="${escapeHtml(reply.callbackUrl)}" method="POST"` : ''
  const message = reply && `<Message${action}>${escapeHtml(reply.text.replace(forbidden, ''))}</Message>`
  return `<?xml version="1.0" encoding="UTF-8"?>${message ? `<Response>${message}</Response>` : '<Response/>'}`
}
