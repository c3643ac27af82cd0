import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import type { clientInput } from '@shared/oauth'
import { isVisible } from '@shared/text'

/** As `oidc-provider` knows them: only of these it ignores the port, which a program chooses when it starts. */
const loopbackHosts = ['localhost', '127.0.0.1', '[::1]']

/** `redirectUri` if answers may go there; RFC 8252 for programs on the machine of the user, which have no certificate. */
function redirectTo(redirectUri: string, hosts: string[]): URL | undefined {
  const url = /^https?:\/\/[!-[\]-~]+$/.test(redirectUri) ? URL.parse(redirectUri) : null
  if (!url || url.username || url.password || redirectUri.includes('#')) return undefined
  const isAllowed =
    (url.protocol === 'https:' && hosts.includes(url.host)) ||
    (url.protocol === 'http:' && loopbackHosts.includes(url.hostname))
  return isAllowed ? url : undefined
}

export const isOnThisDevice = (redirectUri: string) =>
  loopbackHosts.includes(URL.parse(redirectUri)?.hostname ?? '')

/** Of the addresses that a client names, those that may be answered to: some name several, for each of their versions. */
export const allowedUris = (redirectUris: readonly string[], hosts: string[]) =>
  redirectUris.filter((uri) => redirectTo(uri, hosts))

/** The library lets only `native` clients choose their port, and takes https addresses of them too. */
export const applicationType = (redirectUris: string[]) =>
  redirectUris.some(isOnThisDevice) ? 'native' : 'web'

const longestName = 60

/** The name under which a grant is listed. The client chose its name itself, so the host that its answers go to is added. */
export function listedName(name: string, redirectUri: string): string {
  const where = ` (${isOnThisDevice(redirectUri) ? 'on this computer' : new URL(redirectUri).host})`
  const room = Math.max(0, longestName - where.length)
  // Brackets in the client's name could show another host.
  return Array.from(name.replace(/[()]/g, '')).slice(0, room).join('') + where
}

export const newClientId = () => randomBytes(16).toString('base64url')
export const isClientId = (text: string) => /^[\w-]{22}$/.test(text)

/**
 * What is kept of a client. It has no secret, whatever it asked for (RFC 7591, 3.2.1): PKCE binds a code to who asked for it.
 * Addresses that the server would have to read, such as `jwks_uri`, are left out.
 */
export function clientMetadata(
  clientId: string,
  { redirect_uris: redirectUris, client_name: givenName = '' }: z.output<typeof clientInput>,
  now: Date,
) {
  // No character that turns the direction of the text or hides, and none that ends the quotation of the name.
  const visible = givenName
    .replace(/[\p{C}\p{Default_Ignorable_Code_Point}\s]+/gu, ' ')
    .replace(/["＂„‟〝\p{Pi}\p{Pf}]/gu, '’')
    .trim()
  const name = Array.from(visible).slice(0, longestName).join('')
  const [first = ''] = redirectUris
  return {
    client_id: clientId,
    client_id_issued_at: Math.floor(now.getTime() / 1000),
    client_name: isVisible(name) ? name : new URL(first).hostname,
    redirect_uris: redirectUris,
    application_type: applicationType(redirectUris),
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  }
}
