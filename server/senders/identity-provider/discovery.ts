import * as client from 'openid-client'
import type { Log } from '../../log'
import type { OidcSettings } from './settings'
import { logFields, SignInError } from './sign-in-error'

const timeoutSeconds = 5
// Short, so that a provider that is down is noticed before a browser is redirected to it.
const cacheMs = 60_000
const firstBackOffMs = 500
export const longestBackOffMs = 30_000

export type Discovery = () => Promise<client.Configuration>

/** Discovers the provider on first use, with one request at a time and an exponential back-off after failures. */
export function discovery(settings: OidcSettings, authentication: client.ClientAuth): Discovery {
  return cached(() => discover(settings, authentication), settings.log)
}

function discover({ issuerUrl, clientId, internalOrigin }: OidcSettings, authentication: client.ClientAuth) {
  const issuer = new URL(issuerUrl)
  const internalUrl = (url: string) =>
    internalOrigin && url.startsWith(`${issuer.origin}/`)
      ? internalOrigin + url.slice(issuer.origin.length)
      : url
  return client.discovery(issuer, clientId, { [client.clockTolerance]: 30 }, authentication, {
    timeout: timeoutSeconds,
    execute: issuer.protocol === 'http:' ? [client.allowInsecureRequests] : [],
    [client.customFetch]: (url, options) => fetch(internalUrl(url), options as RequestInit),
  })
}

function cached(discoverNow: Discovery, log: Log): Discovery {
  let latest: { config: client.Configuration; at: number } | undefined
  let failed: { until: number; backOffMs: number } | undefined
  let inFlight: Promise<client.Configuration> | undefined

  async function attempt() {
    try {
      const config = await discoverNow()
      latest = { config, at: performance.now() }
      failed = undefined
      return config
    } catch (error) {
      const backOffMs = failed ? Math.min(failed.backOffMs * 2, longestBackOffMs) : firstBackOffMs
      failed = { backOffMs, until: performance.now() + backOffMs }
      log.warn(logFields(error), 'Identity provider discovery failed')
      throw new SignInError('unavailable', error)
    } finally {
      inFlight = undefined
    }
  }

  return async () => {
    const now = performance.now()
    if (latest && now - latest.at < cacheMs) return latest.config
    if (failed && now < failed.until) throw new SignInError('unavailable')
    return (inFlight ??= attempt())
  }
}
