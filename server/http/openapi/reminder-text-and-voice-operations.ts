import { z } from 'zod'
import { reminderSettingsInput } from '@shared/reminders'
import { recentSummaries } from '@shared/summaries'
import * as views from '@shared/views'
import { fault, json, type Operations, page, tooMany } from './operation'

export const reminderOperations: Operations = {
  'GET /api/reminder-settings': {
    summary: 'Read the reminder settings',
    answers: { 200: json('The settings', views.reminderSettingsView) },
  },
  'PUT /api/reminder-settings': {
    summary: 'Change the reminder settings',
    description: 'An absent field stays as it is; an empty or null phone number clears it.',
    body: reminderSettingsInput,
    answers: {
      200: json('The settings as they are now', views.reminderSettingsView),
      409: fault('The phone number belongs to another account'),
    },
  },
  'GET /api/reminder-deliveries/latest': {
    summary: 'See what became of the latest reminders',
    answers: { 200: json('The latest of each channel', views.latestDeliveriesView) },
  },
}

const unsubscribe = { open: true, query: z.object({ token: z.string().optional() }) } as const
const badLink = { 400: page('The link is not one of ours') }

export const unsubscribeOperations: Operations = {
  'GET /api/reminders/unsubscribe': {
    ...unsubscribe,
    summary: 'Ask whether to turn off e-mail reminders',
    description: 'Where the link of a reminder leads. Changes nothing.',
    answers: { 200: page('Asks'), ...badLink },
  },
  'POST /api/reminders/unsubscribe': {
    ...unsubscribe,
    summary: 'Turn off e-mail reminders',
    description: 'For mail programs, by one click (RFC 8058). The body is not read.',
    answers: { 200: page('They are off'), ...badLink },
  },
}

const tested = {
  200: json('It was handed over', views.messageView),
  400: fault('There is no address or number to send to'),
  429: tooMany('5 tests an hour'),
  502: fault('It could not be sent'),
  503: fault('It is not set up on this server'),
}

export const testOperations: Operations = {
  'POST /api/test-reminder': { summary: 'Send a test e-mail to myself', answers: tested },
  'POST /api/test-sms': { summary: 'Send a test text message to myself', answers: tested },
}

const texts = z.string().optional()
const signedForm = {
  open: true,
  bodyType: 'application/x-www-form-urlencoded',
} as const
const unreadable = {
  400: fault('A field is missing or the body cannot be read'),
  403: fault('Not signed with the auth token over the public address'),
  413: fault('The body is too large'),
  415: fault('The body is not a form in UTF-8'),
  503: fault('Text messages are not set up on this server'),
}

export const textOperations: Operations = {
  'POST /api/webhooks/twilio/sms': {
    ...signedForm,
    summary: 'Take a text message from Twilio',
    description:
      'Signed in `X-Twilio-Signature`. Delivered twice, it is stored once and gets the same reply.',
    body: z.object({ MessageSid: z.string(), From: z.string(), Body: texts, OptOutType: texts }),
    answers: { 200: { description: 'The reply, as TwiML', type: 'text/xml' }, ...unreadable },
  },
  'POST /api/webhooks/twilio/status': {
    ...signedForm,
    summary: 'Take from Twilio what became of a text that was sent',
    query: z.object({ message: z.string().optional().describe('The reply that it is about') }),
    body: z.object({ MessageSid: z.string(), MessageStatus: z.string(), ErrorCode: texts, To: texts }),
    answers: { 204: { description: 'It is noted' }, ...unreadable },
  },
}

export const summaryOperations: Operations = {
  'GET /api/daily-summaries/recent': {
    summary: 'Read the latest daily summaries',
    query: recentSummaries,
    answers: { 200: json('The summaries, newest first', z.array(views.recentSummaryView)) },
  },
}

export const voiceOperations: Operations = {
  'POST /api/voice/ephemeral-key': {
    summary: 'Get a key for one talk',
    answers: {
      200: json('The key, for the browser to use with the voice provider', views.voiceKeyView),
      429: tooMany('10 keys an hour'),
      502: fault('The voice provider failed'),
      503: fault('Voice is not set up on this server'),
    },
  },
}

export const descriptionOperations: Operations = {
  'GET /api/openapi.json': {
    summary: 'This description',
    open: true,
    answers: { 200: json('OpenAPI 3.1', z.looseObject({ openapi: z.string() })) },
  },
  'GET /api/docs': {
    summary: 'This description, as a page to read',
    open: true,
    answers: { 200: page('The page') },
  },
}
