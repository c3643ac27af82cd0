import type { MessageKeyword } from '@shared/messages'

const words: Record<string, MessageKeyword> = {
  STOP: 'stop',
  STOPALL: 'stop',
  UNSUBSCRIBE: 'stop',
  CANCEL: 'stop',
  END: 'stop',
  QUIT: 'stop',
  REVOKE: 'stop',
  OPTOUT: 'stop',
  START: 'start',
  UNSTOP: 'start',
  YES: 'start',
  HELP: 'help',
  INFO: 'help',
}

/**
 * The keyword that a text consists of, ignoring spaces, punctuation and case. For users with reminders on, YES is ordinary
 * text.
 */
export function keywordOf(text: string, getsReminders: boolean): MessageKeyword | undefined {
  const word = text
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase()
  if (word === 'YES' && getsReminders) return undefined
  return Object.hasOwn(words, word) ? words[word] : undefined
}
