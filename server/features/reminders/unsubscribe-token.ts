import { hmac, matchesAny, type Secrets, sign, signaturesOf } from '../../secrets'

/** Lets its holder turn off one user's email reminders, as long as the session secret is among those that are set. */
export const unsubscribeToken = (secrets: Secrets, userId: string) =>
  `${userId}.${sign(secrets, 'unsubscribe links', userId)}`

/** The user id in a valid token; undefined otherwise. */
export function userOfToken(secrets: Secrets, token: unknown): string | undefined {
  const [userId = '', signature = ''] = typeof token === 'string' ? token.split('.', 2) : []
  const earlier = secrets.session.map((secret) => hmac(earlierKey(secret), userId))
  const accepted = [...signaturesOf(secrets, 'unsubscribe links', userId), ...earlier]
  return matchesAny(accepted, signature) ? userId : undefined
}

/** The key of links that were mailed before keys were derived by HKDF. */
const earlierKey = (secret: string) => Buffer.from(hmac(secret, 'lisa reminders unsubscribe'), 'base64url')

/** The same for repeated sends of a reminder, so that duplicates can be recognised. Does not reveal the user. */
export const messageId = (secrets: Secrets, reminder: string, appUrl: string) =>
  `<${sign(secrets, 'message ids', reminder)}@${new URL(appUrl).hostname}>`
