import type { Request } from 'express'
import { tokenLimit } from '@shared/tokens'
import type { AppContext } from '../../context'
import type { TokenCaller } from '../../http/serve'
import { usesOf } from '../../limits/limits'
import { noteUse, type UsedToken } from '../tokens/tokens-repository'
import { recordEvent } from './account-events-repository'
import { sendAccountMail } from './account-mails'
import { siteOrAddressOf } from './network'
import { originOf } from './request-origin'
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
  // Compare the /48: the IPv6 /64 of a phone changes with each place and each day.
  const origin = originOf(ctx, req, siteOrAddressOf(req.ip))
  if (await noteUse(ctx.db, token, origin, ctx.now())) {
    await recordEvent(ctx, req, 'token-elsewhere', { userId })
    // A hosted assistant comes from many machines of its maker.
    if (isNamed)
      void sendAccountMail(ctx, 'token elsewhere', await accountOf(ctx.db, userId).view(), req, name)
  }
  return { userId, access: { id, name, scopes } }
}
