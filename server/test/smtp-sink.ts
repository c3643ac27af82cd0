import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import { certificate } from './certificate'

type Received = { to: string; raw: string }

/**
 * A mail server that keeps what it accepts, and misbehaves as `behaviour` says for a receiver: an answer of its own
 * (`451 …`) to the envelope or to the message, a connection cut after the message, or any wait before answering.
 */
export async function createSmtpSink({ isSecure = false, startTls = false, hasUtf8 = true } = {}) {
  const sink = {
    url: '',
    received: [] as Received[],
    /** How many whole messages there were for each receiver. */
    count: (to: string) => sink.received.filter((message) => message.to === to).length,
    onEnvelope: (_to: string): string | undefined => undefined,
    onMessage: async (_to: string): Promise<string | 'drop' | undefined> => undefined,
    /** Leaves every message without an answer; resolves when the first one is there. */
    neverAnswer: () =>
      new Promise<void>((resolve) => {
        sink.onMessage = () => {
          resolve()
          return new Promise(() => {})
        }
      }),
    connections: 0,
    /** Ends all connections without a word. */
    cut() {
      for (const { _socket } of server.connections) _socket?.destroy()
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
    start: () => start(Number(new URL(sink.url).port)),
  }
  const refusal = (answer: string) =>
    Object.assign(new Error(answer.slice(4)), { responseCode: Number(answer.slice(0, 3)) })
  const create = () =>
    new SMTPServer({
      ...((isSecure || startTls) && { secure: isSecure, ...certificate }),
      authOptional: true,
      disabledCommands: startTls ? ['AUTH'] : ['AUTH', 'STARTTLS'],
      hideSMTPUTF8: !hasUtf8,
      disableReverseLookup: true,
      closeTimeout: 100,
      onConnect(_session, callback) {
        sink.connections++
        callback()
      },
      onRcptTo({ address }, _session, callback) {
        const answer = sink.onEnvelope(address)
        callback(answer ? refusal(answer) : null)
      },
      onData(stream, session, callback) {
        void callBack(callback, accept(stream, session))
      },
    })
  async function accept(stream: Readable, { id, envelope }: SMTPServerSession) {
    const to = envelope.rcptTo[0]?.address ?? ''
    const raw = await text(stream)
    const answer = await sink.onMessage(to)
    if (answer && answer !== 'drop') throw refusal(answer)
    sink.received.push({ to, raw })
    if (answer !== 'drop') return
    for (const connection of server.connections)
      if (connection.session?.id === id) connection._socket?.destroy()
  }
  let server = create()
  const start = async (port: number) => {
    server = create()
    server.on('error', () => {})
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    sink.url = `${isSecure ? 'smtps' : 'smtp'}://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  }
  await start(0)
  return sink
}

async function callBack(callback: (error?: Error | null) => void, work: Promise<void>) {
  try {
    await work
  } catch (error) {
    return callback(error as Error)
  }
  callback()
}
