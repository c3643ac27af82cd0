import type { Env } from '../../env'
import type { Log } from '../../log'

export type OidcSettings = {
  issuerUrl: string
  clientId: string
  clientSecret: string
  scopes: string
  redirectUri: string
  log: Log
  /** Leaves out an email that the provider does not call verified. */
  requireVerifiedEmail?: boolean
  /** The authentication contexts of which every sign-in has to meet one (`acr`; OpenID Connect Core, 3.1.2.1). */
  acrValues?: string[]
  /** Reaches the issuer's origin from the server itself, where its public address may not resolve. */
  internalOrigin?: string
}

/** The sign-in settings that are the same for every identity provider. */
export const oidcSettings = ({ oidcScopes, appUrl, requireVerifiedEmail }: Env) => ({
  scopes: oidcScopes,
  requireVerifiedEmail,
  redirectUri: `${appUrl}/api/callback`,
})
