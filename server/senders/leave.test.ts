import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { root } from '../root'
import { certificate } from '../test/certificate'
import { createFakeTwilio } from '../test/fake-twilio'
import { createSmtpSink } from '../test/smtp-sink'
import { createMailer } from './mailer'
import type { SendOptions } from './send-options'
import { createSms } from './sms'

// Real protocols: what counts is what the provider has when a sender says that a message leaves now.
const folder = mkdtempSync(path.join(tmpdir(), 'lisa-leave-'))
const caFile = path.join(folder, 'ca.pem')
writeFileSync(caFile, certificate.cert)
vi.stubEnv('TWILIO_CA_BUNDLE', caFile)
const smtp = await createSmtpSink()
const smtps = await createSmtpSink({ isSecure: true })
const plain = await createFakeTwilio()
const secure = await createFakeTwilio({ isSecure: true })
const trust = `?tls.ca=${encodeURIComponent(certificate.cert)}`
const mailers = [smtp.url, smtps.url + trust].map((smtpUrl) =>
  createMailer({ smtpUrl, from: 'Lisa <lisa@lisa.test>' }),
)
afterAll(async () => {
  for (const mailer of mailers) mailer.close()
  await Promise.all([smtp.stop(), smtps.stop()])
  rmSync(folder, { recursive: true })
})

const to = { name: '', address: 'ana@example.com' }
const mail = {
  to,
  subject: 'A',
  text: 'B',
  html: 'C',
  messageId: '<a@lisa>',
  unsubscribeUrl: 'https://lisa.test',
}
const text = { to: '+15550001111', body: 'Hello' }
const ways = [
  ...[smtp, smtps].map((sink, n) => ({
    name: `a mail over ${new URL(sink.url).protocol}`,
    sender: { smtpUrl: sink.url, mail },
    received: sink.received,
    send: (options: SendOptions) => mailers[n]!.send(mail, options),
    drop: () => (sink.onMessage = async () => 'drop'),
    stop: sink.stop,
    start: sink.start,
  })),
  ...[plain, secure].map((twilio) => ({
    name: `a text over ${new URL(twilio.settings.apiBaseUrl).protocol}`,
    sender: { twilio: twilio.settings, text },
    received: twilio.received,
    send: (options: SendOptions) => createSms(twilio.settings).send(text, options),
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

describe.each(ways)('$name', ({ sender, send, received, drop, stop, start }) => {
  test('is handed over, then leaves, each once', async () => {
    const steps: string[] = []
    await send({
      handOver: async () => void steps.push('handed over'),
      leave: () => void steps.push(`leaves, ${received.length} received`),
    })
    expect(steps).toEqual(['handed over', 'leaves, 0 received'])
    expect(received).toHaveLength(1)
  })

  test('a message that is not to leave in the very last moment does not arrive, and that is certain', async () => {
    const refusal = () => {
      throw new Error('Too late')
    }
    await expect(send({ leave: refusal })).rejects.toMatchObject({ kind: 'unreachable' })
    // The next one takes the way that the first one would have come.
    await send({})
    expect(received).toHaveLength(1)
  })

  test('a message that is not handed over does not leave', async () => {
    const leave = vi.fn<() => void>()
    await expect(
      send({ handOver: () => Promise.reject(new Error('Not ours')), leave }),
    ).rejects.toBeInstanceOf(Error)
    expect(leave).not.toHaveBeenCalled()
    expect(received).toEqual([])
  })

  test('has not left where nobody can be reached', async () => {
    const leave = vi.fn<() => void>()
    await stop()
    await expect(send({ leave })).rejects.toMatchObject({ kind: 'unreachable' })
    await start()
    expect(leave).not.toHaveBeenCalled()
  })

  test('is whole at the provider when the process is killed as soon as it has left', async () => {
    const args = ['--import', 'tsx', 'server/test/killed-sender.ts', JSON.stringify(sender)]
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, NODE_EXTRA_CA_CERTS: caFile, TWILIO_CA_BUNDLE: caFile },
    })
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
    await expect.poll(() => received.length, { timeout: 30_000 }).toBe(1)
  }, 60_000)

  test('is in doubt once it has left and the connection is gone', async () => {
    // Over a connection that has been used.
    await send({})
    received.length = 0
    drop()
    await expect(send({})).rejects.toMatchObject({ kind: 'unknown' })
    expect(received).toHaveLength(1)
  })
})

describe('the mail server', () => {
  test('ends a used connection before the message: it goes out over another one at once', async () => {
    const [mailer] = mailers
    await mailer!.send(mail)
    smtp.onEnvelope = () => {
      smtp.onEnvelope = () => undefined
      smtp.cut()
      return undefined
    }
    const leave = vi.fn<() => void>()
    await mailer!.send(mail, { leave })
    expect(leave).toHaveBeenCalledOnce()
    expect(smtp.received).toHaveLength(2)
  })

  test('refuses a message that it asked for while that is held: it does not leave', async () => {
    const server = await impatientServer()
    const mailer = createMailer({ smtpUrl: server.url, from: 'Lisa <lisa@lisa.test>' })
    const leave = vi.fn<() => void>()
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await expect(mailer.send(mail, { handOver: () => held, leave })).rejects.toMatchObject({
      kind: 'transient',
    })
    release()
    await mailer.send({ ...mail, subject: 'The next one' })
    expect(leave).not.toHaveBeenCalled()
    expect(server.mails).toEqual([expect.stringContaining('Subject: The next one')])
    mailer.close()
    await server.stop()
  })
})

/** Asks for the first message and refuses it without waiting for it. */
async function impatientServer() {
  const mails: string[] = []
  let isFirst = true
  const server = createServer((socket) => {
    let [heard, isMessage] = ['', false]
    socket.on('error', () => {})
    socket.write('220 mail.test\r\n')
    socket.on('data', (data) => {
      heard += data
      for (;;) {
        const end = isMessage ? '\r\n.\r\n' : '\r\n'
        const at = heard.indexOf(end)
        if (at < 0) return
        const said = heard.slice(0, at)
        heard = heard.slice(at + end.length)
        if (isMessage) mails.push(said)
        const isAsked = !isMessage && said === 'DATA'
        socket.write(isAsked ? '354 go ahead\r\n' : '250 done\r\n')
        isMessage = isAsked && !isFirst
        if (isAsked && isFirst) socket.write('451 try later\r\n')
        if (isAsked) isFirst = false
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = async () => {
    server.close()
    await once(server, 'close')
  }
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, mails, stop }
}
