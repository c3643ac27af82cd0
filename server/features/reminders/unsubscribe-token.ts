import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../../context'

/** One derived key per purpose, so that a signature for one purpose is not valid for another. */
const keys = new Map<string, Buffer>()

function sign({ session }: Secrets, purpose: string, text: string): Buffer {
  const name = `${purpose} ${session}`
  const key = keys.get(name) ?? createHmac('sha256', session).update(`lisa reminders ${purpose}`).digest()
  keys.set(name, key)
  return createHmac('sha256', key).update(text).digest()
}

/** Lets its holder turn off one user's e-mail reminders. Valid until the session secret changes. */
export const unsubscribeToken = (secrets: Secrets, userId: string) =>
  `${userId}.${sign(secrets, 'unsubscribe', userId).toString('base64url')}`

/** The user id in a valid token; undefined otherwise. */
export function userOfToken(secrets: Secrets, token: unknown): string | undefined {
  const [userId = '', signature = ''] = typeof token === 'string' ? token.split('.', 2) : []
  const given = Buffer.from(signature, 'base64url')
  const expected = sign(secrets, 'unsubscribe', userId)
  return given.length === expected.length && timingSafeEqual(given, expected) ? userId : undefined
}

/** The same for repeated sends of a reminder, so that duplicates can be recognised. Does not reveal the user. */
export const messageId = (secrets: Secrets, reminder: string, appUrl: string) =>
  `<${sign(secrets, 'message', reminder).toString('hex').slice(0, 40)}@${new URL(appUrl).hostname}>`
