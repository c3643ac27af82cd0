import { once } from 'node:events'
import { Readable, type Writable } from 'node:stream'
import { setImmediate, setTimeout } from 'node:timers/promises'
import nodemailer, { type MailMessage, type NodemailerError, type SendMailOptions } from 'nodemailer'
import { oneLine, ProviderError } from './provider-error'
import type { SendOptions } from './send-options'
import { needsUtf8, offersUtf8 } from './smtp-utf8'
import { tlsFailure } from './tls-failure'

export type Mail = {
  to: { name: string; address: string }
  subject: string
  text: string
  html: string
  messageId?: string
  /** GET asks for confirmation; POST unsubscribes at once (RFC 8058). */
  unsubscribeUrl?: string
}

/** `send` resolves with the provider's message id, or rejects with a {@link ProviderError}. */
export type Mailer = { send(mail: Mail, options?: SendOptions): Promise<{ id: string }>; close(): void }

const seconds = 1_000

export function createMailer({ smtpUrl, from }: { smtpUrl: string; from: string }): Mailer {
  const transport = nodemailer.createTransport({ ...pool, url: smtpUrl })
  transport.use('stream', holdBack)
  return {
    async send(mail, { handOver, leave } = {}) {
      if (needsUtf8(mail.to.address)) await checkUtf8(smtpUrl)
      let [isOver, hasLeft] = [false, false]
      // The server may refuse a message while it waits for `handOver`; its connection is then used for another one.
      const unlessOver = () => {
        if (isOver) throw new Error('The mail server has since refused it')
      }
      const handingOver = async () => {
        await handOver?.()
        unlessOver()
      }
      const leaving = () => {
        unlessOver()
        leave?.()
        hasLeft = true
      }
      try {
        const { response } = await transport.sendMail(
          Object.assign(compose(mail), { from, handOver: handingOver, leave: leaving }),
        )
        return { id: oneLine(response) }
      } catch (error) {
        isOver = true
        throw asProviderError(error as NodemailerError, hasLeft)
      }
    },
    close: () => transport.close(),
  }
}

export const pool = {
  pool: true,
  maxConnections: 10,
  maxMessages: Infinity,
  // Nodemailer queues a message again only if nothing of it was sent, so `handOver` is not called twice.
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
  headers: {
    ...(mail.unsubscribeUrl && {
      'List-Unsubscribe': { prepared: true, value: `<${mail.unsubscribeUrl}>` },
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
    'Auto-Submitted': 'auto-generated',
  },
})

/** Nodemailer pipes the message into the connection when the server has accepted its envelope. */
function holdBack({ data, message }: MailMessage, done: () => void) {
  message.processFunc((content: Readable) => new HeldBack(content, data as SendOptions))
  done()
}

/**
 * Holds a message back when it is piped into the connection: its first byte is written after `handOver`, and its end,
 * without which the server must discard it (RFC 5321, 4.1.1.4 and 4.1.1.10), in the same step as `leave`. An ordinary
 * pipe would put turns of the event loop between `leave` and the end.
 */
class HeldBack extends Readable {
  constructor(
    readonly content: Readable,
    readonly options: SendOptions,
  ) {
    super({ read: () => {} })
    content.once('error', (error) => this.destroy(error))
  }

  override pipe<T extends NodeJS.WritableStream>(connection: T): T {
    void this.letOut(connection)
    return connection
  }

  private async letOut(connection: NodeJS.WritableStream) {
    try {
      const chunks: Buffer[] = []
      this.content.on('data', (chunk: Buffer) => chunks.push(chunk))
      await once(this.content, 'end')
      await this.options.handOver?.()
      if (this.destroyed) return
      connection.write(Buffer.concat(chunks))
      const socket = socketOf(connection)
      if (isBusy(socket)) await settled(socket)
      this.options.leave?.()
      connection.end()
    } catch (error) {
      this.destroy(error as Error)
    }
  }
}

/** Nodemailer does not expose the socket into which it pipes a message. */
const socketOf = (connection: NodeJS.WritableStream) =>
  (connection as { _readableState?: { pipes?: Writable[] } })._readableState?.pipes?.[0]

const isBusy = (socket: Writable | undefined) => socket && socket.writableLength > 0 && !socket.destroyed

/** Until a socket has flushed its buffer, later writes are buffered too. Over TLS that takes a turn or two. */
async function settled(socket: Writable | undefined) {
  for (let turn = 0; isBusy(socket); turn++) await (turn < 20 ? setImmediate() : setTimeout(10))
}

// Nodemailer reads this to decide whether a message can be sent again after its connection was lost.
Object.defineProperty(HeldBack.prototype, 'readableDidRead', {
  get(this: HeldBack) {
    return this.content.readableDidRead
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
