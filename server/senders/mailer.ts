import type { Readable } from 'node:stream'
import nodemailer, { type NodemailerError, type SendMailOptions } from 'nodemailer'
import { oneLine, ProviderError } from './provider-error'
import { needsUtf8, offersUtf8 } from './smtp-utf8'
import { tlsFailure } from './tls-failure'

export type Mail = {
  to: { name: string; address: string }
  subject: string
  text: string
  html: string
  messageId?: string
  replyTo?: string
  /** Answers a mail that somebody has sent. */
  isAnswer?: true
  /** GET asks for confirmation; POST unsubscribes at once (RFC 8058). */
  unsubscribeUrl?: string
}

/** `send` resolves with the provider's message id, or rejects with a {@link ProviderError}. */
export type Mailer = { send(mail: Mail): Promise<{ id: string }>; close(): void }

const seconds = 1_000

/** Nodemailer reads the content of a mail when the server has accepted its envelope: from then on it may arrive. */
type Sent = { sent: { content?: Readable } }

export function createMailer({ smtpUrl, from }: { smtpUrl: string; from: string }): Mailer {
  const transport = nodemailer.createTransport({ ...pool, url: smtpUrl })
  transport.use('stream', ({ data, message }, done) => {
    message.processFunc((content: Readable) => ((data as Sent).sent.content = content))
    done()
  })
  return {
    async send(mail) {
      if (needsUtf8(mail.to.address)) await checkUtf8(smtpUrl)
      const sent: Sent['sent'] = {}
      try {
        const { response } = await transport.sendMail(Object.assign(compose(mail), { from, sent }))
        return { id: oneLine(response) }
      } catch (error) {
        throw asProviderError(error as NodemailerError, sent.content?.readableDidRead ?? false)
      }
    },
    close: () => transport.close(),
  }
}

export const pool = {
  pool: true,
  maxConnections: 10,
  maxMessages: Infinity,
  // Nodemailer queues a message again only if nothing of it was sent.
  maxRequeues: 1,
  connectionTimeout: 10 * seconds,
  greetingTimeout: 10 * seconds,
  socketTimeout: 30 * seconds,
  dnsTimeout: 10 * seconds,
  disableFileAccess: true,
  disableUrlAccess: true,
} as const

export const compose = (mail: Mail): SendMailOptions => ({
  // An object, because a comma in a string would make it two recipients.
  to: mail.to,
  subject: mail.subject,
  text: mail.text,
  html: mail.html,
  messageId: mail.messageId,
  replyTo: mail.replyTo,
  headers: {
    ...(mail.unsubscribeUrl && {
      'List-Unsubscribe': { prepared: true, value: `<${mail.unsubscribeUrl}>` },
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
    'Auto-Submitted': mail.isAnswer ? 'auto-replied' : 'auto-generated',
  },
})

async function checkUtf8(smtpUrl: string) {
  const isOffered = await offersUtf8(smtpUrl, pool).catch((error: NodemailerError) => {
    throw asProviderError(error, false)
  })
  if (isOffered) return
  throw new ProviderError(
    'permanent',
    'SMTPUTF8',
    'The mail server cannot send to an address with accents or other scripts before the @',
  )
}

function asProviderError(error: NodemailerError, hasLeft: boolean) {
  const { responseCode, response, code, message } = error
  const encryption = hasLeft ? undefined : tlsFailure(error)
  if (encryption) return encryption
  if (code === 'EAUTH')
    return new ProviderError('unreachable', 'EAUTH', 'The mail server refused to let Lisa sign in')
  if (responseCode) {
    const kind = responseCode < 500 || responseCode === 503 ? 'transient' : 'permanent'
    return new ProviderError(
      responseCode === 421 ? 'unreachable' : kind,
      String(responseCode),
      `The mail server answered: ${oneLine(response || message)}`,
    )
  }
  if (hasLeft)
    return new ProviderError(
      'unknown',
      code ?? 'lost',
      'The connection to the mail server was lost while sending',
    )
  if (code === 'EENVELOPE') return new ProviderError('permanent', code, 'The email address cannot be used')
  return new ProviderError('unreachable', code ?? 'lost', 'The mail server could not be reached')
}
