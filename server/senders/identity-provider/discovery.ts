import { createLocalJWKSet, type JWTVerifyGetKey } from 'jose'
import * as client from 'openid-client'
import type { Log } from '../../log'
import { bodyWithin } from '../body-within'
import { withinLimit } from '../time-limit'
import type { OidcSettings } from './settings'
import { logFields, SignInError } from './sign-in-error'

const timeoutSeconds = 5
export const clockToleranceSeconds = 30
// Short, so that a provider that is down is noticed before a browser is redirected to it, and a new key is known soon.
const cacheMs = 60_000
const firstBackOffMs = 500
export const longestBackOffMs = 30_000

const mostKeyBytes = 1024 * 1024

export type Discovery = () => Promise<client.Configuration>

/** Discovers the provider on first use. */
export function discovery(settings: OidcSettings, authentication: client.ClientAuth): Discovery {
  const { log, issuerUrl, clientId } = settings
  const issuer = new URL(issuerUrl)
  const discover = () =>
    client.discovery(issuer, clientId, { [client.clockTolerance]: clockToleranceSeconds }, authentication, {
      timeout: timeoutSeconds,
      execute: issuer.protocol === 'http:' ? [client.allowInsecureRequests] : [],
      [client.customFetch]: (url, options) => fetch(internalUrl(url, settings), options as RequestInit),
    })
  return cached(discover, log, 'Identity provider discovery failed')
}

/**
 * The provider's public keys. They are read once a minute at most, whatever key a token names, so that tokens of
 * strangers cannot flood the provider.
 */
export function providerKeys(
  settings: OidcSettings,
  configuration: Discovery,
): () => Promise<JWTVerifyGetKey> {
  const read = async () => {
    const { jwks_uri = '', issuer } = (await configuration()).serverMetadata()
    if (new URL(jwks_uri).protocol !== new URL(issuer).protocol) throw new Error('The keys come without TLS')
    const ask = async (signal: AbortSignal) => {
      const response = await fetch(internalUrl(jwks_uri, settings), { redirect: 'error', signal })
      if (!response.ok) throw new Error(`Status ${response.status}`)
      return bodyWithin(response, mostKeyBytes)
    }
    const text = await withinLimit(ask, timeoutSeconds * 1_000, new Error('The keys did not come in time'))
    return createLocalJWKSet(JSON.parse(text ?? ''))
  }
  return cached(read, settings.log, "The identity provider's keys could not be read")
}

const internalUrl = (url: string, { issuerUrl, internalOrigin }: OidcSettings) => {
  const { origin } = new URL(issuerUrl)
  return internalOrigin && url.startsWith(`${origin}/`) ? internalOrigin + url.slice(origin.length) : url
}

/** Reads on first use and after a minute, with one request at a time and an exponential back-off after failures. */
function cached<T>(read: () => Promise<T>, log: Log, failure: string): () => Promise<T> {
  let latest: { value: T; at: number } | undefined
  let failed: { until: number; backOffMs: number } | undefined
  let inFlight: Promise<T> | undefined

  async function attempt() {
    try {
      const value = await read()
      latest = { value, at: performance.now() }
      failed = undefined
      return value
    } catch (error) {
      const backOffMs = failed ? Math.min(failed.backOffMs * 2, longestBackOffMs) : firstBackOffMs
      failed = { backOffMs, until: performance.now() + backOffMs }
      log.warn(logFields(error), failure)
      throw new SignInError('unavailable', error)
    } finally {
      inFlight = undefined
    }
  }

  return async () => {
    const now = performance.now()
    if (latest && now - latest.at < cacheMs) return latest.value
    if (failed && now < failed.until) throw new SignInError('unavailable')
    return (inFlight ??= attempt())
  }
}
