import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** The ISO 3166 code of a number's country, if it is known. */
export const countryOf = (number: string): string | undefined => parsePhoneNumberFromString(number)?.country

/** A number in the one spelling under which it is kept and counted; what is no number stays as it is. */
export function inE164(number: string): string {
  const parsed = parsePhoneNumberFromString(number)?.number ?? number
  // A zero too many is removed at a time.
  return parsed === number ? number : inE164(parsed)
}
