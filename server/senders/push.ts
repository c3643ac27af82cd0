import { ECDH } from 'node:crypto'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import webPush from 'web-push'
import { longestEndpoint, type PushDeviceInput } from '@shared/push'
import type { PushMessage } from '@shared/push-message'
import { isLoopback } from '../loopback'
import { ProviderError } from './provider-error'
import { type AddressesOf, addressesInDns, privateAddress, publicLookup } from './public-address'

export type Push = {
  /** What pages subscribe with. */
  publicKey: string
  /** How `endpoint` is stored, if it may be that of a push service. Where its name leads is seen at each connection. */
  addressOf(endpoint: string): string | undefined
  /** Resolves when the push service has taken `message`; else rejects with a {@link ProviderError}. */
  send(device: PushDeviceInput, message: PushMessage, ttlSeconds: number): Promise<void>
}

type Settings = {
  publicKey: string
  privateKey: string
  subject: string
  /** Also takes push services on this machine, over http: for the local mode. */
  onThisMachine?: boolean
  addressesOf?: AddressesOf
  timeLimitMs?: number
}

/** The first byte of a point that is written so. */
const uncompressed = 4

/** Whether the browser's key can be encrypted for: a point of the curve, which Web Push writes uncompressed. */
export function isPoint(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url')
    return Buffer.from(p256dh, 'base64url')[0] === uncompressed
  } catch {
    return false
  }
}

export function createPush(settings: Settings): Push {
  const {
    onThisMachine = false,
    addressesOf = addressesInDns,
    timeLimitMs = 10_000,
    ...vapidDetails
  } = settings
  const lookup = publicLookup(addressesOf)
  return {
    publicKey: vapidDetails.publicKey,
    addressOf(endpoint) {
      const url = URL.parse(endpoint)
      if (!url || url.username || url.password) return undefined
      const { protocol, port, hostname } = url
      const isHere = onThisMachine && isLoopback(hostname) && /^https?:$/.test(protocol)
      // Push services have the default port, and any other one would let strangers probe for what listens there.
      const isService = protocol === 'https:' && !port && !isLoopback(hostname) && !isIpAddress(hostname)
      url.hash = ''
      return (isHere || isService) && url.href.length <= longestEndpoint ? url.href : undefined
    },
    async send(device, message, ttlSeconds) {
      const url = new URL(device.endpoint)
      const isHere = onThisMachine && isLoopback(url.hostname)
      // The lookup below checks names only: Node does not call it for an IP address.
      if (!isHere && isIpAddress(url.hostname)) throw notReached(privateAddress)
      const { headers, body } = webPush.generateRequestDetails(device, JSON.stringify(message), {
        vapidDetails,
        TTL: ttlSeconds,
        urgency: 'normal',
        topic: message.notification.tag,
      })
      const status = await post(url, { headers, body, lookup: isHere ? undefined : lookup, timeLimitMs })
      if (status < 200 || status >= 300) throw refusal(status)
    },
  }
}

const isIpAddress = (hostname: string) => isIP(hostname.replace(/^\[|\]$/g, '')) !== 0

type Sent = { headers: http.OutgoingHttpHeaders; body: Buffer; lookup?: LookupFunction; timeLimitMs: number }

/** Resolves with the status of the answer, of which nothing else is read; follows no redirect. */
function post(url: URL, { headers, body, lookup, timeLimitMs }: Sent): Promise<number> {
  const isSecure = url.protocol === 'https:'
  const signal = AbortSignal.timeout(timeLimitMs)
  return new Promise((resolve, reject) => {
    let hasLeft = false
    // No keep-alive: on a reused connection that the server has closed, nobody knows whether the message was sent.
    const options = { method: 'POST', headers, lookup, agent: false, signal }
    const request = (isSecure ? https : http).request(url, options)
    request.once('socket', (socket) =>
      socket.once(isSecure ? 'secureConnect' : 'connect', () => (hasLeft = true)),
    )
    request.once('response', (response) => {
      response.destroy()
      resolve(response.statusCode ?? 0)
    })
    // What others do to a request ends it in more ways than one; the first of them counts.
    request.once('upgrade', (response, socket) => {
      socket.destroy()
      resolve(response.statusCode ?? 0)
    })
    request.on('error', (error: NodeJS.ErrnoException) => reject(lost(error, hasLeft)))
    request.once('close', () => reject(lost({}, hasLeft)))
    signal.addEventListener('abort', () => reject(lost({ code: 'timeout' }, hasLeft)))
    request.end(body)
  })
}

function lost({ code = 'lost' }: { code?: string }, hasLeft: boolean): ProviderError {
  if (hasLeft)
    return new ProviderError('unknown', code, 'The connection to the push service was lost while sending')
  return notReached(code)
}

/** Also of an address that is not public: a stranger would learn which names the server's network has. */
const notReached = (code: string) =>
  new ProviderError('transient', code, 'The push service could not be reached')

/** Push services are many, so none of their failures is `unreachable`, which stands for the whole channel. */
function refusal(status: number): ProviderError {
  const code = String(status)
  if (status === 404 || status === 410)
    return new ProviderError('opted-out', code, 'This device no longer takes notifications')
  if (status === 429 || status >= 500)
    return new ProviderError('transient', code, `The push service is busy (${code})`)
  if (status === 401 || status === 403)
    return new ProviderError(
      'permanent',
      code,
      `The push service refuses the keys or VAPID_SUBJECT of this server (${code})`,
    )
  return new ProviderError('permanent', code, `The push service does not accept the notification (${code})`)
}
