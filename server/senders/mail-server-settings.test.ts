import { afterAll, expect, test } from 'vitest'
import { certificate } from '../test/certificate'
import { createSmtpSink } from '../test/smtp-sink'
import { createMailer } from './mailer'

const smtp = await createSmtpSink({ startTls: true })
const smtps = await createSmtpSink({ isSecure: true })
const withoutUtf8 = await createSmtpSink({ hasUtf8: false })
const plain = await createSmtpSink()
afterAll(() => Promise.all([smtp, smtps, withoutUtf8, plain].map((sink) => sink.stop())))
const trust = `?tls.ca=${encodeURIComponent(certificate.cert)}`

async function send(smtpUrl: string, address = 'ana@example.com') {
  const mailer = createMailer({ smtpUrl, from: 'Lisa <lisa@lisa.test>' })
  const content = {
    subject: 'A',
    text: 'B',
    html: 'C',
    messageId: '<a@lisa>',
    unsubscribeUrl: 'https://lisa.test',
  }
  try {
    return await mailer.send({ to: { name: '', address }, ...content })
  } finally {
    mailer.close()
  }
}

test.each([
  ['smtps', smtps.url],
  ['STARTTLS', smtp.url],
])('a certificate over %s that nobody vouches for is told as such', async (_how, url) => {
  await expect(send(url)).rejects.toMatchObject({
    kind: 'unreachable',
    code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
    message: 'The certificate of the mail server is not trusted: self-signed certificate',
  })
})

test('a certificate for another host is told as such', async () => {
  await expect(send(smtps.url.replace('127.0.0.1', 'localhost') + trust)).rejects.toMatchObject({
    code: 'ERR_TLS_CERT_ALTNAME_INVALID',
    message: expect.stringMatching(
      /^The certificate of the mail server is not trusted: .*altnames.*localhost/,
    ),
  })
})

test('smtps:// for a port that begins in plain text is told as such', async () => {
  await expect(send(smtp.url.replace('smtp:', 'smtps:'))).rejects.toMatchObject({
    kind: 'unreachable',
    code: 'ERR_SSL_WRONG_VERSION_NUMBER',
    message: 'The mail server does not start with TLS on this port: use smtp://, not smtps://',
  })
})

test('a server that does not offer the encryption asked for is told as such', async () => {
  await expect(send(`${plain.url}?requireTLS=true`)).rejects.toMatchObject({
    kind: 'unreachable',
    code: 'ETLS',
    message: expect.stringContaining('The connection to the mail server cannot be encrypted: '),
  })
})

test('a certificate that is trusted lets the mail through', async () => {
  await send(smtps.url + trust)
  await send(smtp.url + trust)
  expect([smtps.received.length, smtp.received.length]).toEqual([1, 1])
})

test('an address beyond ASCII before the @ goes only through a server that offers SMTPUTF8', async () => {
  await expect(send(withoutUtf8.url, 'añá@example.com')).rejects.toMatchObject({
    kind: 'permanent',
    code: 'SMTPUTF8',
    message: 'The mail server cannot send to an address with accents or other scripts before the @',
  })
  expect(withoutUtf8.received).toEqual([])
  await send(withoutUtf8.url, 'ana@bücher.example')
  expect(withoutUtf8.received).toHaveLength(1)
  await send(plain.url, 'añá@example.com')
  expect(plain.count('añá@example.com')).toBe(1)
})

test('an address beyond ASCII has to wait for a server that is down', async () => {
  await expect(send('smtp://127.0.0.1:1', 'añá@example.com')).rejects.toMatchObject({
    kind: 'unreachable',
    message: 'The mail server could not be reached',
  })
})
