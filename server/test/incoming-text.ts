import { randomUUID } from 'node:crypto'
import type { Express } from 'express'
import request from 'supertest'
import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks.js'
import type { AppContext } from '../context'

export const smsPath = '/api/webhooks/twilio/sms'
export const statusPath = '/api/webhooks/twilio/status'
export const newSid = () => `SM${randomUUID().replaceAll('-', '')}`

type Params = Record<string, string>
type Options = { url?: string; token?: string; signature?: string; path?: string }

/** What the provider sends, signed with the function of its own library. */
export function provider(app: Express, { env, twilioAuthToken = '' }: AppContext) {
  const post = (path: string, params: Params, { url, token, signature }: Options = {}) =>
    request(app)
      .post(path)
      .type('form')
      .set(
        'X-Twilio-Signature',
        signature ?? getExpectedTwilioSignature(token ?? twilioAuthToken, url ?? env.appUrl + path, params),
      )
      .send(new URLSearchParams(params).toString())
  return {
    text: (params: Params, options: Options = {}) =>
      post(
        options.path ?? smsPath,
        { MessageSid: newSid(), AccountSid: 'AC0', To: '+15005550006', NumMedia: '0', ...params },
        options,
      ),
    report: (params: Params, query = '', options?: Options) => post(statusPath + query, params, options),
  }
}

/** The reply in an answer, as the telephone shows it; undefined if there is none. */
export function replyIn({ text }: { text: string }): string | undefined {
  const entities: Params = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }
  return /<Message[^>]*>(.*)<\/Message>/s
    .exec(text)?.[1]
    ?.replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => entities[name] ?? '')
}
