import { z } from 'zod'
import { bodyTooLarge, empty, endpoints, fault, MiB } from './endpoint'

/** What becomes of a mail from an account's own address to the reply address of one of its reminders. */
export const mailOutcomes = [
  'saved',
  'too late',
  'too large',
  'too many',
  'unreadable',
  'no words',
  'no room',
  'quota',
] as const
export type MailOutcome = (typeof mailOutcomes)[number]

export const rawMailType = 'message/rfc822'

/** For the provider of MAIL_IN, which hands over what comes in. */
export const mailInEndpoints = endpoints(
  { tag: 'Answers by email' },
  {
    'POST /api/webhooks/mail': {
      open: true,
      summary: 'Receive an answer to a reminder mail',
      description:
        'The raw message, with `MAIL_IN_SECRET` as bearer token. If it is delivered twice, its words are saved once. A message that is not taken is answered with 204 too, since sending it again would not change that.',
      body: z.string(),
      bodyType: rawMailType,
      bodyLimit: MiB,
      answers: {
        204: empty('Nothing is left to do: the message was saved, or not taken'),
        400: fault('The body is missing or incomplete'),
        401: fault('The secret is missing or wrong'),
        413: fault(`${bodyTooLarge(MiB)}; its sender is told so`),
        415: fault(`The body is compressed, or not ${rawMailType}`),
        503: fault(
          'No mail is received on this server, or the message could not be settled now: send it again',
        ),
      },
    },
  },
)
