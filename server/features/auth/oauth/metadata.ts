import { type Scope, scopes } from '@shared/scopes'
import type { Env } from '../../../env'

export const isOAuthOn = ({ tokensOn, mcpOn }: Env) => tokensOn && mcpOn

export const oauthPath = '/api/oauth'
export const issuerOf = (appUrl: string) => appUrl + oauthPath

const resourcePath = '/api/mcp'
/** What access tokens are for (RFC 8707). */
export const resourceOf = (appUrl: string) => appUrl + resourcePath

/** Within {@link oauthPath}. */
export const routes = {
  authorization: '/authorize',
  consent: '/consent',
  registration: '/register',
  revocation: '/revoke',
  token: '/token',
}
export const consentPath = (uid: string) => `${oauthPath}${routes.consent}/${uid}`

/** What a client may do that names no scope: nothing of it is saved without the user's yes. */
export const defaultScopes: Scope[] = ['goals:read', 'journal:read', 'propose']

const serverDocument = '/.well-known/oauth-authorization-server'
const resourceDocument = '/.well-known/oauth-protected-resource'

/** The documents that lead an assistant here, at each of their paths. */
export function metadata(appUrl: string): { paths: string[]; document: object }[] {
  const issuer = issuerOf(appUrl)
  return [
    {
      // RFC 8414, whose path comes before that of the issuer; `oidc-provider` has it after.
      paths: [serverDocument + oauthPath, oauthPath + serverDocument],
      document: {
        issuer,
        authorization_endpoint: issuer + routes.authorization,
        token_endpoint: issuer + routes.token,
        registration_endpoint: issuer + routes.registration,
        revocation_endpoint: issuer + routes.revocation,
        scopes_supported: scopes,
        response_types_supported: ['code'],
        response_modes_supported: ['query'],
        grant_types_supported: ['authorization_code', 'refresh_token'],
        token_endpoint_auth_methods_supported: ['none'],
        revocation_endpoint_auth_methods_supported: ['none'],
        code_challenge_methods_supported: ['S256'],
        authorization_response_iss_parameter_supported: true,
      },
    },
    {
      // RFC 9728
      paths: [resourceDocument + resourcePath, resourceDocument],
      document: {
        resource: resourceOf(appUrl),
        resource_name: 'Lisa',
        authorization_servers: [issuer],
        // Clients ask for all of these.
        scopes_supported: defaultScopes,
        bearer_methods_supported: ['header'],
      },
    },
  ]
}
