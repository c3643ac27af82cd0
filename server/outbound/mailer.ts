import { Transform } from 'node:stream'
import nodemailer, { type MailMessage, type NodemailerError, type SendMailOptions } from 'nodemailer'
import { oneLine, SendError, type SendOptions } from './send-error'

export type Mail = {
  to: { name: string; address: string }
  subject: string
  text: string
  html: string
  messageId: string
  /** Opened by a person it asks, called by a mail program it unsubscribes at once. */
  unsubscribeUrl: string
}

/** `send` answers with the id under which the provider knows the message, or rejects with a {@link SendError}. */
export type Mailer = { send(mail: Mail, options?: SendOptions): Promise<{ id: string }>; close(): void }

const seconds = 1_000

export function createMailer({ smtpUrl, from }: { smtpUrl: string; from: string }): Mailer {
  const transport = nodemailer.createTransport({ ...pool, url: smtpUrl })
  transport.use('stream', holdBack)
  return {
    async send(mail, { handOver = async () => {} } = {}) {
      let isHandedOver = false
      const lastMoment = async () => {
        await handOver()
        isHandedOver = true
      }
      try {
        const { response } = await transport.sendMail(
          Object.assign(compose(mail), { from, handOver: lastMoment }),
        )
        return { id: oneLine(response) }
      } catch (error) {
        throw asSendError(error as NodemailerError, isHandedOver)
      }
    },
    close: () => transport.close(),
  }
}

export const pool = {
  pool: true,
  maxConnections: 10,
  maxMessages: Infinity,
  // Only a message of which nothing was sent is ever queued again, and `handOver` is not called twice.
  maxRequeues: 1,
  connectionTimeout: 10 * seconds,
  greetingTimeout: 10 * seconds,
  socketTimeout: 30 * seconds,
  dnsTimeout: 10 * seconds,
  disableFileAccess: true,
  disableUrlAccess: true,
} as const

export const compose = (mail: Mail): SendMailOptions => ({
  // As an object: a string with a comma in it would be two receivers.
  to: mail.to,
  subject: mail.subject,
  text: mail.text,
  html: mail.html,
  messageId: mail.messageId,
  headers: {
    'List-Unsubscribe': { prepared: true, value: `<${mail.unsubscribeUrl}>` },
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    'Auto-Submitted': 'auto-generated',
  },
})

/** The server asks for the message when it has accepted its envelope; not a byte of it leaves before `handOver` says so. */
function holdBack(mail: MailMessage, done: () => void) {
  const { handOver } = mail.data as { handOver?: () => Promise<void> }
  if (handOver) mail.message.transform(() => heldUntil(handOver))
  done()
}

function heldUntil(handOver: () => Promise<void>): Transform {
  const chunks: Buffer[] = []
  return new Transform({
    transform(chunk: Buffer, _encoding, next) {
      chunks.push(chunk)
      next()
    },
    async flush(next) {
      try {
        await handOver()
      } catch (error) {
        return next(error as Error)
      }
      next(null, Buffer.concat(chunks))
    },
  })
}

function asSendError({ responseCode, response, code, message }: NodemailerError, isHandedOver: boolean) {
  if (code === 'EAUTH')
    return new SendError('unreachable', 'EAUTH', 'The mail server refused to let Lisa sign in')
  if (responseCode) {
    const kind = responseCode < 500 || responseCode === 503 ? 'transient' : 'permanent'
    return new SendError(
      responseCode === 421 ? 'unreachable' : kind,
      String(responseCode),
      `The mail server answered: ${oneLine(response || message)}`,
    )
  }
  if (isHandedOver)
    return new SendError(
      'unknown',
      code ?? 'lost',
      'The connection to the mail server was lost in the middle of sending',
    )
  if (code === 'EENVELOPE') return new SendError('permanent', code, 'The e-mail address cannot be used')
  return new SendError('unreachable', code ?? 'lost', 'The mail server could not be reached')
}
