import { afterAll, expect, test } from 'vitest'
import { readEnv } from '../env'
import { createSmtpSink } from '../test/smtp-sink'
import { createMailer } from './mailer'

const plain = await createSmtpSink()
const encrypted = await createSmtpSink({ startTls: true })
afterAll(() => Promise.all([plain.stop(), encrypted.stop()]))

/** 0.0.0.0 leads to this machine, but the settings take it for another host. */
const elsewhere = (sink: { url: string }, query = '') => `${sink.url.replace('127.0.0.1', '0.0.0.0')}${query}`

async function send(smtpUrl: string) {
  const { mail } = readEnv({ SMTP_URL: smtpUrl, MAIL_FROM: 'lisa@lisa.test' })
  if (!mail) throw new Error('Mail is not set up')
  const mailer = createMailer(mail)
  const message = {
    subject: 'Time to write',
    text: 'Words',
    html: '<p>Words</p>',
    messageId: '<1@lisa.test>',
  }
  try {
    await mailer.send({
      ...message,
      to: { name: 'Ana', address: 'ana@lisa.test' },
      unsubscribeUrl: 'https://lisa.test/',
    })
  } finally {
    mailer.close()
  }
}

test.each(['', '?requireTLS=false', '?ignoreTLS=true', '?requireTLS=false&requireTLS=false'])(
  'no word goes in plain text to a mail server beyond this machine (%s)',
  async (query) => {
    await expect(send(elsewhere(plain, query))).rejects.toMatchObject({ kind: 'unreachable', code: 'ETLS' })
    expect(plain.received).toEqual([])
  },
)

test('it goes when the server encrypts, or is on this machine', async () => {
  await expect(send(elsewhere(encrypted))).rejects.toMatchObject({ kind: 'unreachable' })
  await send(elsewhere(encrypted, '?tls.rejectUnauthorized=false'))
  await send(plain.url)
  expect([encrypted.received.length, plain.received.length]).toEqual([1, 1])
})
