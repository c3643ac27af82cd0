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
    sign: ({ id, tokenVersion }: { id: string; tokenVersion: number }): string =>
      jwt.sign({ iat: seconds(), ver: tokenVersion }, secrets.jwt, {
        algorithm,
        issuer,
        audience,
        subject: id,
        expiresIn: tokenLifetimeSeconds,
      }),

    /** Whose token it is; undefined if it was not given by Lisa or is too old. Tokens from before versions count as 0. */
    verify(token: string): { userId: string; version: number } | undefined {
      try {
        const payload = jwt.verify(token, secrets.jwt, {
          algorithms: [algorithm],
          issuer,
          audience,
          maxAge: tokenLifetimeSeconds,
          clockTimestamp: seconds(),
        })
        if (typeof payload !== 'object' || !isId(payload.sub ?? '')) return undefined
        return { userId: payload.sub ?? '', version: payload.ver ?? 0 }
      } catch {
        return undefined
      }
    },
  }
}
