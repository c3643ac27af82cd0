import type { Request, Response } from 'express'
import jwt from 'jsonwebtoken'
import type { AppContext } from '../../context'
import { keysFor } from '../../secrets'
import { cookieName, cookieOptions } from './cookies'
import type { SignInChecks } from '../../senders/identity-provider/identity-provider'
import { verifiedJwt } from './verified-jwt'

export type PendingSignIn = SignInChecks & {
  returnTo: string
  /** Whether the provider was told to ask the user, even if they are signed in there. */
  isAnew: boolean
}

const maxPending = 5
const lifetimeSeconds = 15 * 60
const token = { algorithm: 'HS256', audience: 'lisa:sign-in' } as const

/**
 * Pending sign-ins, each in its own signed cookie. They are not kept in the session because two tabs that start at the
 * same time would each create one, and the second session cookie would replace the first. There are no more than
 * `maxPending` names: another site may begin any number of sign-ins without filling the browser with cookies.
 */
export function pendingSignIns({ env, secrets, now }: Pick<AppContext, 'env' | 'secrets' | 'now'>) {
  const cookie = cookieOptions(env.appUrl)
  const nameOf = (n: number) => cookieName(`lisa.signin.${n % maxPending}`, env.appUrl)
  const namesFrom = (first: number) => Array.from({ length: maxPending }, (_, i) => nameOf(first + i))
  const keys = keysFor(secrets, 'sign-ins')
  let begun = 0
  const seconds = () => Math.floor(now().getTime() / 1000)

  function verified(value: unknown): (PendingSignIn & { iat: number }) | undefined {
    if (typeof value !== 'string') return undefined
    const { algorithm, audience } = token
    const options = { algorithms: [algorithm], audience, clockTimestamp: seconds() }
    return verifiedJwt(value, keys, options) as (PendingSignIn & { iat: number }) | undefined
  }

  return {
    add(req: Request, res: Response, signIn: PendingSignIn) {
      // By turns, so that two tabs that start at the same time do not take the same free name.
      const turn = begun++
      const names = namesFrom(turn)
      const begunAt = (name: string) => verified(req.cookies[name])?.iat ?? 0
      const oldest = names.reduce((found, name) => (begunAt(name) < begunAt(found) ? name : found))
      const free = names.find((name) => !(name in req.cookies)) ?? oldest
      const value = jwt.sign({ ...signIn, iat: seconds() }, keys[0], {
        ...token,
        expiresIn: lifetimeSeconds,
      })
      res.cookie(free, value, { ...cookie, maxAge: lifetimeSeconds * 1000 })
    },

    /** Removes and returns the sign-in of `state`; undefined if this browser did not start it or it has expired. */
    take(req: Request, res: Response, state: unknown): PendingSignIn | undefined {
      for (const name of namesFrom(0)) {
        const signIn = verified(req.cookies[name])
        if (!signIn || signIn.state !== state) continue
        res.clearCookie(name, cookie)
        return signIn
      }
      return undefined
    },
  }
}
