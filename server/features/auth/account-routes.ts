import { accountEndpoints } from '@shared/auth'
import { serve } from '../../http/serve'
import { hashPassword } from './passwords'
import { accountOf, passwordAlreadySet } from './users-repository'

export const accountRoutes = serve(accountEndpoints, ({ db, now }) => ({
  'GET /api/auth/user': ({ userId }) => accountOf(db, userId).view(),
  'POST /api/auth/add-password': async ({ userId, body: { password } }) => {
    const account = accountOf(db, userId)
    // Hashing takes a good part of a second: it is not done where the password would not be kept.
    if ((await account.view()).password) throw passwordAlreadySet()
    return account.addPassword(await hashPassword(password), now())
  },
  'DELETE /api/auth/password': ({ userId }) => accountOf(db, userId).removePassword(now()),
}))
