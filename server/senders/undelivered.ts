const optedOut = '21610'
const reasons: Record<string, string> = {
  [optedOut]: 'This number has opted out of texts. Text START to opt in again',
  '30003': 'The phone could not be reached: it may have been off',
  '30004': 'The phone does not accept texts from Lisa',
  '30005': 'The phone number cannot receive texts: please check it',
  '30006': 'The phone number cannot receive texts: please check it',
}

/** Explains a Twilio error code of an undelivered text (https://www.twilio.com/docs/api/errors). */
export const whyUndelivered = (code: string | null): string =>
  (code && reasons[code]) || `The phone company did not deliver the text${code ? ` (${code})` : ''}`
