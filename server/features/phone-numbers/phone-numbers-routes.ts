import { phoneNumberEndpoints } from '@shared/phone-numbers'
import { serve } from '../../http/serve'
import { recordEvent } from '../auth/account-events-repository'
import { phoneNumberOf } from './phone-numbers-repository'

export const phoneNumbersRoutes = serve(phoneNumberEndpoints, (ctx) => ({
  'GET /api/phone-confirmation': ({ userId }) => phoneNumberOf(ctx.db, ctx.secrets, userId).state(),
  'PUT /api/phone-confirmation': async ({ userId, body, req }) => {
    const earlierOwner = await phoneNumberOf(ctx.db, ctx.secrets, userId).confirm(body.code, ctx.now())
    await recordEvent(ctx, req, 'phone-confirmed', { userId })
    if (earlierOwner) await recordEvent(ctx, undefined, 'phone-changed', { userId: earlierOwner })
  },
}))
