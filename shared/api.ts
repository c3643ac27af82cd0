import { z } from 'zod'
import { accountDeletionEndpoints } from './account'
import { aiEndpoints } from './ai-settings'
import { analyticsEndpoints } from './analytics'
import { accountSessionsEndpoints } from './account-sessions'
import { accountEndpoints, backchannelLogoutEndpoints, loginEndpoints, signInEndpoints } from './auth'
import { calendarEndpoints } from './calendar'
import { endpoints, html, json, type EndpointGroup } from './endpoint'
import { exportEndpoints } from './export'
import { goalEndpoints } from './goals'
import { importEndpoints } from './import'
import { journalEndpoints } from './journal'
import { mailInEndpoints } from './mail-in'
import { mcpEndpoints } from './mcp'
import { webhookEndpoints } from './messages'
import { oauthEndpoints } from './oauth'
import { phoneNumberEndpoints } from './phone-numbers'
import { proposalEndpoints } from './proposals'
import { pushEndpoints } from './push'
import { reminderEndpoints, unsubscribeEndpoints } from './reminders'
import { reviewEndpoints } from './review'
import { summaryEndpoints } from './summaries'
import { talkEndpoints } from './talks'
import { todayEndpoints } from './today'
import { tokenEndpoints } from './tokens'
import { versionEndpoints } from './versions'
import { voiceEndpoints } from './voice'

const descriptionEndpoints = endpoints(
  { tag: 'This description' },
  {
    'GET /api/openapi.json': {
      summary: 'This description',
      description: 'OpenAPI 3.1, generated from the schemas that the server validates with.',
      open: true,
      answers: { 200: json('OpenAPI 3.1', z.looseObject({ openapi: z.string() })) },
    },
    'GET /api/docs': {
      summary: 'This description as a web page',
      description: 'The same, without scripts.',
      open: true,
      answers: { 200: html('The page') },
    },
  },
)

/** Every endpoint under /api, in the order of the description. */
export const api: EndpointGroup[] = [
  loginEndpoints,
  signInEndpoints,
  backchannelLogoutEndpoints,
  oauthEndpoints,
  accountEndpoints,
  accountSessionsEndpoints,
  tokenEndpoints,
  goalEndpoints,
  journalEndpoints,
  todayEndpoints,
  reviewEndpoints,
  analyticsEndpoints,
  reminderEndpoints,
  pushEndpoints,
  phoneNumberEndpoints,
  unsubscribeEndpoints,
  webhookEndpoints,
  mailInEndpoints,
  summaryEndpoints,
  voiceEndpoints,
  exportEndpoints,
  accountDeletionEndpoints,
  talkEndpoints,
  aiEndpoints,
  importEndpoints,
  versionEndpoints,
  proposalEndpoints,
  calendarEndpoints,
  mcpEndpoints,
  descriptionEndpoints,
]

/** The endpoints that the app calls. */
export type AppEndpoints = typeof accountEndpoints.endpoints &
  typeof accountDeletionEndpoints.endpoints &
  typeof accountSessionsEndpoints.endpoints &
  typeof tokenEndpoints.endpoints &
  typeof goalEndpoints.endpoints &
  typeof journalEndpoints.endpoints &
  typeof todayEndpoints.endpoints &
  typeof reviewEndpoints.endpoints &
  typeof analyticsEndpoints.endpoints &
  typeof aiEndpoints.endpoints &
  typeof reminderEndpoints.endpoints &
  typeof pushEndpoints.endpoints &
  typeof phoneNumberEndpoints.endpoints &
  typeof summaryEndpoints.endpoints &
  typeof voiceEndpoints.endpoints &
  typeof importEndpoints.endpoints &
  typeof exportEndpoints.endpoints &
  typeof talkEndpoints.endpoints &
  typeof versionEndpoints.endpoints &
  typeof proposalEndpoints.endpoints &
  typeof calendarEndpoints.endpoints
