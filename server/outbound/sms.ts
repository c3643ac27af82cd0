import twilio from 'twilio'
import { oneLine, SendError, type SendOptions } from './send-error'

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
  // A kept connection that the other side has closed would leave open whether the next text was sent.
  const httpClient = new ClientOf(apiBaseUrl, { timeout: timeLimitMs, keepAlive: false })
  const client = twilio(accountSid, authToken, { httpClient })
  return {
    async send({ to, body }, { handOver } = {}) {
      await handOver?.()
      try {
        const { sid } = await client.messages.create({ to, from, body, statusCallback })
        return { id: sid }
      } catch (error) {
        // Never the error itself: that of a broken connection holds the request with its credentials.
        throw asSendError(error as TwilioError)
      }
    },
  }
}

/** Twilio's client knows its own addresses only. */
class ClientOf extends twilio.RequestClient {
  constructor(
    readonly baseUrl: string | undefined,
    options: ConstructorParameters<typeof twilio.RequestClient>[0],
  ) {
    super(options)
  }

  override request: InstanceType<typeof twilio.RequestClient>['request'] = (options) => {
    const { pathname, search } = new URL(options.uri)
    return super.request(this.baseUrl ? { ...options, uri: this.baseUrl + pathname + search } : options)
  }
}

type TwilioError = { status?: number; code?: number | string; message: string }

const neverConnected = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']
const optedOut = 21610
const badNumber = [21211, 21214, 21217, 21614]

function asSendError({ status, code, message }: TwilioError) {
  const name = String(code ?? status ?? 'lost')
  if (!status)
    return neverConnected.includes(name)
      ? new SendError('unreachable', name, 'The text message provider could not be reached')
      : new SendError(
          'unknown',
          name,
          'The connection to the text message provider was lost in the middle of sending',
        )
  if (code === optedOut)
    return new SendError('opted-out', name, 'This number has opted out of texts. Text START to opt in again')
  if (Number(code) === 20003 || status === 401)
    return new SendError('unreachable', name, 'The text message provider refused to let Lisa sign in')
  if (badNumber.includes(Number(code)))
    return new SendError('permanent', name, 'The phone number cannot receive texts: please check it')
  if (status === 429 || status >= 500)
    return new SendError(
      status === 429 ? 'transient' : 'unreachable',
      name,
      `The text message provider is busy (${name})`,
    )
  return new SendError('permanent', name, `The text message provider answered: ${oneLine(message)}`)
}
