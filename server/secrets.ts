import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** The newest one signs; all of them are accepted, so that one can be replaced without making useless what was signed before. */
export type Keys = [newest: string, ...older: string[]]
export type Secrets = { session: Keys; jwt: Keys }

type Purpose =
  | 'sessions'
  | 'sign-ins'
  | 'unsubscribe links'
  | 'reply addresses'
  | 'message ids'
  | 'account events'
  | 'rate-limit keys'
  | 'phone codes'
  | 'phone numbers'
  | 'voice keys'
  | 'voice users'
  | 'oauth cookies'

/** The keys for one purpose, derived from the session secrets. */
export function keysFor({ session: [newest, ...older] }: Pick<Secrets, 'session'>, purpose: Purpose): Keys {
  return [derive(newest, purpose), ...older.map((secret) => derive(secret, purpose))]
}

/** The SHA-256 that is stored instead of a random secret. */
export const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex')

/** The HMAC of `text` in base64url. */
export const hmac = (key: string | Buffer, text: string) =>
  createHmac('sha256', key).update(text).digest('base64url')

/** The signature of `text`, or its keyed hash, for one purpose. */
export const sign = (secrets: Secrets, purpose: Purpose, text: string) =>
  hmac(keysFor(secrets, purpose)[0], text)

/** One signature for each key, the newest first. */
export const signaturesOf = (secrets: Secrets, purpose: Purpose, text: string) =>
  keysFor(secrets, purpose).map((key) => hmac(key, text))

/** Timing-safe: does not reveal how much of `given` is right. */
export function matchesAny(signatures: string[], given: string): boolean {
  const bytes = Buffer.from(given)
  return signatures
    .map((expected) => Buffer.from(expected))
    .some((expected) => expected.length === bytes.length && timingSafeEqual(expected, bytes))
}

/** Kept, because deriving a key takes longer than signing with it. */
const derived = new Map<string, string>()

function derive(secret: string, purpose: Purpose): string {
  const name = `${purpose} ${secret}`
  const key =
    derived.get(name) ??
    Buffer.from(hkdfSync('sha256', secret, '', `lisa ${purpose}`, 32)).toString('base64url')
  derived.set(name, key)
  return key
}
