import { isLoopback } from './loopback'
import { partsOf, secureUnlessLoopback } from './setting-types'

type Given = Partial<Record<string, string>>

const isPresent = (fault: string | false | undefined) => fault || []

/** What is wrong in production though each setting is well-formed. */
export function productionFaults(given: Given): string[] {
  const secrets = ['SESSION_SECRET', 'JWT_SECRET', 'MAIL_IN_SECRET'].map((name) => ({
    name,
    parts: partsOf(given[name] ?? ''),
  }))
  const isInsecure = (name: string) => !secureUnlessLoopback(given[name] ?? '')
  // An IPv6 address may be written in several ways.
  const privateHosts = partsOf(given.PRIVATE_AI_HOSTS ?? '').map((host) =>
    hostIn(`http://${host.includes(':') ? `[${host}]` : host}`),
  )
  const isPrivate = (name: string) => privateHosts.includes(hostIn(given[name] ?? ''))
  const insecure = (name: string, accepted: string) =>
    `${name} must be an https address in production (http is accepted on ${accepted})`
  return [
    ...['APP_URL', 'TWILIO_API_BASE_URL']
      .filter(isInsecure)
      .map((name) => insecure(name, 'a loopback host only')),
    ...['OPENAI_BASE_URL', 'TEXT_BASE_URL', 'REALTIME_BASE_URL', 'REALTIME_CALLS_URL']
      .filter((name) => isInsecure(name) && !isPrivate(name))
      .map((name) => insecure(name, 'a loopback host and on those that PRIVATE_AI_HOSTS names')),
    ...secrets.flatMap(({ name, parts }, i) => [
      parts.some(isOneCharacter) && `${name} must not be one character repeated`,
      new Set(parts).size < parts.length && `${name} must not contain the same secret twice`,
      ...secrets
        .slice(0, i)
        .filter((other) => parts.some((part) => other.parts.includes(part)))
        .map((other) => `${name} must differ from ${other.name}`),
    ]),
  ].flatMap(isPresent)
}

const hostIn = (url: string) => URL.parse(url)?.hostname

const isOneCharacter = (secret: string) => /^(.)\1+$/su.test(secret)

/** Local mode has sign-in without a password, so it stays on this machine unless LOCAL_ON_NETWORK says otherwise. */
export function localFaults({ HOST, APP_URL, LOCAL_ON_NETWORK }: Given): string[] {
  if (LOCAL_ON_NETWORK === 'yes') return []
  const appHost = URL.parse(APP_URL ?? '')?.hostname
  const why =
    'in local mode, where anyone can sign in as anyone; LOCAL_ON_NETWORK=yes opens it to everyone who can reach it'
  return [
    HOST && !isLoopback(HOST) && `HOST must be a loopback address ${why}`,
    appHost && !isLoopback(appHost) && `APP_URL must be on a loopback host ${why}`,
  ].flatMap(isPresent)
}
