import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../../context'

/** A key of its own for each purpose, so that what is signed for one says nothing for another. */
const keys = new Map<string, Buffer>()

function sign({ session }: Secrets, purpose: string, text: string): Buffer {
  const name = `${purpose} ${session}`
  const key = keys.get(name) ?? createHmac('sha256', session).update(`lisa reminders ${purpose}`).digest()
  keys.set(name, key)
  return createHmac('sha256', key).update(text).digest()
}

/** Turns off the e-mail reminders of one user, for as long as the secret holds. */
export const unsubscribeToken = (secrets: Secrets, userId: string) =>
  `${userId}.${sign(secrets, 'unsubscribe', userId).toString('base64url')}`

/** The user of a token that was made here. */
export function userOfToken(secrets: Secrets, token: unknown): string | undefined {
  const [userId = '', signature = ''] = typeof token === 'string' ? token.split('.', 2) : []
  const given = Buffer.from(signature, 'base64url')
  const expected = sign(secrets, 'unsubscribe', userId)
  return given.length === expected.length && timingSafeEqual(given, expected) ? userId : undefined
}

/** The same for the same reminder, so that one which came twice can be told; it does not say whose it is. */
export const messageId = (secrets: Secrets, reminder: string, appUrl: string) =>
  `<${sign(secrets, 'message', reminder).toString('hex').slice(0, 40)}@${new URL(appUrl).hostname}>`
