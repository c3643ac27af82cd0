import { z } from 'zod'
import { accountEventView } from './account-events'
import { fitsBcrypt, minPasswordLength, tooLong, tooShort } from './api-password'
import {
  bodyTooLarge,
  daily,
  empty,
  endpoints,
  fault,
  formType,
  html,
  id,
  json,
  KiB,
  redirect,
} from './endpoint'
import { screens } from './screens'
import { boundedText } from './text-input'

/** The limit of a body that holds a password. */
const bodyLimit = 8 * KiB

const apiPassword = z
  .string('Password is required')
  .refine((password) => password.length >= minPasswordLength, tooShort)
  .refine(fitsBcrypt, tooLong)
  .meta({ minLength: minPasswordLength })

const addPasswordInput = z.object({ password: apiPassword }).meta({ id: 'PasswordInput' })

/** Without the rules for new passwords: one that breaks them is a wrong password (401), not bad input (400). */
const loginInput = z
  .object({
    email: boundedText(300).check(z.trim(), z.toLowerCase(), z.minLength(1, 'Email is required')),
    password: z.string('Password is required').min(1, 'Password is required'),
  })
  .meta({ id: 'LoginInput' })

/** The signed-in user as the browser sees it. */
export const userView = z
  .strictObject({
    id,
    email: z.string().nullable(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    profileImageUrl: z.string().nullable(),
    password: z.boolean().describe('Whether a password for the token API is set'),
    timezone: z.string(),
  })
  .meta({ id: 'User' })
export type UserView = z.infer<typeof userView>

const loginView = z
  .strictObject({
    token: z.string(),
    tokenType: z.literal('Bearer'),
    expiresIn: z.int().describe('Seconds'),
    user: userView,
  })
  .meta({ id: 'Login' })

const tries = { windowSeconds: 15 * 60, refusal: () => 'Too many attempts. Please try again later.' }

/** Counted for an email; a right password does not count. */
export const wrongPasswordLimit = daily(
  'login wrong',
  50,
  '50 wrong passwords a day for one email',
  'Too many wrong passwords for this email.',
)

const busy = { ...fault('Too many passwords are being checked right now'), header: 'Retry-After' }

export const loginEndpoints = endpoints(
  { tag: 'Token API' },
  {
    'POST /api/auth/login': {
      summary: 'Get a token',
      description: 'With the email address of the account and the password that was set for the API.',
      open: true,
      body: loginInput,
      bodyLimit,
      answers: {
        200: json('A token for seven days', loginView),
        401: fault('Invalid email or password'),
        503: busy,
      },
      networkLimits: {
        address: {
          ...tries,
          name: 'login address',
          limit: 10,
          description: '10 attempts per 15 minutes from one address (of IPv6: a /64)',
        },
        site: { ...tries, name: 'login site', limit: 30, description: '30 from one IPv6 /48' },
      },
      limit: {
        ...tries,
        name: 'login email',
        limit: 10,
        description: `10 for one email, ${wrongPasswordLimit.description}`,
      },
    },
  },
)

const unavailable = { ...html('The identity provider does not answer'), header: 'Retry-After' }

/** Of the screens whose address has no id. */
const plainPaths = screens.map(({ path }) => path).filter((path) => !path.includes(':'))

/** For browsers: they go to these paths, and get pages and redirects. */
export const signInEndpoints = endpoints(
  { tag: 'Signing in' },
  {
    'GET /api/login': {
      summary: 'Sign in',
      description: 'For browsers: redirects to the identity provider.',
      open: true,
      query: z.object({
        returnTo: z.string().optional().describe('The path in Lisa to return to'),
        prompt: z.string().optional().describe('`login` lets somebody else sign in'),
      }),
      answers: { 302: redirect('To the identity provider'), 503: unavailable },
    },
    'GET /api/write': {
      summary: "Open today's entry",
      description: 'For the links in reminders: by way of the sign-in where nobody is signed in.',
      open: true,
      answers: { 302: redirect("To today's entry, or to the sign-in that returns there") },
    },
    'GET /api/open': {
      summary: 'Open a screen',
      description:
        'For the links in mails and calendars and the shortcuts of the installed app: by way of the sign-in where nobody is signed in.',
      open: true,
      query: z.object({ screen: z.enum(plainPaths).describe('Its path') }),
      answers: { 302: redirect('To the screen, or to the sign-in that returns there') },
    },
    'GET /api/callback': {
      summary: 'Return from the identity provider',
      description:
        'For browsers: a new session starts here, in the cookie `__Host-lisa.sid` (`lisa.sid` where Lisa is served over http).',
      open: true,
      query: z.object({
        state: z.string().optional(),
        code: z.string().optional(),
        iss: z.string().optional(),
        error: z.string().optional(),
        error_description: z.string().optional(),
      }),
      answers: {
        302: redirect('To the page where the sign-in started'),
        400: html('The sign-in has expired, was already used or was started elsewhere'),
        403: html('No account exists and none can be opened, or the sign-in is too weak (`OIDC_ACR_VALUES`)'),
        409: html('The email address belongs to another account'),
        429: { ...html('Too many failed sign-ins from this network'), header: 'Retry-After' },
        503: unavailable,
      },
      limit: {
        name: 'callback',
        limit: 30,
        windowSeconds: 15 * 60,
        description: '30 failed sign-ins per 15 minutes from one network',
        refusal: () => 'Too many failed sign-ins. Please try again later.',
      },
    },
    'GET /api/logout': {
      summary: 'Sign out',
      description: 'For browsers: ends the session here and at the identity provider.',
      open: true,
      answers: {
        200: html('Asks for confirmation if the request does not come from a page of Lisa'),
        204: empty('A prefetch or prerender: nothing is done'),
        302: redirect('To the identity provider or the first page'),
      },
    },
  },
)

const logoutTokenLimit = 16 * KiB
const logouts = { windowSeconds: 15 * 60, refusal: () => 'Too many logout tokens. Please try again later.' }

/** For the identity provider, which signs what it sends. */
export const backchannelLogoutEndpoints = endpoints(
  { tag: 'Signing in' },
  {
    'POST /api/backchannel-logout': {
      summary: 'Sign out what the identity provider has signed out',
      description:
        'OpenID Connect Back-Channel Logout 1.0. A logout token ends the sessions with its `sid` or, if it has none, all sessions of its `sub`; API tokens go on working.',
      open: true,
      bodyType: formType,
      bodyLimit: logoutTokenLimit,
      body: z.object({ logout_token: z.string() }),
      answers: {
        200: empty('Signed out, or there was no such session'),
        400: fault('The logout token is missing, not valid or used before, or cannot be checked now'),
        413: fault(bodyTooLarge(logoutTokenLimit)),
        415: fault('The body is compressed, or not in UTF-8'),
      },
      networkLimits: {
        address: {
          ...logouts,
          name: 'logout address',
          limit: 600,
          description: '600 logout tokens per 15 minutes from one address (of IPv6: a /64)',
        },
        site: { ...logouts, name: 'logout site', limit: 1_800, description: '1,800 from one IPv6 /48' },
      },
    },
  },
)

export const accountEndpoints = endpoints(
  { tag: 'Account' },
  {
    'GET /api/auth/user': {
      summary: 'Read my account',
      description:
        'The account of the session or of the token; to a token that may read nothing, without email, name and picture. `password` says whether one is set for the API.',
      token: '/api/jwt/user',
      answers: { 200: json('The user', userView) },
    },
    'POST /api/auth/add-password': {
      summary: 'Set the password for the token API',
      description:
        'Earlier tokens of a password stop working. An existing password has to be removed first. One of the commonest passwords is refused. The owner is told by email.',
      recentSignIn: true,
      body: addPasswordInput,
      bodyLimit,
      answers: {
        201: json('The user', userView),
        409: fault('A password is already set, or the account has no email address'),
        503: busy,
      },
      limit: {
        name: 'add password',
        limit: 5,
        windowSeconds: 60 * 60,
        description: '5 attempts an hour',
        refusal: () => 'Too many attempts. Please try again in an hour.',
      },
    },
    'DELETE /api/auth/password': {
      summary: 'Remove the password for the token API',
      description: 'All tokens that were got with it stop working.',
      answers: { 204: empty('The password is removed') },
    },
    'GET /api/account/events': {
      summary: 'List recent account activity',
      description: 'Of the last 90 days, the latest 1,000 of each kind.',
      answers: { 200: json('The events, newest first', z.array(accountEventView)) },
    },
  },
)
