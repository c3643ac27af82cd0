import * as client from 'openid-client'
import type { Log } from '../../log'
import type { OidcSettings } from './oidc'
import { logged, SignInError } from './sign-in-error'

const timeoutSeconds = 5
/** What the provider says of itself is believed this long; then one that is gone is noticed before a browser is sent there. */
const freshMs = 60_000
const firstBackOffMs = 500
export const longestBackOffMs = 30_000

export type Discovery = () => Promise<client.Configuration>

/** Asks the provider at first use, once at a time; a failure is remembered for a while, so that an outage costs few tries. */
export function discovery(settings: OidcSettings, authentication: client.ClientAuth): Discovery {
  return remembered(() => discover(settings, authentication), settings.log)
}

function discover({ issuerUrl, clientId, internalOrigin }: OidcSettings, authentication: client.ClientAuth) {
  const issuer = new URL(issuerUrl)
  const within = (url: string) =>
    internalOrigin && url.startsWith(`${issuer.origin}/`)
      ? internalOrigin + url.slice(issuer.origin.length)
      : url
  return client.discovery(issuer, clientId, { [client.clockTolerance]: 30 }, authentication, {
    timeout: timeoutSeconds,
    execute: issuer.protocol === 'http:' ? [client.allowInsecureRequests] : [],
    [client.customFetch]: (url, options) => fetch(within(url), options as RequestInit),
  })
}

function remembered(discoverNow: Discovery, log: Log): Discovery {
  let found: { config: client.Configuration; at: number } | undefined
  let failed: { until: number; backOffMs: number } | undefined
  let underWay: Promise<client.Configuration> | undefined

  async function attempt() {
    try {
      const config = await discoverNow()
      found = { config, at: performance.now() }
      failed = undefined
      return config
    } catch (error) {
      const backOffMs = failed ? Math.min(failed.backOffMs * 2, longestBackOffMs) : firstBackOffMs
      failed = { backOffMs, until: performance.now() + backOffMs }
      log.warn(logged(error), 'The identity provider cannot be used')
      throw new SignInError('unavailable', error)
    } finally {
      underWay = undefined
    }
  }

  return async () => {
    const now = performance.now()
    if (found && now - found.at < freshMs) return found.config
    if (failed && now < failed.until) throw new SignInError('unavailable')
    return (underWay ??= attempt())
  }
}
