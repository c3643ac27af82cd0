import { escapeHtml } from '../../html/html-page'

/** Characters that XML 1.0 forbids, even escaped. */
const forbidden = /[\p{Cs}\uFFFE\uFFFF]|(?![\n\t])\p{Cc}/gu

/** The response to Twilio's webhook. Twilio reports the delivery status of the reply to `callbackUrl`. */
export function twiml(reply?: { text: string; callbackUrl?: string }): string {
  const action = reply?.callbackUrl ? ` action="${escapeHtml(reply.callbackUrl)}" method="POST"` : ''
  const message = reply && `<Message${action}>${escapeHtml(reply.text.replace(forbidden, ''))}</Message>`
  return `<?xml version="1.0" encoding="UTF-8"?>${message ? `<Response>${message}</Response>` : '<Response/>'}`
}
