import jwt from 'jsonwebtoken'
import type { AppContext } from '../../context'
import { isId } from '../../http/ids'

const algorithm = 'HS256'
const audience = 'lisa:api'
export const tokenLifetimeSeconds = 7 * 24 * 60 * 60

export function tokens({ env, secrets, now }: Pick<AppContext, 'env' | 'secrets' | 'now'>) {
  const issuer = env.appUrl
  const seconds = () => Math.floor(now().getTime() / 1000)
  return {
    sign: (userId: string): string =>
      jwt.sign({ iat: seconds() }, secrets.jwt, {
        algorithm,
        issuer,
        audience,
        subject: userId,
        expiresIn: tokenLifetimeSeconds,
      }),

    /** The user id in a valid token; undefined otherwise. */
    verify(token: string): string | undefined {
      try {
        const payload = jwt.verify(token, secrets.jwt, {
          algorithms: [algorithm],
          issuer,
          audience,
          maxAge: tokenLifetimeSeconds,
          clockTimestamp: seconds(),
        })
        return typeof payload === 'object' && isId(payload.sub ?? '') ? payload.sub : undefined
      } catch {
        return undefined
      }
    },
  }
}
