import twilio from 'twilio'
import { oneLine, ProviderError } from './provider-error'
import { hasOptedOut } from './undelivered'

/** `isSecret`: it holds a code, and must not be stored. */
export type Text = { to: string; body: string; isSecret?: true }
export type Sms = { send(text: Text): Promise<{ id: string }> }

type Settings = {
  accountSid: string
  authToken: string
  from: string
  apiBaseUrl?: string
  statusCallback?: string
}

const timeLimitMs = 10_000

export function createSms({ accountSid, authToken, from, apiBaseUrl, statusCallback }: Settings): Sms {
  const client = twilio(accountSid, authToken, { httpClient: new ClientOf(apiBaseUrl) })
  return {
    async send({ to, body }) {
      try {
        const { sid } = await client.messages.create({ to, from, body, statusCallback })
        return { id: sid }
      } catch (error) {
        // Do not rethrow the error: after a network failure it contains the request with its credentials.
        throw asProviderError(error as TwilioError)
      }
    },
  }
}

/** Twilio's HTTP client; `baseUrl` replaces Twilio's own. */
class ClientOf extends twilio.RequestClient {
  constructor(readonly baseUrl: string | undefined) {
    // No keep-alive: on a reused connection that the server has closed, nobody knows whether the text was sent.
    super({ timeout: timeLimitMs, keepAlive: false })
  }

  override request: InstanceType<typeof twilio.RequestClient>['request'] = (options) => {
    const { pathname, search } = new URL(options.uri)
    return super.request(this.baseUrl ? { ...options, uri: this.baseUrl + pathname + search } : options)
  }
}

type TwilioError = { status?: number; code?: number | string; message: string }

/** Errors of the name look-up, of connecting and of the certificate: nothing was sent. */
const neverConnected = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$|CERT|SIGNATURE/
const optedOut = 21610
const badNumber = [21211, 21214, 21217, 21614]

function asProviderError({ status, code, message }: TwilioError) {
  const name = String(code ?? status ?? 'lost')
  if (!status)
    return neverConnected.test(name)
      ? new ProviderError('unreachable', name, 'The text message provider could not be reached')
      : new ProviderError(
          'unknown',
          name,
          'The connection to the text message provider was lost while sending',
        )
  if (code === optedOut) return new ProviderError('opted-out', name, hasOptedOut)
  if (Number(code) === 20003 || status === 401)
    return new ProviderError('unreachable', name, 'The text message provider refused to let Lisa sign in')
  if (badNumber.includes(Number(code)))
    return new ProviderError('permanent', name, "This number can't receive texts. Please check it.")
  if (status === 429 || status >= 500)
    return new ProviderError(
      status === 429 ? 'transient' : 'unreachable',
      name,
      `The text message provider is busy (${name})`,
    )
  return new ProviderError('permanent', name, `The text message provider answered: ${oneLine(message)}`)
}
