import { loginEndpoints, wrongPasswordLimit } from '@shared/auth'
import { UnauthorizedError } from '../../http/errors'
import { usesOf } from '../../limits/limits'
import { serve } from '../../http/serve'
import { recordEvent } from './account-events-repository'
import { inHashingTurn, isPassword } from './passwords'
import { tokenLifetimeSeconds, tokens } from './tokens'
import { loginOf } from './users-repository'

/** Uses no cookie, so pages of any site may call it. */
export const loginRoutes = serve(loginEndpoints, (ctx) => ({
  'POST /api/auth/login': ({ body: { email, password }, req, uses }) =>
    inHashingTurn(async () => {
      const wrongPasswords = usesOf(ctx, wrongPasswordLimit)
      await uses.take(email)
      await wrongPasswords.take(email)
      const login = await loginOf(ctx.db, email)
      if (!(await isPassword(password, login?.hash)) || !login) {
        ctx.metrics.signInsRefused.inc({ reason: 'wrong password' })
        // Not awaited: storing it takes longer when there is such a user.
        void recordEvent(ctx, req, 'token-refused', { email })
        throw new UnauthorizedError('Invalid email or password')
      }
      await wrongPasswords.giveBack(email)
      await recordEvent(ctx, req, 'token', { userId: login.user.id })
      return {
        token: tokens(ctx).sign({ id: login.user.id, tokenVersion: login.tokenVersion }),
        tokenType: 'Bearer' as const,
        expiresIn: tokenLifetimeSeconds,
        user: login.user,
      }
    }),
}))
