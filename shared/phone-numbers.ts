import { z } from 'zod'
import { empty, endpoints, fault, json, type Limit } from './endpoint'

const phoneConfirmationInput = z
  .object({
    code: z
      .string('Code must be text')
      .transform((code) => code.replace(/\s/g, ''))
      .pipe(z.string().regex(/^\d{6}$/, 'The code has six digits')),
  })
  .meta({ id: 'PhoneConfirmationInput' })

function tryAgainIn(seconds: number) {
  const hours = Math.ceil(seconds / 3_600)
  return `Try again in ${hours} ${hours === 1 ? 'hour' : 'hours'}.`
}

/** Counted for each number, whichever accounts ask. */
export const codeTextLimit: Limit = {
  name: 'codes to',
  limit: 3,
  windowSeconds: 24 * 60 * 60,
  description: '3 codes a day to one number',
  refusal: (seconds) => `We send at most 3 codes a day to one number. ${tryAgainIn(seconds)}`,
}

/** Counted for each account in the day after it was opened. */
export const newAccountCodeLimit: Limit = {
  name: 'codes of new account',
  limit: 1,
  windowSeconds: 24 * 60 * 60,
  description: 'one code in the first day of an account',
  refusal: (seconds) => `A new account gets one code in its first day. ${tryAgainIn(seconds)}`,
}

export const phoneNumberEndpoints = endpoints(
  { tag: 'Phone numbers' },
  {
    'GET /api/phone-confirmation': {
      summary: 'Read whether the phone number is confirmed',
      description:
        'Also false if there is none. `stopped` is there from when a confirmed number has said STOP until it says START: no text goes to it.',
      answers: {
        200: json(
          'Whether texts go to the number in the settings',
          z.strictObject({ confirmed: z.boolean(), stopped: z.literal(true).optional() }),
        ),
      },
    },
    'PUT /api/phone-confirmation': {
      summary: 'Confirm the phone number',
      description:
        'With the code of the newest text that `POST /api/test-sms` sent to it, for 15 minutes and 5 tries. If another account has the number, it moves to this one.',
      recentSignIn: true,
      body: phoneConfirmationInput,
      answers: {
        204: empty('The number is confirmed'),
        400: fault('The code is wrong, has expired or was tried too often, or there is none'),
      },
    },
  },
)
