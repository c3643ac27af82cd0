import { folded } from '@shared/fold'
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

/** How one says yes, as {@link wordOf} writes it, in the languages that danger is found in. */
const yesWords = new Set(
  `YES Y YEP YEAH YUP SURE OK OKAY PLEASE YESPLEASE PLEASEDO
  SI CLARO VALE SIPORFAVOR OUI OUAIS DACCORD OUIMERCI
  JA JAWOHL GERNE KLAR JABITTE JAGERNE SIM SIMPORFAVOR CERTO VABENE SIGRAZIE`.split(/\s+/),
)

/** A text without spaces, punctuation and case. */
const wordOf = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase()

/** Whether a text says yes, and nothing else. */
export const isYes = (text: string): boolean => yesWords.has(folded(wordOf(text)))

/**
 * The keyword that a text consists of, ignoring spaces, punctuation and case. YES is an answer to Lisa unless the number
 * said STOP: then the carriers take it for START.
 */
export function keywordOf(text: string, hasStopped: boolean): MessageKeyword | undefined {
  const word = wordOf(text)
  if (word === 'YES' && !hasStopped) return undefined
  return Object.hasOwn(words, word) ? words[word] : undefined
}
