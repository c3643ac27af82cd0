import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { certificate } from '../test/certificate'
import { createFakeTwilio } from '../test/fake-twilio'
import { createSmtpSink } from '../test/smtp-sink'
import { createMailer } from './mailer'
import type { SendOptions } from './send-error'
import { createSms } from './sms'

// Real protocols: what counts is what the provider has when a sender says that a message leaves now.
const folder = mkdtempSync(path.join(tmpdir(), 'lisa-leave-'))
writeFileSync(path.join(folder, 'ca.pem'), certificate.cert)
vi.stubEnv('TWILIO_CA_BUNDLE', path.join(folder, 'ca.pem'))
const smtp = await createSmtpSink()
const plain = await createFakeTwilio()
const secure = await createFakeTwilio({ isSecure: true })
const mailer = createMailer({ smtpUrl: smtp.url, from: 'Lisa <lisa@lisa.test>' })
afterAll(async () => {
  mailer.close()
  await smtp.stop()
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
  {
    name: 'a mail',
    received: smtp.received,
    send: (options: SendOptions) => mailer.send(mail, options),
    drop: () => (smtp.onMessage = async () => 'drop'),
    stop: smtp.stop,
    start: smtp.start,
  },
  ...[plain, secure].map((twilio) => ({
    name: `a text over ${new URL(twilio.settings.apiBaseUrl).protocol}`,
    received: twilio.received,
    send: (options: SendOptions) => createSms(twilio.settings).send(text, options),
    drop: () => (twilio.answerTo = async () => 'drop'),
    stop: twilio.stop,
    start: twilio.restart,
  })),
]

beforeEach(() => {
  for (const { received } of ways) received.length = 0
  smtp.onMessage = async () => undefined
  plain.answerTo = secure.answerTo = async () => undefined
})

describe.each(ways)('$name', ({ send, received, drop, stop, start }) => {
  test('is handed over, then leaves, each once', async () => {
    const steps: string[] = []
    await send({
      handOver: async () => void steps.push('handed over'),
      leave: () => void steps.push(`leaves, ${received.length} received`),
    })
    expect(steps).toEqual(['handed over', 'leaves, 0 received'])
    expect(received).toHaveLength(1)
  })

  test('that is not to leave in the very last moment does not arrive, and that is certain', async () => {
    const refusal = () => {
      throw new Error('Too late')
    }
    await expect(send({ leave: refusal })).rejects.toMatchObject({ kind: 'unreachable' })
    // The next one takes the way that the first one would have come.
    await send({})
    expect(received).toHaveLength(1)
  })

  test('that is not handed over does not leave', async () => {
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

  test('is in doubt once it has left and the connection is gone', async () => {
    drop()
    await expect(send({})).rejects.toMatchObject({ kind: 'unknown' })
    expect(received).toHaveLength(1)
  })
})
