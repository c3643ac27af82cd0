import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import nodemailer from 'nodemailer'
import { compose, type Mailer } from '../senders/mailer'
import type { Sms } from '../senders/sms'

type OutboxMail = {
  channel: 'email'
  to: string
  subject: string
  text: string
  html: string
  headers: string
}
type OutboxText = { channel: 'sms'; to: string; body: string }
/** An inbound text, sent with the form of the outbox page. */
type OutboxIncoming = { channel: 'incoming'; from: string; body: string; note: string }
type OutboxMessage = OutboxMail | OutboxText | OutboxIncoming
export type OutboxItem = { id: string; at: string } & OutboxMessage

export type Outbox = {
  mailer: Mailer
  sms: Sms
  receive(text: Omit<OutboxIncoming, 'channel'>): Promise<unknown>
  /** Newest first. */
  list(): Promise<OutboxItem[]>
  get(id: string): Promise<OutboxItem | undefined>
}

const maxItems = 200

/** Stores the messages of the local mode as one file each in `folder`, and deletes old ones. */
export function createOutbox(folder: string, from = 'Lisa <lisa@localhost>'): Outbox {
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  let count = 0

  async function keep(message: OutboxMessage) {
    const at = new Date().toISOString()
    // Sorts by time, even within a millisecond.
    const id = `${at.replace(/\D/g, '')}-${String(count++).padStart(6, '0')}-${randomUUID().slice(0, 8)}`
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFile(path.join(folder, `${id}.json`), JSON.stringify({ id, at, ...message }), { mode: 0o600 })
    if (count % 20 === 1)
      for (const old of (await names()).slice(maxItems)) await rm(path.join(folder, old), { force: true })
    return { id }
  }

  async function names() {
    const files = await readdir(folder).catch(() => [])
    return files
      .filter((name) => name.endsWith('.json'))
      .sort()
      .reverse()
  }

  async function read(name: string): Promise<OutboxItem | undefined> {
    try {
      return JSON.parse(await readFile(path.join(folder, name), 'utf8'))
    } catch {
      // Deleted in the meantime, or incomplete because the process was killed.
      return undefined
    }
  }

  return {
    mailer: {
      async send(mail) {
        const { message } = await transport.sendMail({ ...compose(mail), from })
        const [headers = ''] = String(message).split('\n\n', 1)
        const { to, subject, text, html } = mail
        return keep({ channel: 'email', to: to.address, subject, text, html, headers })
      },
      close: () => {},
    },
    sms: { send: (text) => keep({ channel: 'sms', ...text }) },
    receive: (text) => keep({ channel: 'incoming', ...text }),
    list: async () => {
      const items = await Promise.all((await names()).slice(0, maxItems).map(read))
      return items.filter((item) => item !== undefined)
    },
    get: async (id) => ((await names()).includes(`${id}.json`) ? read(`${id}.json`) : undefined),
  }
}
