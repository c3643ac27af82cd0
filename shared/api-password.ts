// Apart from the contracts, so that the form that checks with it does not load zod.
export const minPasswordLength = 6
export const tooShort = 'Password must be at least 6 characters long'
export const tooLong = 'Password must be at most 72 bytes long'

/** bcrypt reads 72 bytes and no more; a longer password would be cut without a word. */
const bcryptBytes = 72
export const fitsBcrypt = (password: string) => new TextEncoder().encode(password).length <= bcryptBytes

/** Why it cannot be an API password; undefined if it can. */
export function apiPasswordFault(password: string): string | undefined {
  if (password.length < minPasswordLength) return tooShort
  return fitsBcrypt(password) ? undefined : tooLong
}
