/** What users are told when a number refuses texts, whether Lisa or the provider knows. */
export const hasOptedOut =
  'This number has opted out of texts. To get them again, text START to Lisa from that number.'

const optedOut = '21610'
const reasons: Record<string, string> = {
  [optedOut]: hasOptedOut,
  '30003': 'The phone could not be reached. It may have been off.',
  '30004': "The phone doesn't accept texts from Lisa",
  '30005': "This number can't receive texts. Please check it.",
  '30006': "This number can't receive texts. Please check it.",
}

/** Explains a Twilio error code of an undelivered text (https://www.twilio.com/docs/api/errors). */
export const whyUndelivered = (code: string | null): string =>
  (code && reasons[code]) || `The phone company didn't deliver the text${code ? ` (${code})` : ''}`
