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
  /** Reaches the issuer's origin from the server itself, where its public address may not resolve. */
  internalOrigin?: string
}
