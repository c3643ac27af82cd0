import { createHmac, timingSafeEqual } from 'node:crypto'
import { keysFor, type Secrets } from '../../secrets'

const sign = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** Lets its holder turn off one user's email reminders, as long as the session secret is among those that are set. */
export const unsubscribeToken = (secrets: Secrets, userId: string) =>
  `${userId}.${sign(keysFor(secrets, 'unsubscribe links')[0], userId).toString('base64url')}`

/** The user id in a valid token; undefined otherwise. */
export function userOfToken(secrets: Secrets, token: unknown): string | undefined {
  const [userId = '', signature = ''] = typeof token === 'string' ? token.split('.', 2) : []
  const given = Buffer.from(signature, 'base64url')
  const isSignedBy = (key: string | Buffer) => {
    const expected = sign(key, userId)
    return given.length === expected.length && timingSafeEqual(given, expected)
  }
  const keys = [...keysFor(secrets, 'unsubscribe links'), ...secrets.session.map(earlierKey)]
  return keys.some(isSignedBy) ? userId : undefined
}

/** The key of links that were mailed before keys were derived by HKDF. */
const earlierKey = (secret: string) => sign(secret, 'lisa reminders unsubscribe')

/** The same for repeated sends of a reminder, so that duplicates can be recognised. Does not reveal the user. */
export const messageId = (secrets: Secrets, reminder: string, appUrl: string) =>
  `<${sign(keysFor(secrets, 'message ids')[0], reminder).toString('hex').slice(0, 40)}@${new URL(appUrl).hostname}>`
