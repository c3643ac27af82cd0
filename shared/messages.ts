import { z } from 'zod'
import { bodyTooLarge, defaultBodyLimit, empty, endpoints, fault, formType } from './endpoint'
import { textLimits } from './text'
import { boundedText } from './text-input'

export const messageDirections = ['inbound', 'outbound'] as const

/** The carriers' keywords. A text that consists of one is not part of the conversation. */
export const messageKeywords = ['stop', 'start', 'help'] as const
export type MessageKeyword = (typeof messageKeywords)[number]

/** Twilio's delivery statuses, earlier ones first. */
export const textStatuses = [
  'accepted',
  'scheduled',
  'queued',
  'sending',
  'sent',
  'canceled',
  'failed',
  'undelivered',
  'delivered',
  'read',
] as const
export type TextStatus = (typeof textStatuses)[number]

/** E.164, up to 15 digits. */
export const phoneNumber = z
  .string('Phone number must be in E.164 format (+1234567890)')
  .regex(/^\+[1-9]\d{1,14}$/, 'Phone number must be in E.164 format (+1234567890)')

export const messageSid = z
  .string('Message id must be text')
  .regex(/^[\w-]{1,64}$/, 'Message id must be 1 to 64 letters, digits, - or _')

export const dailyMessageInput = z.object({
  phoneNumber,
  messageContent: boundedText(textLimits.message).check(z.minLength(1, 'Message cannot be empty')),
  messageDirection: z.enum(messageDirections, 'Message direction must be inbound or outbound'),
  messageSid: messageSid.optional(),
})
export type DailyMessageInput = z.infer<typeof dailyMessageInput>

const entryPath = '/journal/edit/'
export const linkToEntry = (appUrl: string, id: string) => `${appUrl}${entryPath}${id}`

/** A text of Lisa without the line of such a link: a model learns no ids, and does not imitate it. */
export const withoutEntryLinks = (text: string) =>
  text
    .split('\n')
    .filter((line) => !line.includes(entryPath))
    .join('\n')

const optional = z.string().optional()
const signedForm = { open: true, bodyType: formType } as const
const refused = {
  400: fault('A field is missing or the body cannot be read'),
  403: fault('The signature is missing or wrong'),
  413: fault(bodyTooLarge(defaultBodyLimit)),
  415: fault('The body is compressed, or not a form in UTF-8'),
  503: fault('Text messages are not set up on this server'),
}

/** For the provider of text messages, who signs what it sends. */
export const webhookEndpoints = endpoints(
  { tag: 'Conversation by text' },
  {
    'POST /api/webhooks/twilio/sms': {
      ...signedForm,
      summary: 'Receive a text message from Twilio',
      description:
        'Signed in `X-Twilio-Signature`. Delivered twice, it is stored once and gets the same reply.',
      body: z.object({ MessageSid: z.string(), From: z.string(), Body: optional, OptOutType: optional }),
      answers: { 200: { description: 'The reply, as TwiML', type: 'text/xml' }, ...refused },
    },
    'POST /api/webhooks/twilio/status': {
      ...signedForm,
      summary: 'Receive the delivery status of a sent text from Twilio',
      description: 'Signed in `X-Twilio-Signature`. Reports may come late, twice or out of order.',
      query: z.object({ message: z.string().optional().describe('The reply that the status is about') }),
      body: z.object({
        MessageSid: z.string(),
        MessageStatus: z.string(),
        ErrorCode: optional,
        To: optional,
      }),
      answers: { 204: empty('The status is stored'), ...refused },
    },
  },
)
