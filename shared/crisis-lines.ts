// Emergency numbers and crisis lines of every text that names them: change all of them here for other countries. No Zod,
// because the voice screen loads this file.
export const emergencyNumbers = '911 or 112'
export const crisisLines = '988 (US, Canada), 116 123 (UK, Ireland) or see findahelpline.com'
export const crisisLinePattern = /\b988\b|\b116 ?123\b|findahelpline\.com/i

/** Instructions to a model, for text messages and for voice. */
export const dangerInstructions =
  'If the user speaks of hurting themselves or others, of suicide, of abuse, or is in danger, leave everything else. Say calmly that you are glad they told you, that you are an AI and that they deserve to talk to a person. Give them the numbers: the emergency number (112 in Europe, 911 in the United States and Canada), a crisis line (988 in the United States and Canada, 116 123 in the United Kingdom and Ireland, findahelpline.com elsewhere).'
