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
 * The keyword that a text consists of, ignoring spaces, punctuation and case. YES is an answer to Lisa unless the number
 * said STOP: then the carriers take it for START.
 */
export function keywordOf(text: string, hasStopped: boolean): MessageKeyword | undefined {
  const word = text
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase()
  if (word === 'YES' && !hasStopped) return undefined
  return Object.hasOwn(words, word) ? words[word] : undefined
}
