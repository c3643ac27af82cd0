import { z } from 'zod'
import { deletionPhrase } from './deletion-phrase'
import { empty, endpoints, fault } from './endpoint'
import { boundedText } from './text-input'

const accountDeletionInput = z
  .object({
    email: boundedText(300).check(z.trim(), z.toLowerCase(), z.minLength(1, 'Email is required')),
  })
  .meta({ id: 'AccountDeletion' })

export const accountDeletionEndpoints = endpoints(
  { tag: 'Your data' },
  {
    'DELETE /api/account': {
      summary: 'Delete my account',
      description: `Deletes everything that belongs to the account, at once and for good, and ends its sessions and tokens. \`email\` is its email address, or \`${deletionPhrase}\` if it has none. The owner is told by email.`,
      recentSignIn: true,
      body: accountDeletionInput,
      answers: {
        204: empty('Nothing of it is left'),
        503: {
          ...fault('Something of it is still being saved or sent, or the database does not answer'),
          header: 'Retry-After',
        },
      },
    },
  },
)
