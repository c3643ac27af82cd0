import { z } from 'zod'
import { boundedText, textLimits } from './text'

export const messageDirections = ['inbound', 'outbound'] as const

/** What a text that is one of the carriers' words asks for; it is no part of the conversation. */
export const messageKeywords = ['stop', 'start', 'help'] as const
export type MessageKeyword = (typeof messageKeywords)[number]

/** What the provider says of a text that was sent, in the order in which it can come true. */
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
  messageContent: boundedText(textLimits.message).min(1, 'Message cannot be empty'),
  messageDirection: z.enum(messageDirections, 'Message direction must be inbound or outbound'),
  messageSid: messageSid.optional(),
})
export type DailyMessageInput = z.infer<typeof dailyMessageInput>
