import jwt from 'jsonwebtoken'
import { z } from 'zod'
import { id } from '@shared/endpoint'
import type { AppContext } from '../../context'
import { verifiedJwt } from './verified-jwt'

const algorithm = 'HS256'
const audience = 'lisa:api'
/** Tokens from before versions count as 0. */
const claims = z.object({ sub: id, ver: z.int32().default(0) })
export const tokenLifetimeSeconds = 7 * 24 * 60 * 60

export function tokens({ env, secrets, now }: Pick<AppContext, 'env' | 'secrets' | 'now'>) {
  const issuer = env.appUrl
  const seconds = () => Math.floor(now().getTime() / 1000)
  return {
    sign: (user: { id: string; tokenVersion: number }): string =>
      jwt.sign({ iat: seconds(), ver: user.tokenVersion }, secrets.jwt[0], {
        algorithm,
        issuer,
        audience,
        subject: user.id,
        expiresIn: tokenLifetimeSeconds,
      }),

    /** Whose token it is; undefined if it was not given by Lisa or is too old. */
    verify(token: string): { userId: string; version: number } | undefined {
      const payload = verifiedJwt(token, secrets.jwt, {
        algorithms: [algorithm],
        issuer,
        audience,
        maxAge: tokenLifetimeSeconds,
        clockTimestamp: seconds(),
      })
      const { data } = claims.safeParse(payload)
      return data && { userId: data.sub, version: data.ver }
    },
  }
}
