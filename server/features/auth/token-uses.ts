import type { Request } from 'express'
import { tokenLimit } from '@shared/tokens'
import type { AppContext } from '../../context'
import { siteOriginOf } from '../../http/request-origin'
import type { Caller, Route, TokenCaller } from '../../http/serve'
import { usesOf } from '../../limits/limits'
import { noteUse, type UsedToken } from '../tokens/tokens-repository'
import { makeChange, recordEvent } from './account-events-repository'
import { sendAccountMail } from './account-mails'
import { accountOf } from './users-repository'

/** Counts a use of a token, notes where it came from, and tells the owner if that is somewhere else than before. */
export async function admitToken(
  ctx: AppContext,
  req: Request,
  token: UsedToken,
  isNamed: boolean,
): Promise<TokenCaller> {
  const { id, userId, name, scopes } = token
  await usesOf(ctx, tokenLimit).take(id)
  if (await noteUse(ctx.db, token, siteOriginOf(ctx, req), ctx.now())) {
    await recordEvent(ctx, req, 'token-elsewhere', { userId, tokenName: name })
    // A hosted assistant comes from many machines of its maker.
    if (isNamed)
      void sendAccountMail(ctx, 'token elsewhere', await accountOf(ctx.db, userId).view(), req, name)
  }
  return { userId, access: { id, name, scopes } }
}

/** `route` with {@link makeChange}. An import has an event of its own; a proposal changes nothing. */
export const tellingOfWrites =
  (ctx: AppContext) =>
  (route: Route): Route => {
    const { name, endpoint, handle } = route
    if (name.startsWith('GET ') || name === 'POST /api/import' || endpoint.bearer) return route
    return {
      ...route,
      handle: (call: Caller & { req: Request }) =>
        makeChange(ctx, call, async (db) => handle({ ...call, db } as never)),
    }
  }
