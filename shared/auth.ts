import { z } from 'zod'
import { fitsBcrypt, minPasswordLength, tooLong, tooShort } from './api-password'
import { boundedText } from './text'

export const apiPassword = z
  .string('Password is required')
  .min(minPasswordLength, tooShort)
  .refine(fitsBcrypt, tooLong)

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
