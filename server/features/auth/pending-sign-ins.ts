import type { CookieOptions, Request, Response } from 'express'
import jwt from 'jsonwebtoken'
import type { AppContext } from '../../context'
import type { SignInChecks } from './oidc'

export type PendingSignIn = SignInChecks & { returnTo: string }

const prefix = 'lisa.signin.'
const maxPending = 5
const lifetimeSeconds = 15 * 60
const token = { algorithm: 'HS256', audience: 'lisa:sign-in' } as const

/**
 * Pending sign-ins, each in its own signed cookie. They are not kept in the session because two tabs that start at the
 * same time would each create one, and the second session cookie would replace the first.
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
      for (const name of others.slice(0, 1 - maxPending)) res.clearCookie(name, cookie)
      const value = jwt.sign({ ...signIn, iat: seconds() }, secrets.session, {
        ...token,
        expiresIn: lifetimeSeconds,
      })
      res.cookie(prefix + signIn.state, value, { ...cookie, maxAge: lifetimeSeconds * 1000 })
    },

    /** Removes and returns the sign-in of `state`; undefined if this browser did not start it or it has expired. */
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
