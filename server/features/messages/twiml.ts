import { escapeHtml } from '../../http/html-page'

/** What XML cannot hold, even escaped. */
const unwritable = /[\p{Cs}\uFFFE\uFFFF]|(?![\n\t])\p{Cc}/gu

/** Twilio's answer to a text: the reply, of whose fate `callbackUrl` is told, or none. */
export function twiml(reply?: { text: string; callbackUrl?: string }): string {
  const action = reply?.callbackUrl ? ` action="${escapeHtml(reply.callbackUrl)}" method="POST"` : ''
  const message = reply && `<Message${action}>${escapeHtml(reply.text.replace(unwritable, ''))}</Message>`
  return `<?xml version="1.0" encoding="UTF-8"?>${message ? `<Response>${message}</Response>` : '<Response/>'}`
}
