import { setTimeout } from 'node:timers/promises'
import { accountDeletionEndpoints } from '@shared/account'
import { deletionPhrase } from '@shared/deletion-phrase'
import { FieldError, RetryLaterError } from '../../http/errors'
import { originOf } from '../../http/request-origin'
import { serve } from '../../http/serve'
import { endTalksNow } from '../voice/end-talks'
import { deleteAccount, type DeletedAccount } from './account-deletion-repository'
import { sendAccountMail } from './account-mails'

/** Saving an entry takes a moment, and sending a reminder a second or two. */
const [longestWaitMs, pauseMs] = [5_000, 250]

export const accountDeletionRoutes = serve(accountDeletionEndpoints, (ctx) => ({
  'DELETE /api/account': async ({ userId, body, req }) => {
    const confirm = ({ email }: DeletedAccount) => {
      if (body.email !== (email ?? deletionPhrase)) throw notConfirmed(email)
    }
    for (let waited = 0; waited <= longestWaitMs; waited += pauseMs) {
      const account = await deleteAccount(ctx, userId, confirm)
      if (account) {
        endTalksNow(ctx)
        ctx.log.info({ userId, network: originOf(ctx, req).network }, 'Account deleted')
        return void sendAccountMail(ctx, 'account deleted', account, req)
      }
      await setTimeout(pauseMs)
    }
    throw new RetryLaterError(
      503,
      'Something of yours is still being saved or sent. Please try again in a minute.',
      60,
    )
  },
}))

function notConfirmed(email: string | null) {
  const message = email
    ? "This isn't the email address of your account."
    : `Type “${deletionPhrase}” to confirm.`
  return new FieldError('email', message)
}
