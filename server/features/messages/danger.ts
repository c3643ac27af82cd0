import { crisisLinePattern, crisisLines, emergencyNumbers } from '@shared/crisis-lines'

const self = '(?:myself|my self)'
const want =
  '(?:want|wants|wanted|wanna|wish|wishing|going|gonna|ready|rather|plan|planning|try|tried|trying|need|thinking (?:of|about)|thought (?:of|about)|like to|about to|might|should)'
const they =
  '(?:he|she|they|who|somebody|someone|dad|mom|mum|father|mother|stepdad|stepfather|brother|husband|wife|boyfriend|girlfriend|partner|ex|uncle|boss|man|guy)'

/**
 * Prefers false positives: an unneeded crisis line does no harm. English only; other languages are left to the model
 * (docs/text-messages.md).
 */
const dangerPatterns = [
  /\bsuicid(?:e|al)\b/,
  new RegExp(`\\bkill(?:ing|ed)? ${self}\\b`),
  new RegExp(`\\b${want} (?:to )?(?:kms|unalive)\\b`),
  /\b(?:end|ending|take|taking|took) my (?:own )?life\b/,
  /\bend(?:ing)? it all\b/,
  new RegExp(`\\b${want} (?:to )?(?:just )?(?:die|dying|be dead|disappear for ?ever|never wake up)\\b`),
  /\b(?:wish|wished) i (?:was|were|had been|could be) (?:dead|never born)\b/,
  /\bwish i (?:could|would|had) (?:just )?(?:die|died)\b/,
  /\bbetter off (?:dead|without me|if i (?:was|were) (?:dead|gone))\b/,
  /\b(?:do not|don'?t|no longer) (?:really )?(?:want|wanna|wish)(?: to)? (?:live|be alive|exist|wake up|be here any ?more|go on)\b/,
  /\b(?:no|any) reason (?:left )?to (?:live|go on|stay alive)\b|\bnothing (?:left )?to live for\b/,
  /\b(?:can'?t|cannot|can not) (?:go on|live like this|do this) any ?(?:more|longer)\b/,
  new RegExp(`\\b(?:hurt|hurting|harm|harming|harmed|cut|cutting|burn|burning) ${self}\\b(?! some)`),
  /\bself[- ]?harm/,
  /\boverdos(?:e|ed|ing)\b/,
  /\b(?:i am|i'?m|we are|we'?re) (?:not safe|unsafe|in danger)\b/,
  /\b(?:afraid|scared|fear) for my life\b|\b(?:afraid|scared) (?:to go|of going) home\b/,
  new RegExp(
    `\\b${they} (?:is |was |has |keeps? |just |sometimes |always )*(?:hits?|hitting|beats?|beating|rap(?:es?|ed|ing)|abus(?:es?|ed|ing)|chok(?:es?|ed|ing)|strangl(?:es?|ed|ing)|molest(?:s|ed|ing)?|assault(?:s|ed|ing)?) me\\b(?! (?:at|in|to|by|with (?:a|the) (?:score|idea))\\b)`,
  ),
  /\b(?:raped|molested|strangled|sexually assaulted|sexually abused)\b/,
  /\bthreat(?:ens?|ened|ening) (?:to )?(?:kill|hurt|me)/,
  new RegExp(
    `\\b${want} (?:to )?(?:kill|murder|stab|shoot|strangle) (?:him|her|them|someone|somebody|people|everyone|my)\\b`,
  ),
]

/** Whether the text mentions self-harm, violence, abuse or danger. */
export function mentionsDanger(text: string): boolean {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[’‘`´]/g, "'")
    .replace(/[^\p{L}\p{N}'-]+/gu, ' ')
  return dangerPatterns.some((pattern) => pattern.test(plain))
}

export const crisisSentence = `I'm an AI, and you deserve to talk to a person: call ${crisisLines}. In immediate danger call ${emergencyNumbers}.`

export const namesCrisisLine = (text: string) => crisisLinePattern.test(text)
