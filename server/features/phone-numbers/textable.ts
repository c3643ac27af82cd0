import { type NumberType, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { inE164 } from '../../e164'

const costly: NumberType[] = ['PREMIUM_RATE', 'SHARED_COST', 'PERSONAL_NUMBER', 'PAGER', 'UAN', 'VOICEMAIL']

/**
 * Why Lisa texts no code to a number; undefined if she does. To a satellite or premium-rate number, or one of no country,
 * a text may cost a hundred times as much. Numbers that the tables of a country do not know yet are left to the provider.
 */
export function whyNotTextable(number: string, countries?: string[]): string | undefined {
  const parsed = parsePhoneNumberFromString(number)
  if (!parsed || parsed.isNonGeographic() || costly.includes(parsed.getType()))
    return "Lisa can't text satellite, premium-rate or service numbers. Please use a mobile number."
  const spelled = inE164(number)
  if (spelled !== number) return `Please write this number as ${spelled}.`
  // A zero that belongs before the number at home; few countries keep it.
  const hasHomePrefix = parsed.nationalNumber.startsWith('0') && !parsed.isValid()
  if (!parsed.isPossible() || hasHomePrefix) return "This can't be a phone number. Please check it."
  const its = parsed.country ? [parsed.country] : parsed.getPossibleCountries()
  if (countries && !its.some((country) => countries.includes(country)))
    return "Lisa can't text numbers of this country."
  return undefined
}
