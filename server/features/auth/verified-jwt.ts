import jwt from 'jsonwebtoken'
import type { Keys } from '../../secrets'

/** What a token says that one of `keys` has signed; undefined if none has, or `options` refuse it. */
export function verifiedJwt(token: string, keys: Keys, options: jwt.VerifyOptions): unknown {
  for (const key of keys)
    try {
      return jwt.verify(token, key, options)
    } catch {
      continue
    }
  return undefined
}
