import { z } from 'zod'
import { endpoints, fault, formType, html, hourly, json, KiB, type Limit, redirect } from './endpoint'

/** A grant ends after so many days, and an assistant that did not come back for `idleDays` is out before. */
export const grantDays = 366
export const idleDays = 90

const oauthFault = (description: string) =>
  json(
    description,
    z.looseObject({ error: z.string(), error_description: z.string().optional() }).meta({ id: 'OAuthError' }),
  )
const switchedOff = fault('Assistants or tokens are switched off, or there is no such request')
const refusedPage = html('A page that says why not')
const noSuchRequest = html(
  'The request has expired, was answered, or is of another browser; or nothing is ticked',
)

/** From one network; three times as many from an IPv6 /48. */
const perNetwork = (limit: Limit) => ({
  address: limit,
  site: {
    ...limit,
    name: `${limit.name} site`,
    limit: 3 * limit.limit,
    description: `${3 * limit.limit} from one IPv6 /48`,
  },
})

/** RFC 7591. What else a client sends of itself is not kept. */
export const clientInput = z
  .object({
    redirect_uris: z.array(z.string().max(500)).min(1).max(10),
    client_name: z.string().max(500).optional(),
  })
  .meta({ id: 'ClientInput' })

const clientView = z
  .looseObject({
    client_id: z.string(),
    client_name: z.string(),
    redirect_uris: z.array(z.string()),
    token_endpoint_auth_method: z.literal('none'),
  })
  .meta({ id: 'Client' })

/** OAuth 2.1 for assistants, whose people let them in on a page of Lisa. Its metadata is at the well-known places too. */
export const oauthEndpoints = endpoints(
  { tag: 'Assistants (OAuth)' },
  {
    'GET /api/oauth/.well-known/oauth-authorization-server': {
      summary: 'What this OAuth server takes',
      description:
        'RFC 8414; the same at `/.well-known/oauth-authorization-server/api/oauth`. `/.well-known/oauth-protected-resource/api/mcp` (RFC 9728) leads here.',
      open: true,
      answers: { 200: json('The metadata', z.looseObject({ issuer: z.string() })), 404: switchedOff },
    },
    'POST /api/oauth/register': {
      summary: 'Register a client',
      description:
        'RFC 7591, for public clients whose answers go to a host that this server allows (`OAUTH_CLIENT_HOSTS`), or to the machine of the person (loopback). Other addresses that it registers are dropped. A client that nobody lets in is deleted after a day.',
      open: true,
      body: clientInput,
      bodyLimit: 16 * KiB,
      objectsInBody: 20,
      answers: {
        201: json('The client', clientView),
        400: oauthFault('The client cannot be registered'),
        404: switchedOff,
      },
      networkLimits: perNetwork(
        hourly(
          'oauth register',
          30,
          '30 clients an hour from one network (of IPv6: a /64)',
          'Too many clients were registered.',
        ),
      ),
    },
    'GET /api/oauth/authorize': {
      summary: 'Ask to be let in',
      description:
        'For browsers: the authorization code flow with PKCE (S256) and the resource `APP_URL/api/mcp`. Other parameters are ignored. Leads to the page that asks the user.',
      open: true,
      query: z.object({
        client_id: z.string().optional(),
        redirect_uri: z.string().optional(),
        response_type: z.string().optional().describe('`code`'),
        scope: z.string().optional().describe('Reading and proposing unless others are named'),
        state: z.string().optional(),
        code_challenge: z.string().optional(),
        code_challenge_method: z.string().optional().describe('`S256`'),
        resource: z.string().optional(),
      }),
      answers: {
        303: redirect('To the page that asks, or back to the client with an error'),
        400: refusedPage,
        404: switchedOff,
      },
      networkLimits: perNetwork({
        name: 'oauth authorize',
        limit: 100,
        windowSeconds: 15 * 60,
        description: '100 requests per 15 minutes from one network (of IPv6: a /64)',
        refusal: () => 'Too many requests to be let in. Please try again later.',
      }),
    },
    'GET /api/oauth/authorize/:uid': {
      summary: 'Return to the client',
      description: 'For browsers: leads back to the client, with a code where the user has allowed it.',
      open: true,
      answers: { 303: redirect('To the client'), 400: refusedPage, 404: switchedOff },
    },
    'GET /api/oauth/consent/:uid': {
      summary: 'Show what a client asks for',
      description: 'For browsers: who asks, for which account, and what the user can leave out.',
      open: true,
      answers: {
        200: html('The page with `Allow` and `Cancel`'),
        302: redirect('To the sign-in, which returns here'),
        400: noSuchRequest,
        401: html('Signed in too long ago'),
        404: switchedOff,
      },
    },
    'POST /api/oauth/consent/:uid': {
      summary: 'Allow a client, or cancel',
      description: 'The form of that page. The owner is told by email.',
      open: true,
      answers: {
        302: redirect('To the sign-in, which returns to the page'),
        303: redirect('On to the client, or back to the page where somebody else is signed in by now'),
        400: noSuchRequest,
        401: html('Signed in too long ago'),
        403: fault('The request comes from another site'),
        404: switchedOff,
        409: html('There are too many tokens'),
        429: { ...html('Too many tokens were made today'), header: 'Retry-After' },
      },
    },
    'POST /api/oauth/token': {
      summary: 'Get tokens for a code or a refresh token',
      description:
        'An access token of an hour, and a refresh token to be used once: again within a minute, if an answer was lost; later it ends the grant.',
      open: true,
      bodyType: formType,
      body: z.object({
        grant_type: z.string(),
        client_id: z.string(),
        code: z.string().optional(),
        code_verifier: z.string().optional(),
        redirect_uri: z.string().optional(),
        refresh_token: z.string().optional(),
        resource: z.string().optional(),
        scope: z.string().optional(),
      }),
      answers: {
        200: json('The tokens', z.looseObject({ access_token: z.string() })),
        400: oauthFault('Refused'),
        401: oauthFault('No such client'),
        404: switchedOff,
      },
    },
    'POST /api/oauth/revoke': {
      summary: 'Give back a token',
      description:
        'RFC 7009, for a token of this client: a refresh token ends the grant, an access token only itself.',
      open: true,
      bodyType: formType,
      body: z.object({ token: z.string(), client_id: z.string() }),
      answers: {
        200: { description: 'The token does not work any more, or never did', type: 'text/plain' },
        400: oauthFault('Refused'),
        401: oauthFault('No such client'),
        404: switchedOff,
      },
    },
  },
)
