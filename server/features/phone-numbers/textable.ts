import { type NumberType, parsePhoneNumberFromString } from 'libphonenumber-js/max'

export const notTextable =
  "Lisa can't text satellite, premium-rate or service numbers. Please use a mobile number."

const costly: NumberType[] = ['PREMIUM_RATE', 'SHARED_COST', 'PERSONAL_NUMBER', 'PAGER', 'UAN', 'VOICEMAIL']

/**
 * Whether a number can be somebody's telephone: not a satellite or premium-rate number, nor one of no country, to which a
 * text may cost a hundred times as much. Numbers that the tables of a country do not know yet are left to the provider.
 */
export function isTextable(phoneNumber: string): boolean {
  const parsed = parsePhoneNumberFromString(phoneNumber)
  return Boolean(parsed && !parsed.isNonGeographic() && !costly.includes(parsed.getType()))
}
