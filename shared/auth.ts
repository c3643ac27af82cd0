import { z } from 'zod'
import { boundedText } from './text'

/** bcrypt reads 72 bytes and no more; a longer password would be cut without a word. */
const bcryptBytes = 72
export const fitsBcrypt = (password: string) => new TextEncoder().encode(password).length <= bcryptBytes

export const apiPassword = z
  .string('Password is required')
  .min(6, 'Password must be at least 6 characters long')
  .refine(fitsBcrypt, 'Password must be at most 72 bytes long')

export const addPasswordInput = z.object({ password: apiPassword })

/** What is no password of anybody's is a wrong one, not a malformed one. */
export const loginInput = z.object({
  email: boundedText(300).trim().toLowerCase().min(1, 'E-mail is required'),
  password: z.string('Password is required').min(1, 'Password is required'),
})

/** Tries to log in, counted for the caller's address and for the e-mail. */
export const loginLimit = { limit: 10, windowSeconds: 15 * 60 } as const

/** The signed-in user as the browser sees it; `password` only says whether one is set. */
export type UserView = {
  id: string
  email: string | null
  firstName: string | null
  lastName: string | null
  profileImageUrl: string | null
  password: boolean
  timezone: string
}

/** The answer to a login; `expiresIn` in seconds. */
export type LoginView = { token: string; tokenType: 'Bearer'; expiresIn: number; user: UserView }
