import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { certificate } from '../test/certificate'
import { createFakeTwilio } from '../test/fake-twilio'
import { createSmtpSink } from '../test/smtp-sink'
import { createMailer } from './mailer'
import { createSms } from './sms'

// Real protocols: what counts is what the provider has when a sender says that its message may have arrived, or has not.
const folder = mkdtempSync(path.join(tmpdir(), 'lisa-senders-'))
const caFile = path.join(folder, 'ca.pem')
writeFileSync(caFile, certificate.cert)
vi.stubEnv('TWILIO_CA_BUNDLE', caFile)
const smtp = await createSmtpSink()
const smtps = await createSmtpSink({ isSecure: true })
const plain = await createFakeTwilio()
const secure = await createFakeTwilio({ isSecure: true })
const trust = `?tls.ca=${encodeURIComponent(certificate.cert)}`
const mailerFor = (smtpUrl: string) => createMailer({ smtpUrl, from: 'Lisa <lisa@lisa.test>' })
const mailers = [mailerFor(smtp.url), mailerFor(smtps.url + trust)]
afterAll(async () => {
  vi.unstubAllEnvs()
  for (const mailer of mailers) mailer.close()
  await Promise.all([smtp.stop(), smtps.stop()])
  rmSync(folder, { recursive: true })
})

const mail = { to: { name: '', address: 'ana@example.com' }, subject: 'A', text: 'B', html: 'C' }
const text = { to: '+15550001111', body: 'Hello' }
const ways = [
  ...[smtp, smtps].map((sink, n) => ({
    name: `a mail over ${new URL(sink.url).protocol}`,
    received: sink.received,
    send: () => mailers[n]!.send(mail),
    drop: () => (sink.onMessage = async () => 'drop'),
    stop: sink.stop,
    start: sink.start,
  })),
  ...[plain, secure].map((twilio) => ({
    name: `a text over ${new URL(twilio.settings.apiBaseUrl).protocol}`,
    received: twilio.received,
    send: () => createSms(twilio.settings).send(text),
    drop: () => (twilio.answerTo = async () => 'drop'),
    stop: twilio.stop,
    start: twilio.restart,
  })),
]

beforeEach(() => {
  for (const { received } of ways) received.length = 0
  smtp.onMessage = smtps.onMessage = async () => undefined
  plain.answerTo = secure.answerTo = async () => undefined
})

describe.each(ways)('$name', ({ send, received, drop, stop, start }) => {
  test('has not left where nobody can be reached, and goes out when somebody can', async () => {
    await send()
    await stop()
    await expect(send()).rejects.toMatchObject({ kind: 'unreachable' })
    await start()
    await send()
    expect(received).toHaveLength(2)
  })

  test('is in doubt once it has left and the connection is gone', async () => {
    // Over a connection that has been used.
    await send()
    received.length = 0
    drop()
    await expect(send()).rejects.toMatchObject({ kind: 'unknown' })
    expect(received).toHaveLength(1)
  })
})

test('a mail whose connection ends before its content goes out over another one at once', async () => {
  const [mailer] = mailers
  await mailer!.send(mail)
  smtp.onEnvelope = () => {
    smtp.onEnvelope = () => undefined
    smtp.cut()
    return undefined
  }
  await mailer!.send(mail)
  expect(smtp.received).toHaveLength(2)
})

test.each([
  ['before it greets', []],
  ['at the envelope', ['220 mail.test', '250 hello']],
  ['before it asks for the content', ['220 mail.test', '250 hello', '250 sender', '250 receiver']],
])('a mail to a server that hangs up %s has not left', async (_when, answers) => {
  const mailer = mailerFor(await serverThatSays(answers))
  onTestFinished(() => mailer.close())
  await expect(mailer.send(mail)).rejects.toMatchObject({ kind: 'unreachable' })
})

test('a mail to a server that hangs up when it has asked for the content is in doubt', async () => {
  const answers = ['220 mail.test', '250 hello', '250 sender', '250 receiver', '354 go ahead']
  const mailer = mailerFor(await serverThatSays(answers))
  onTestFinished(() => mailer.close())
  await expect(mailer.send(mail)).rejects.toMatchObject({ kind: 'unknown' })
})

/** Gives these answers on each connection, one to each line that it hears, and hangs up at the next one. */
async function serverThatSays(answers: string[]): Promise<string> {
  const server = createServer((socket: Socket) => {
    const left = [...answers]
    const answer = () => {
      const next = left.shift()
      if (next) socket.write(`${next}\r\n`)
      else socket.destroy()
    }
    socket.on('error', () => {}).on('data', answer)
    answer()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
}
