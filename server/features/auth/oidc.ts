import * as client from 'openid-client'
import type { Log } from '../../log'
import { profileOf, type Profile } from './claims'
import { discovery } from './oidc-discovery'
import { logged, reasonFor, SignInError } from './sign-in-error'

export type OidcSettings = {
  issuerUrl: string
  clientId: string
  clientSecret: string
  scopes: string
  redirectUri: string
  log: Log
  /** Where this server reaches the issuer's origin itself: that of a provider it hosts may not resolve from here. */
  internalOrigin?: string
}

/** A sign-in under way: what the provider's answer is checked against. */
export type SignInChecks = { state: string; nonce: string; verifier: string }

export type Oidc = ReturnType<typeof createOidc>

export function createOidc(settings: OidcSettings) {
  const { redirectUri, scopes, log } = settings
  const inHeader = client.ClientSecretBasic(settings.clientSecret)
  const inBody = client.ClientSecretPost(settings.clientSecret)
  let sendSecret = inHeader
  const configuration = discovery(settings, (...args) => sendSecret(...args))

  /** There is no setting for how the provider wants the secret, and it does not tell what this client may use. */
  async function exchange(
    config: client.Configuration,
    url: URL,
    checks: client.AuthorizationCodeGrantChecks,
  ) {
    const tried = sendSecret
    try {
      return await client.authorizationCodeGrant(config, url, checks)
    } catch (error) {
      if (!isClientRefused(error)) throw error
      sendSecret = tried === inHeader ? inBody : inHeader
      return client.authorizationCodeGrant(config, url, checks)
    }
  }

  /** A provider may keep e-mail and names out of the ID token, as the standard has it. */
  async function userInfo(
    config: client.Configuration,
    { access_token }: client.TokenEndpointResponse,
    sub: string,
  ) {
    if (!config.serverMetadata().userinfo_endpoint) return {}
    return client.fetchUserInfo(config, access_token, sub).catch((error: unknown) => {
      log.warn(logged(error), 'The identity provider gave no user info')
      return {}
    })
  }

  return {
    newChecks: (): SignInChecks => ({
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
    }),

    async authorizationUrl(
      { state, nonce, verifier }: SignInChecks,
      extra: Record<string, string> = {},
    ): Promise<string> {
      return client.buildAuthorizationUrl(await configuration(), {
        ...extra,
        redirect_uri: redirectUri,
        scope: scopes,
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }).href
    },

    /** Who came back with `search`, the query of the callback. */
    async signedIn(
      search: string,
      { state, nonce, verifier }: SignInChecks,
    ): Promise<{ profile: Profile; idToken?: string }> {
      const config = await configuration()
      try {
        const url = new URL(redirectUri)
        url.search = search
        const tokens = await exchange(config, url, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        const claims = tokens.claims() as client.IDToken
        const more = claims.email === undefined ? await userInfo(config, tokens, claims.sub) : {}
        return { profile: profileOf({ ...more, ...claims }), idToken: tokens.id_token }
      } catch (error) {
        const reason = reasonFor(error)
        if (reason !== 'cancelled') log.warn(logged(error), 'A sign-in failed')
        throw new SignInError(reason, error)
      }
    },

    /** Where to sign out of the provider too; undefined when it offers none or is down. */
    async endSessionUrl(idToken: string): Promise<string | undefined> {
      const config = await configuration().catch(() => undefined)
      if (!config?.serverMetadata().end_session_endpoint) return undefined
      const post_logout_redirect_uri = new URL('/', redirectUri).href
      return client.buildEndSessionUrl(config, { id_token_hint: idToken, post_logout_redirect_uri }).href
    },
  }
}

function isClientRefused(error: unknown): boolean {
  if (error instanceof client.WWWAuthenticateChallengeError) return error.status === 401
  return error instanceof client.ResponseBodyError && error.error === 'invalid_client'
}
