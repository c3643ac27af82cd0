import { z } from 'zod'
import { id, instant } from './endpoint'

/** What bears on the safety of an account. */
export const accountEventKinds = [
  'sign-in',
  'sign-in-refused',
  'sign-out',
  'sign-out-elsewhere',
  'sign-out-everywhere',
  'sign-out-by-provider',
  'token',
  'token-refused',
  'token-made',
  'token-withdrawn',
  'token-elsewhere',
  'token-wrote',
  'calendar-made',
  'calendar-withdrawn',
  'password-added',
  'password-removed',
  'phone-confirmed',
  'phone-changed',
  'export',
  'import',
] as const
export type AccountEventKind = (typeof accountEventKinds)[number]

export const accountEventView = z
  .strictObject({
    id,
    kind: z.enum(accountEventKinds),
    at: instant,
    detail: z.string().nullable().describe('The device, such as `Firefox on Linux`, if it is known'),
    tokenName: z.string().nullable().describe('The name of the token that did it, or that it is about'),
    newNetwork: z.boolean().describe('Whether every earlier sign-in came from other networks'),
  })
  .meta({ id: 'AccountEvent' })
export type AccountEventView = z.infer<typeof accountEventView>
