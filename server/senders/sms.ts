import http from 'node:http'
import https from 'node:https'
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import twilio from 'twilio'
import { oneLine, ProviderError } from './provider-error'
import type { SendOptions } from './send-options'

export type Text = { to: string; body: string }
export type Sms = { send(text: Text, options?: SendOptions): Promise<{ id: string }> }

type Settings = {
  accountSid: string
  authToken: string
  from: string
  apiBaseUrl?: string
  statusCallback?: string
}

const timeLimitMs = 10_000

export function createSms({ accountSid, authToken, from, apiBaseUrl, statusCallback }: Settings): Sms {
  const clientFor = (leave: () => void) =>
    twilio(accountSid, authToken, { httpClient: new ClientOf(apiBaseUrl, leave) })
  // Rejects invalid settings at start, not at the first text.
  clientFor(() => {})
  return {
    async send({ to, body }, { handOver, leave } = {}) {
      let hasLeft = false
      const client = clientFor(() => {
        leave?.()
        hasLeft = true
      })
      await handOver?.()
      try {
        const { sid } = await client.messages.create({ to, from, body, statusCallback })
        return { id: sid }
      } catch (error) {
        // Do not rethrow the error: after a network failure it contains the request with its credentials.
        throw asProviderError(error as TwilioError, hasLeft)
      }
    },
  }
}

/** Twilio's HTTP client for a single request: calls `leave` when the request is written; `baseUrl` replaces Twilio's own. */
class ClientOf extends twilio.RequestClient {
  /** HTTP_PROXY is set: the connection of the proxy agent cannot be observed, so `leave` is called before the request. */
  private readonly isProxied: boolean

  constructor(
    readonly baseUrl: string | undefined,
    readonly leave: () => void,
  ) {
    // No keep-alive: on a reused connection that the server has closed, nobody knows whether the text was sent.
    super({ timeout: timeLimitMs, keepAlive: false })
    const { httpsAgent } = this.axios.defaults
    this.isProxied = !(httpsAgent instanceof https.Agent)
    if (this.isProxied) return
    for (const agent of [(this.axios.defaults.httpAgent = new http.Agent()), httpsAgent])
      sayWhenLeaving(agent, leave)
  }

  override request: InstanceType<typeof twilio.RequestClient>['request'] = (options) => {
    if (this.isProxied) this.leave()
    const { pathname, search } = new URL(options.uri)
    return super.request(this.baseUrl ? { ...options, uri: this.baseUrl + pathname + search } : options)
  }
}

/**
 * Calls `leave` in the same step that writes the first byte of a request. A request gets its socket only when that is
 * connected: before, Node would buffer what is written.
 */
function sayWhenLeaving(agent: http.Agent, leave: () => void) {
  const connect = agent.createConnection.bind(agent)
  agent.createConnection = (options, callback) => {
    const socket = connect(options) as Socket
    // Node ignores all calls of `callback` but the first.
    socket.once('error', (error) => callback?.(error, socket))
    socket.once(socket instanceof TLSSocket ? 'secureConnect' : 'connect', () => callback?.(null, socket))
    socket.setTimeout(timeLimitMs, () => socket.destroy(Object.assign(new Error(), { code: 'ETIMEDOUT' })))
    const write = socket.write.bind(socket) as (...args: unknown[]) => boolean
    socket.write = (...args: unknown[]) => {
      socket.write = write
      try {
        leave()
      } catch (error) {
        socket.destroy(error as Error)
        return false
      }
      return write(...args)
    }
    return undefined
  }
}

type TwilioError = { status?: number; code?: number | string; message: string }

const neverConnected = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']
const optedOut = 21610
const badNumber = [21211, 21214, 21217, 21614]

function asProviderError({ status, code, message }: TwilioError, hasLeft: boolean) {
  const name = String(code ?? status ?? 'lost')
  if (!status)
    return hasLeft && !neverConnected.includes(name)
      ? new ProviderError(
          'unknown',
          name,
          'The connection to the text message provider was lost while sending',
        )
      : new ProviderError('unreachable', name, 'The text message provider could not be reached')
  if (code === optedOut)
    return new ProviderError(
      'opted-out',
      name,
      'This number has opted out of texts. Text START to opt in again',
    )
  if (Number(code) === 20003 || status === 401)
    return new ProviderError('unreachable', name, 'The text message provider refused to let Lisa sign in')
  if (badNumber.includes(Number(code)))
    return new ProviderError('permanent', name, 'The phone number cannot receive texts: please check it')
  if (status === 429 || status >= 500)
    return new ProviderError(
      status === 429 ? 'transient' : 'unreachable',
      name,
      `The text message provider is busy (${name})`,
    )
  return new ProviderError('permanent', name, `The text message provider answered: ${oneLine(message)}`)
}
