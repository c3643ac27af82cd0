// Separate from auth.ts, so that the form does not load Zod.
export const minPasswordLength = 6
export const tooShort = 'Password must be at least 6 characters long'
export const tooLong = 'Password must be at most 72 bytes long'

/** bcrypt silently ignores everything after 72 bytes. */
const bcryptBytes = 72
export const fitsBcrypt = (password: string) => new TextEncoder().encode(password).length <= bcryptBytes

/** Why the password is not valid; undefined if it is. */
export function apiPasswordFault(password: string): string | undefined {
  if (password.length < minPasswordLength) return tooShort
  return fitsBcrypt(password) ? undefined : tooLong
}
