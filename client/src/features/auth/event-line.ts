import type { AccountEventView } from '@shared/account-events'

type Line = Pick<AccountEventView, 'kind' | 'detail' | 'tokenName'>

/** What happened to the account, in a sentence. */
export function eventLine({ kind, detail: device, tokenName }: Line): string {
  const on = device ? ` on ${device}` : ''
  const from = device ? ` from ${device}` : ''
  const token = tokenName ? `The token “${tokenName}”` : 'A token'
  const by = tokenName ? ` with the token “${tokenName}”` : on
  switch (kind) {
    case 'sign-in':
      return `Signed in${on}`
    case 'sign-in-refused':
      return `Another account tried to sign in with your email address${from} and was refused`
    case 'sign-out':
      return `Signed out${on}`
    case 'sign-out-elsewhere':
      return device ? `Used ${device} to sign out another browser` : 'Signed out another browser'
    case 'sign-out-everywhere':
      return `Signed out everywhere${from}`
    case 'sign-out-by-provider':
      return 'Signed out by the provider'
    case 'token':
      return `An API token was created${on}`
    case 'token-refused':
      return `Someone tried a wrong API password${from}`
    case 'token-made':
      return `${token} was made${on}`
    case 'token-withdrawn':
      return `${token} was withdrawn${on}`
    case 'token-elsewhere':
      return `${token} was used from a new network${from}`
    case 'token-wrote':
      return `${token} changed your goals or your journal${from}`
    case 'calendar-made':
      return `An address for your calendar was made${on}`
    case 'calendar-withdrawn':
      return `The address for your calendar was withdrawn${on}`
    case 'password-added':
      return `The API password was added${on}`
    case 'password-removed':
      return `The API password was removed${on}`
    case 'phone-confirmed':
      return `The phone number was confirmed${on}`
    case 'phone-changed':
      return `The phone number was changed${on}`
    case 'export':
      return `Your data was exported${by}`
    case 'import':
      return `Data was imported${by}`
  }
}
