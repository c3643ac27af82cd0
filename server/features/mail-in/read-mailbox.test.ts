import { ImapFlow } from 'imapflow'
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { journalEntries } from '@shared/schema'
import { neverAborted } from '../../clock'
import { hasDovecot, startDovecot } from '../../test/dovecot'
import { createUser } from '../../test/factories'
import { createNetworkProxy } from '../../test/network-proxy'
import { createRemindersApp } from '../../test/reminders-app'
import { replyAddress } from '../reminders/reply-address'
import { mailboxReader } from './read-mailbox'

const address = 'reply@in.lisa.example.org'

const { ctx, db, smtp, logged } = await createRemindersApp({
  MAIL_IN: address,
  MAIL_IN_SECRET: 'a secret of the mail provider for tests',
})

describe('the mailbox, with Dovecot', { tags: ['nightly'] }, () => {
  let dovecot: Awaited<ReturnType<typeof startDovecot>>
  let read: ReturnType<typeof mailboxReader>
  // It may have to be installed.
  beforeAll(async () => {
    if (!hasDovecot()) return undefined
    dovecot = await startDovecot()
    read = mailboxReader(dovecot.url)
    return dovecot.remove
  }, 300_000)
  beforeEach(async ({ skip }) => {
    skip(!dovecot, 'dovecot-imapd is not installed')
    await inMailbox(async (client) => void (await client.messageDelete({ all: true })))
  })

  const run = (reader = read) => reader(ctx, neverAborted, neverAborted)
  const logs = () => logged.lines.map((line) => (JSON.parse(line) as { msg: string }).msg)

  async function inMailbox<T>(work: (client: ImapFlow) => Promise<T>): Promise<T> {
    const port = Number(new URL(dovecot.url).port)
    const client = new ImapFlow({
      host: '127.0.0.1',
      port,
      auth: { user: 'reply', pass: 'hush:hush' },
      logger: false,
    })
    await client.connect()
    await client.mailboxOpen('INBOX')
    const result = await work(client)
    await client.logout()
    return result
  }
  const put = (...messages: string[]) =>
    inMailbox(async (client) => {
      for (const message of messages) await client.append('INBOX', message)
    })
  const unreadUids = () =>
    inMailbox(async (client) => (await client.search({ seen: false }, { uid: true })) || [])
  const unread = async () => (await unreadUids()).length

  async function createAna() {
    const ana = await createUser(db, { email: 'ana@example.org' })
    const to = replyAddress(ctx.secrets, address, { userId: ana.id, date: '2026-11-21' })
    let count = 0
    const answer = (words: string) =>
      `From: ana@example.org\r\nTo: ${to}\r\nMessage-ID: <${ana.id}-${++count}>\r\n\r\n${words}\r\n`
    const words = async () =>
      (await db.select().from(journalEntries).where(eq(journalEntries.userId, ana.id)))[0]?.dailyEvents
    return { answer, words }
  }

  test('is settled by two instances at once, oldest first, and what is settled is marked as read', async () => {
    const { answer, words } = await createAna()
    await put(
      answer('One.'),
      answer('Two.'),
      'no mail at all',
      answer('Three.'),
      `From: eve@example.org\r\nTo: ${address}\r\n\r\nHi`,
    )
    await Promise.all([run(), run(mailboxReader(dovecot.url))])
    // What one instance was answering is left to the next minute by the other one.
    await run()
    expect(await words()).toBe('One.\n\nTwo.\n\nThree.')
    expect(await unread()).toBe(0)
    expect(smtp.received).toEqual([])
  })

  test('a process that is killed before it marks a message saves it once', async () => {
    const { answer, words } = await createAna()
    await put(answer('Once.'))
    await run()
    await inMailbox((client) => client.messageFlagsRemove({ all: true }, ['\\Seen']))
    await run()
    expect(await words()).toBe('Once.')
    expect(await unread()).toBe(0)
  })

  test('what fails for want of the database or of the mail server is left for the next minute', async () => {
    const { answer, words } = await createAna()
    await put(answer('I want to die.'), answer('Later.'))
    const away = {
      ...ctx,
      db: new Proxy(db, {
        get: () => () => {
          throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' })
        },
      }),
    }
    await read(away, neverAborted, neverAborted)
    expect(await unread()).toBe(2)
    smtp.onEnvelope = () => '451 Later'
    await run()
    expect(await unread()).toBe(1)
    expect(await words()).toBe('I want to die.\n\nLater.')
    smtp.onEnvelope = () => undefined
    await run()
    expect(await unread()).toBe(0)
    expect(smtp.received).toHaveLength(1)
  })

  test('a message that cannot be fetched keeps no other from being read', async () => {
    const { answer, words } = await createAna()
    await put(answer('Lost.'))
    await dovecot.makeUnreadable()
    await put(answer('Through.'))
    await run()
    await run()
    expect(await words()).toBe('Through.')
    expect(await unread()).toBe(1)
  })

  test('what fails for another reason is tried ten times, keeps no other from being read, and is counted', async () => {
    const { answer, words } = await createAna()
    await put(answer('One.'), answer('Two.'))
    let faults = 1
    const failing = {
      ...ctx,
      db: new Proxy(db, {
        get(target, name) {
          if (faults-- > 0) throw new TypeError('a fault')
          return Reflect.get(target, name) as unknown
        },
      }),
    }
    await read(failing, neverAborted, neverAborted)
    expect(await words()).toBe('Two.')
    expect(logs().filter((line) => line === 'A mail could not be settled')).toHaveLength(1)
    faults = Infinity
    for (let times = 2; times <= 10; times++) await read(failing, neverAborted, neverAborted)
    expect(await unread()).toBe(1)
    await run()
    expect([await unread(), await words()]).toEqual([0, 'Two.'])
    const { values } = await ctx.metrics.mailsReceived.get()
    expect(values).toContainEqual({ labels: { outcome: 'failed' }, value: 1 })
  })

  test('a message at which the mail server ends the connection is given up too, and outages are logged after it', async () => {
    const { answer, words } = await createAna()
    await put(answer('Lost.'))
    const [uid] = await unreadUids()
    await put(answer('Through.'))
    const proxy = await createNetworkProxy(dovecot.url)
    onTestFinished(proxy.stop)
    proxy.endsAt = new RegExp(`UID FETCH ${uid} `)
    const reader = mailboxReader(proxy.url)
    ctx.metrics.mailsReceived.reset()
    for (let times = 1; times <= 10; times++) await run(reader)
    expect(await words()).toBe('Through.')
    expect(await unreadUids()).toEqual([uid])
    await run(reader)
    expect(await unread()).toBe(0)
    const { values } = await ctx.metrics.mailsReceived.get()
    expect(values).toContainEqual({ labels: { outcome: 'failed' }, value: 1 })
    logged.clear()
    proxy.stop()
    await run(reader)
    expect(logs()).toEqual(['The mailbox of MAIL_IN cannot be read'])
  })

  test('a large message is not fetched, and its owner is told', async () => {
    const { answer, words } = await createAna()
    await put(answer('x'.repeat(1_100_000)))
    await run()
    expect(smtp.received[0]!.raw).toContain('larger than 1 MB')
    expect(await words()).toBeUndefined()
    expect(await unread()).toBe(0)
  })

  test('thousands of messages of strangers do not stop it', async () => {
    const { answer, words } = await createAna()
    const stranger = `From: eve@example.org\r\nTo: ${address}\r\n\r\nHi\r\n`
    await put(...Array<string>(2_000).fill(stranger), answer('Through.'))
    // What 45 seconds do not suffice for would be left unread.
    await run()
    expect(await words()).toBe('Through.')
    expect(await unread()).toBe(0)
  })

  test('an outage is logged once, and its end', async () => {
    const { answer, words } = await createAna()
    await put(answer('After the outage.'))
    await dovecot.stop()
    ctx.metrics.mailboxFailures.reset()
    await run()
    await run()
    await dovecot.start()
    await run()
    expect((await ctx.metrics.mailboxFailures.get()).values).toMatchObject([{ value: 2 }])
    expect(logs().filter((line) => line.startsWith('The mailbox'))).toEqual([
      'The mailbox of MAIL_IN cannot be read',
      'The mailbox of MAIL_IN can be read again',
    ])
    expect(await words()).toBe('After the outage.')
  })

  test('a wrong password is logged without it', async () => {
    await run(mailboxReader(dovecot.url.replace('hush', 'wrong')))
    expect(logged.text()).toContain('AUTHENTICATIONFAILED')
    expect(logged.text()).not.toContain('wrong')
  })
})
