import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** The ISO 3166 code of a number's country, if it is known. */
export const countryOf = (number: string): string | undefined => parsePhoneNumberFromString(number)?.country

/** Mexico has dropped the 1 of its mobile numbers; libphonenumber keeps it. */
const withoutMexicanOne = (number: string) => number.replace(/^\+521(?=\d{10}$)/, '+52')

/** A number in the one spelling under which it is kept and counted; what is no number stays as it is. */
export function inE164(number: string): string {
  const spelled = withoutMexicanOne(parsePhoneNumberFromString(number)?.number ?? number)
  // A zero too many is removed at a time.
  return spelled === number ? number : inE164(spelled)
}

/** What a number may be stored as: as it came, or spelled rightly. */
export const spellingsOf = (number: string): string[] => [...new Set([number, inE164(number)])]
