import { z } from 'zod'
import { daily, empty, endpoints, errorView, fault, id, instant, json, type Limit } from './endpoint'
import { type Scope, scopes } from './scopes'
import { isVisible } from './text'
import { boundedText } from './text-input'

/** A user has so many tokens at most, assistants included. */
export const mostTokens = 20
const mostDays = 366

/** Of the requests with one token. A token of the API password is not counted. */
export const tokenLimit: Limit = {
  name: 'token',
  limit: 600,
  windowSeconds: 15 * 60,
  description: '600 requests in 15 minutes with one token (with one of the API password, any number)',
  refusal: (seconds) =>
    `This token has been used 600 times in 15 minutes. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
}

/** Letting in an assistant counts too. The limit bounds the mails to the owner, who gets one for each token. */
export const newTokenLimit = daily(
  'new tokens',
  20,
  '20 tokens a day, assistants that are let in included',
  'You may make 20 tokens a day, assistants included.',
)

const off = fault('Tokens are switched off')

const days = 'Must be a whole number of days from 1 to 366'
const tokenInput = z
  .object({
    name: boundedText(60).check(z.trim(), z.refine(isVisible, 'Name is required')),
    scopes: z
      .array(z.enum(scopes, `Must be of ${scopes.join(', ')}`))
      .min(1, 'Choose what the token may do')
      .transform((chosen): Scope[] => scopes.filter((scope) => chosen.includes(scope))),
    expiresInDays: z.int(days).min(1, days).max(mostDays, days),
  })
  .meta({ id: 'TokenInput' })

const tokenView = z
  .strictObject({
    id,
    name: z.string(),
    scopes: z.array(z.enum(scopes)),
    createdAt: instant,
    expiresAt: instant,
    lastUsedAt: instant.nullable().describe('Accurate to the hour'),
  })
  .meta({ id: 'Token' })
const listedTokenView = tokenView
  .extend({
    lastUsedHere: z
      .boolean()
      .nullable()
      .describe('Whether the last use came from the network of this request; null if that is not known'),
  })
  .meta({ id: 'ListedToken' })
export type TokenView = z.infer<typeof listedTokenView>

const tokensOff = errorView
  .extend({
    tokens: z.array(listedTokenView).optional().describe('Those that work again when it is switched on'),
  })
  .meta({ id: 'TokensOff' })
export type TokensOff = z.infer<typeof tokensOff>

const newTokenView = tokenView
  .extend({ token: z.string().describe('Shown this once: Lisa keeps only its hash') })
  .meta({ id: 'NewToken' })

export const tokenEndpoints = endpoints(
  { tag: 'Tokens', id: 'Token' },
  {
    'GET /api/tokens': {
      summary: 'List my tokens',
      description: 'Those that have not ended, and the assistants that were let in.',
      answers: {
        200: json('The tokens, newest first', z.array(listedTokenView)),
        503: json('Tokens are switched off', tokensOff),
      },
    },
    'POST /api/tokens': {
      summary: 'Make a token',
      description: `For one program, with what it may do and for how long. At most ${mostTokens}. The owner is told by email.`,
      recentSignIn: true,
      body: tokenInput,
      objectsInBody: 1,
      answers: {
        201: json('The token', newTokenView),
        409: fault(`There are ${mostTokens} tokens already`),
        503: off,
      },
      limit: newTokenLimit,
    },
    'DELETE /api/tokens/:id': {
      summary: 'Withdraw a token',
      description: 'It stops working at once.',
      answers: { 204: empty('Withdrawn') },
    },
  },
)
