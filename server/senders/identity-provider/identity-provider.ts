import * as client from 'openid-client'
import { isMissingAny, profileOf, type Profile, withUserInfo } from './claims'
import { discovery, providerKeys } from './discovery'
import { assertJwt, type Logout, providerName, verifiedLogout, whyRefused } from './logout-token'
import type { OidcSettings } from './settings'
import { isClientRefused, logFields, reasonFor, SignInError } from './sign-in-error'

/** What the provider's answer to a sign-in is checked against. */
export type SignInChecks = { state: string; nonce: string; verifier: string }

const clientRefused =
  'Sign-in failed: the identity provider refused the client. Check OIDC_CLIENT_ID and OIDC_CLIENT_SECRET'

const acrMissing =
  'Sign-in refused: the identity provider did not say that one of OIDC_ACR_VALUES was met (claim acr)'

type SignedIn = {
  profile: Profile
  idToken?: string
  /** The session at the provider, which a logout token names. */
  providerSid?: string
  authenticatedAt?: number
  isTooWeak?: boolean
}

export type Oidc = ReturnType<typeof createOidc>

export function createOidc(settings: OidcSettings) {
  const { redirectUri, scopes, acrValues, log } = settings
  const inHeader = basicAuth(settings.clientSecret)
  const inBody = client.ClientSecretPost(settings.clientSecret)
  let authenticate = inHeader
  let saysAuthTime = false
  const configuration = discovery(settings, (...args) => authenticate(...args))
  const keys = providerKeys(settings, configuration)

  /** Tries both client authentication methods: discovery does not say which one is registered for this client. */
  async function exchange(
    config: client.Configuration,
    url: URL,
    checks: client.AuthorizationCodeGrantChecks,
  ) {
    const tried = authenticate
    try {
      return await client.authorizationCodeGrant(config, url, checks)
    } catch (error) {
      if (!isClientRefused(error)) throw error
      authenticate = tried === inHeader ? inBody : inHeader
      return client.authorizationCodeGrant(config, url, checks)
    }
  }

  /** Providers may leave any of these out of the ID token (OpenID Connect Core, 5.4). */
  async function userInfo(
    config: client.Configuration,
    { access_token }: client.TokenEndpointResponse,
    sub: string,
  ) {
    if (!config.serverMetadata().userinfo_endpoint) return {}
    return client.fetchUserInfo(config, access_token, sub).catch((error: unknown) => {
      log.warn(logFields(error), 'User info request failed')
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
        ...(acrValues && { acr_values: acrValues.join(' ') }),
        redirect_uri: redirectUri,
        scope: scopes,
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }).href
    },

    /**
     * Exchanges the code in `search`, the query of the callback, for the user's profile. `authenticatedAt`, in ms: when the
     * user showed the provider who they are; undefined where it has never said so. 0 where it has, and does not now: somebody
     * has taken `max_age`, which every sign-in has, out of the address that led there. `isTooWeak`: none of `acrValues` was met.
     */
    async signedIn(search: string, { state, nonce, verifier }: SignInChecks): Promise<SignedIn> {
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
        // The request alone proves nothing: the person at the browser can remove acr_values from the provider's address.
        const isTooWeak = acrValues !== undefined && !acrValues.some((value) => value === claims.acr)
        if (isTooWeak) log.warn(acrMissing)
        // Not what it lists as supported: some list it and never say it.
        saysAuthTime ||= claims.auth_time !== undefined
        const authenticatedAt = claims.auth_time === undefined ? undefined : claims.auth_time * 1_000
        const info = isMissingAny(claims) ? await userInfo(config, tokens, claims.sub) : {}
        return {
          profile: profileOf(withUserInfo(claims, info), settings),
          idToken: tokens.id_token,
          providerSid: providerName.catch(undefined).parse(claims.sid),
          authenticatedAt: authenticatedAt ?? (saysAuthTime ? 0 : undefined),
          isTooWeak,
        }
      } catch (error) {
        const reason = reasonFor(error)
        if (reason === 'misconfigured') log.warn(logFields(error), clientRefused)
        else if (reason !== 'cancelled') log.warn(logFields(error), 'Sign-in failed')
        throw new SignInError(reason, error)
      }
    },

    /** What a logout token says; undefined if it is not valid, or cannot be checked because the provider is away. */
    async verifiedLogout(token: string, now: Date): Promise<Logout | undefined> {
      try {
        assertJwt(token)
        const server = (await configuration()).serverMetadata()
        return await verifiedLogout(token, await keys(), {
          issuer: server.issuer,
          clientId: settings.clientId,
          algorithms: server.id_token_signing_alg_values_supported,
          now,
        })
      } catch (error) {
        log.warn({ reason: whyRefused(error) }, 'Logout token refused')
        return undefined
      }
    },

    /** The provider's logout URL; undefined when it has none or is down. */
    async endSessionUrl(idToken?: string): Promise<string | undefined> {
      const config = await configuration().catch(() => undefined)
      if (!config?.serverMetadata().end_session_endpoint) return undefined
      const post_logout_redirect_uri = new URL('/', redirectUri).href
      return client.buildEndSessionUrl(config, {
        ...(idToken && { id_token_hint: idToken }),
        post_logout_redirect_uri,
      }).href
    },
  }
}

/**
 * Like ClientSecretBasic, which also encodes `-`, `.` and `_`: some providers compare what they get without decoding it.
 */
const basicAuth =
  (secret: string): client.ClientAuth =>
  (_server, { client_id }, _body, headers) =>
    headers.set('authorization', `Basic ${btoa(`${formEncoded(client_id)}:${formEncoded(secret)}`)}`)

const formEncoded = (text: string) => new URLSearchParams({ '': text }).toString().slice(1)
