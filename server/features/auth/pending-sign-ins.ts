import type { CookieOptions, Request, Response } from 'express'
import jwt from 'jsonwebtoken'
import type { AppContext } from '../../context'
import type { SignInChecks } from './oidc'

export type PendingSignIn = SignInChecks & { returnTo: string }

const prefix = 'lisa.signin.'
const atMost = 5
const lifetimeSeconds = 15 * 60
const token = { algorithm: 'HS256', audience: 'lisa:sign-in' } as const

/**
 * Sign-ins under way, each in a signed cookie of its own. Two tabs that are sent to sign in at the same moment begin
 * without a session: kept there, the second would replace the first, and its way back would lead nowhere.
 */
export function pendingSignIns({ env, secrets, now }: Pick<AppContext, 'env' | 'secrets' | 'now'>) {
  const cookie: CookieOptions = {
    path: '/api',
    httpOnly: true,
    sameSite: 'lax',
    secure: env.appUrl.startsWith('https:'),
  }
  const seconds = () => Math.floor(now().getTime() / 1000)

  return {
    add(req: Request, res: Response, signIn: PendingSignIn) {
      const others = Object.keys(req.cookies).filter((name) => name.startsWith(prefix))
      for (const name of others.slice(0, 1 - atMost)) res.clearCookie(name, cookie)
      const value = jwt.sign({ ...signIn, iat: seconds() }, secrets.session, {
        ...token,
        expiresIn: lifetimeSeconds,
      })
      res.cookie(prefix + signIn.state, value, { ...cookie, maxAge: lifetimeSeconds * 1000 })
    },

    /** The sign-in that `state` belongs to, if this browser began it and it is not too long ago; it is used up by this. */
    take(req: Request, res: Response, state: unknown): PendingSignIn | undefined {
      const name = `${prefix}${state}`
      const value: unknown = req.cookies[name]
      if (typeof value !== 'string') return undefined
      res.clearCookie(name, cookie)
      try {
        const { algorithm, audience } = token
        return jwt.verify(value, secrets.session, {
          algorithms: [algorithm],
          audience,
          clockTimestamp: seconds(),
        }) as PendingSignIn
      } catch {
        return undefined
      }
    },
  }
}
