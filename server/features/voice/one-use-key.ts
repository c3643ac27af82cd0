import { matchesAny, type Secrets, sign, signaturesOf } from '../../secrets'

const prefix = 'ek_'

/** What the browser holds in place of the provider's key. Made from the talk's id, so that it needs no storing. */
export const voiceKey = (secrets: Secrets, talkId: string) => prefix + sign(secrets, 'voice keys', talkId)

export const isVoiceKey = (secrets: Secrets, given: string, talkId: string): boolean =>
  given.startsWith(prefix) &&
  matchesAny(signaturesOf(secrets, 'voice keys', talkId), given.slice(prefix.length))

/** Tells the provider one user from another, and nothing else. */
export const safetyIdentifier = (secrets: Secrets, userId: string) => sign(secrets, 'voice users', userId)
