import { oneLine } from '../../senders/provider-error'

const longestName = 40
const asksWhoThisIs =
  /\b(?:are|r) (?:you|u) (?:(?:a|an|the|really|actually|just) )*(?:human|person|real|bot|robot|ai|machine|computer)\b|\bwho (?:are (?:you|u)|is this)\b/i

/** The reply without a model. It does not claim to have understood the text. */
export function plainReply(firstName: string | null, said: string): string {
  const name = Array.from(oneLine(firstName ?? ''))
    .slice(0, longestName)
    .join('')
  const thanks = `Thank you${name && `, ${name}`}. Saved for today.`
  return asksWhoThisIs.test(said) ? `I'm Lisa, an AI, not a human. ${thanks}` : thanks
}
