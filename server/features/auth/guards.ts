import type { Request } from 'express'
import { type Endpoint, recentMinutes } from '@shared/endpoint'
import { passwordTokenName, scopes } from '@shared/scopes'
import type { AppContext } from '../../context'
import type { Db } from '../../db/db'
import { isDatabaseAway } from '../../db/outage'
import { AppError, CrossSiteError, UnauthorizedError } from '../../http/errors'
import { networkOf, siteOf } from '../../http/network'
import { usesOf } from '../../limits/limits'
import { type TokenCaller, type Guards, requireScopes } from '../../http/serve'
import { isNamedToken, livingToken, tokensOf } from '../tokens/tokens-repository'
import { lookUpFor } from './look-up'
import { livingGrant } from './oauth-records-repository'
import { isOAuthOn, resourceOf } from './oauth/metadata'
import type { SessionUser } from './sessions'
import { admitToken } from './token-uses'
import { tokens } from './tokens'
import { isTokenOfUser } from './users-repository'

declare global {
  namespace Express {
    interface User {
      id: string
    }
  }
}

/** A session cookie opens everything but /api/jwt, a bearer token opens that and nothing else; the rest is open. */
export function guards(ctx: AppContext, sessionUser: SessionUser): Omit<Guards, 'assistant'> {
  const { verify } = tokens(ctx)
  const { db, env } = ctx
  // Asked at each request and kept nowhere, so that what was withdrawn opens nothing from then on, in any instance.
  const tokenOf = (token: string) => {
    if (isOAuthToken(token))
      return isOAuthOn(env) ? livingGrant(db, token, resourceOf(env.appUrl), ctx.now()) : undefined
    return env.tokensOn && isNamedToken(token) ? livingToken(db, token, ctx.now()) : undefined
  }
  const userOfPasswordToken = async (token: string, tx?: Db) => {
    const verified = verify(token)
    const holds = verified && (await isTokenOfUser(tx ?? db, verified, tx && 'share'))
    return holds ? verified.userId : undefined
  }
  const callerOf = async (req: Request, token: string): Promise<TokenCaller | undefined> => {
    const found = await tokenOf(token)
    if (found) return admitToken(ctx, req, found, isNamedToken(token))
    const userId = await userOfPasswordToken(token)
    return userId === undefined ? undefined : { userId, access: { name: passwordTokenName, scopes } }
  }
  const holds = async (token: string) => Boolean((await tokenOf(token)) ?? (await userOfPasswordToken(token)))
  /** Whether it holds, until the end of the transaction. */
  const lock = async (tx: Db, token: string, { userId, access }: TokenCaller) =>
    access.id ? tokensOf(tx, userId).lock(access.id, ctx.now()) : userOfPasswordToken(token, tx)
  return {
    open: async (req, _res, endpoint) => {
      const { networkLimits } = endpoint ?? {}
      if (networkLimits) await lookUpFor(req, () => takeOfNetwork(ctx, req, networkLimits))
      return { userId: '' }
    },
    session: async (req, res, endpoint) => {
      const session = await sessionUser(req, res)
      // A page that was loaded for another user must not act for this one.
      if (!session || (req.get('x-lisa-user') ?? session.userId) !== session.userId)
        throw new UnauthorizedError()
      requireSameOrigin(req, ctx.env.appUrl)
      if (endpoint?.recentSignIn) requireRecent(session.authenticatedAt, ctx.now())
      return { userId: session.userId, sid: session.sid }
    },
    token: async (req, res, endpoint, challenge = 'Bearer') => {
      const refuse = (): never => {
        if (!res.headersSent) res.set('WWW-Authenticate', challenge)
        throw new UnauthorizedError()
      }
      const [, token] = /^Bearer +([\w.-]+)$/i.exec(req.get('authorization') ?? '') ?? []
      let askedAt = performance.now()
      const caller = token && (await lookUpFor(req, () => callerOf(req, token), token))
      if (!caller) return refuse()
      requireScopes(caller.access, endpoint)
      const askAgain = async (tx?: Db) => {
        if (!tx && performance.now() - askedAt < askedEveryMs) return
        askedAt = performance.now()
        if (!(await (tx ? lock(tx, token, caller) : holds(token).catch(unlessAway)))) refuse()
      }
      return { ...caller, askAgain }
    },
  }
}

/** A request that takes longer than this asks again whether its token holds. */
const askedEveryMs = 1_000

function unlessAway(error: unknown): true {
  if (!isDatabaseAway(error)) throw error
  return true
}

/** Whether a token has the form of the OAuth server's access tokens, which have no dots, unlike a JWT. */
const isOAuthToken = (token: string) => /^[\w-]{43}$/.test(token)

/** Counts a request against the limits of its network. Throws if one of them is exceeded. */
export async function takeOfNetwork(
  ctx: AppContext,
  req: Request,
  limits: NonNullable<Endpoint['networkLimits']>,
): Promise<void> {
  const network = networkOf(req.ip)
  const site = siteOf(network)
  await usesOf(ctx, limits.address).take(network)
  if (site) await usesOf(ctx, limits.site).take(site)
}

/** Takes back what {@link takeOfNetwork} has counted: some endpoints count only the requests that they refuse. */
export async function giveBackToNetwork(
  ctx: AppContext,
  req: Request,
  limits: NonNullable<Endpoint['networkLimits']>,
): Promise<void> {
  const network = networkOf(req.ip)
  const site = siteOf(network)
  await usesOf(ctx, limits.address).giveBack(network)
  if (site) await usesOf(ctx, limits.site).giveBack(site)
}

export const isRecent = (authenticatedAt: number, now: Date) =>
  now.getTime() - authenticatedAt <= recentMinutes * 60_000

function requireRecent(authenticatedAt: number, now: Date) {
  if (!isRecent(authenticatedAt, now))
    throw new AppError(403, 'Please sign in again to do this.', { signInAgain: true }, 'sign-in not recent')
}

const safeMethods = ['GET', 'HEAD', 'OPTIONS']

/** CSRF protection: browsers send cookies with cross-site requests too, so these may not change anything. */
export function requireSameOrigin(req: Request, appUrl: string) {
  if (safeMethods.includes(req.method)) return
  const origin = req.get('origin')
  const isSameOrigin = origin === undefined ? req.get('sec-fetch-site') === 'same-origin' : origin === appUrl
  if (!isSameOrigin) throw new CrossSiteError()
}
