import { accountEndpoints } from '@shared/auth'
import { serve } from '../../http/serve'
import { eventsOf, recordEvent } from './account-events-repository'
import { sendAccountMail } from './account-mails'
import { refuseCommonPassword } from './common-passwords'
import { hashPassword, inHashingTurn } from './passwords'
import { accountOf, passwordAlreadySet, passwordWithoutEmail } from './users-repository'

export const accountRoutes = serve(accountEndpoints, (ctx) => {
  const { db, now } = ctx
  return {
    'GET /api/auth/user': async ({ userId, access }) => {
      const user = await accountOf(db, userId).view()
      const mayRead = !access || access.scopes.some((scope) => scope.endsWith(':read'))
      return mayRead ? user : { ...user, email: null, firstName: null, lastName: null, profileImageUrl: null }
    },
    'POST /api/auth/add-password': async ({ userId, body: { password }, req, uses }) => {
      await refuseCommonPassword(password)
      return inHashingTurn(async () => {
        const account = accountOf(db, userId)
        // Hashing takes a good part of a second: it is not done where the password would not be kept.
        const { email, password: isSet } = await account.view()
        if (isSet) throw passwordAlreadySet()
        if (!email) throw passwordWithoutEmail()
        await uses.take(userId)
        const user = await account.addPassword(await hashPassword(password), now())
        await recordEvent(ctx, req, 'password-added', { userId })
        void sendAccountMail(ctx, 'password added', user, req)
        return user
      })
    },
    'DELETE /api/auth/password': async ({ userId, req }) => {
      const isRemoved = await accountOf(db, userId).removePassword(now())
      if (isRemoved) await recordEvent(ctx, req, 'password-removed', { userId })
    },
    'GET /api/account/events': ({ userId }) => eventsOf(db, userId).list(now()),
  }
})
