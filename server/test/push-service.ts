import { createECDH, randomBytes, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { importJWK, jwtVerify } from 'jose'
import type { PushMessage } from '@shared/push-message'
import { type BrowserKeys, decrypted } from './push-encryption'

/** A status that the service answers with, or what else it does. It takes a message that it answers `slow`, `huge` or `cut`. */
type Fault = number | 'hang' | 'cut' | 'slow' | 'huge' | 'redirect' | 'upgrade'

type Received = {
  endpoint: string
  message: PushMessage
  ttl: number
  urgency: string
  topic: string
  key: string
}

/** What a page gets of `pushManager.subscribe`, with the private key of the browser, and how the service answers. */
export type Subscription = {
  endpoint: string
  keys: Pick<BrowserKeys, 'p256dh' | 'auth'>
  privateKey: string
  fault?: Fault
}

/** A push service (RFC 8030) that takes only what is signed (RFC 8292) and what the browser could decrypt (RFC 8291). */
export async function startPushService() {
  const subscriptions = new Map<string, Subscription>()
  const received: Received[] = []
  /** Requests that were no push messages, with the reason. */
  const refused: string[] = []
  const hanging: Socket[] = []
  const service = {
    url: '',
    received,
    refused,
    /** Of all requests, those to nobody too. */
    requests: 0,
    count: ({ endpoint }: Pick<Subscription, 'endpoint'>) =>
      received.filter((message) => message.endpoint === endpoint).length,
    /** Called with each message before it is answered. */
    onMessage: async (): Promise<void> => undefined,
    subscription(fault?: Fault): Subscription {
      const browser = createECDH('prime256v1')
      const keys = { p256dh: browser.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') }
      const endpoint = `${service.url}/push/${randomUUID()}`
      const subscription = { endpoint, keys, privateKey: browser.getPrivateKey('base64url'), fault }
      subscriptions.set(endpoint, subscription)
      return subscription
    },
    /** Ends the connections of messages that hang. */
    cutHanging() {
      for (const socket of hanging.splice(0)) socket.destroy()
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }

  async function take(req: IncomingMessage, res: ServerResponse) {
    service.requests++
    const subscription = subscriptions.get(service.url + req.url)
    const body = await buffer(req)
    if (!subscription) return void res.writeHead(404).end()
    const { endpoint, keys, privateKey, fault } = subscription
    if (typeof fault === 'number') return void res.writeHead(fault).end('No')
    if (fault === 'redirect')
      return void res.writeHead(307, { Location: service.subscription().endpoint }).end()
    if (fault === 'upgrade')
      return void req.socket.end(
        'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: a\r\n\r\n',
      )
    const key = await signedBy(req.headers.authorization ?? '', service.url)
    const text = decrypted(body, { ...keys, privateKey })
    const { ttl, urgency, topic, 'content-encoding': encoding } = req.headers
    if (req.method !== 'POST' || encoding !== 'aes128gcm') throw new Error('Not a push message')
    const header = { ttl: Number(ttl), urgency: String(urgency), topic: String(topic) }
    received.push({ endpoint, message: JSON.parse(text) as PushMessage, ...header, key })
    await service.onMessage()
    if (fault === 'hang') return void hanging.push(req.socket)
    if (fault === 'cut') return void req.socket.destroy()
    if (fault === 'slow') await new Promise((resolve) => setTimeout(resolve, 300))
    res.writeHead(201, { Location: `${service.url}/message/${randomUUID()}` })
    if (fault !== 'huge') return void res.end()
    // Until the client has had enough.
    const write = () => void (res.writable && res.write(Buffer.alloc(64 * 1024), write))
    write()
  }

  const server = createServer((req, res) => {
    take(req, res).catch((error: Error) => {
      refused.push(error.message)
      res.writeHead(403).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return service
}

/** The public key that has signed the request, in base64url. Throws if none has, for this service and for a day at most. */
async function signedBy(authorization: string, audience: string): Promise<string> {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? []
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const publicKey = await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256')
  const { payload } = await jwtVerify(token, publicKey, {
    algorithms: ['ES256'],
    audience,
    requiredClaims: ['exp', 'sub'],
  })
  if (payload.exp! > Date.now() / 1_000 + 24 * 60 * 60) throw new Error('Valid for more than a day')
  return key
}
