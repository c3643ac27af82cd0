import { createHmac, timingSafeEqual } from 'node:crypto'
import { keysFor, type Secrets } from '../../secrets'

const sign = (key: string, text: string) => createHmac('sha256', key).update(text).digest('base64url')
const asKey = (secret: string, talkId: string) => `ek_${sign(secret, talkId)}`

/** What the browser holds in place of the provider's key. Made from the talk's id, so that it needs no storing. */
export const voiceKey = (secrets: Secrets, talkId: string) => asKey(keysFor(secrets, 'voice keys')[0], talkId)

export function isVoiceKey(secrets: Secrets, given: string, talkId: string): boolean {
  const bytes = Buffer.from(given)
  return keysFor(secrets, 'voice keys')
    .map((secret) => Buffer.from(asKey(secret, talkId)))
    .some((key) => key.length === bytes.length && timingSafeEqual(key, bytes))
}

/** Tells the provider one user from another, and nothing else. */
export const safetyIdentifier = (secrets: Secrets, userId: string) =>
  sign(keysFor(secrets, 'voice users')[0], userId)
