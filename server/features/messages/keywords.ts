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

// In the languages that danger is found in, folded and without apostrophes.
/** How one says yes to the question whether to note something. Not "ja ja", which is laughter in Spanish. */
const yes = oneOf(`
  YES|Y|YEP|YEAH|YEA|YUP|SURE( THING)?|FOR SURE|OK|O K|OKAY|ALRIGHT|ALL RIGHT|PLEASE|PLS|PLZ|OF COURSE|ABSOLUTELY|DEFINITELY
  CERTAINLY|GO AHEAD|GO FOR IT|DO (IT|THAT)|NOTE (IT|THAT)( DOWN)?|WRITE (IT|THAT) DOWN|(ADD|LOG) IT|SOUNDS GOOD
  SI|CLARO( QUE SI)?|VALE|POR SUPUESTO|DESDE LUEGO|DE ACUERDO|ADELANTE|DALE|HAZLO|ANOTALO|APUNTALO
  OUI|OUAIS|D ?ACCORD|VOLONTIERS|AVEC PLAISIR|BIEN SUR|CARREMENT|TOUT A FAIT|VAS Y|ALLEZ Y|FAIS LE|NOTEZ? LE|JE VEUX BIEN
  JA(?! JA(?: |$))|JAWOHL|JEP|(SEHR )?GERNE?|(NA )?KLAR|NATUE?RLICH|SELBSTVERSTANDLICH|AUF JEDEN FALL|UNBEDINGT|EINVERSTANDEN
  MACH (DAS|ES)|NOTIERE? (DAS|ES)|SCHREIBE? (DAS|ES) AUF|TRAGE? (DAS|ES) EIN
  SIM|CLARO QUE SIM|CERTO|COM CERTEZA|PODES?( ANOTAR)?|QUERO|ANOT[AE]( AI)?|(FAZ|FACA) ISSO|TA (BOM|BEM)|ESTA BEM
  CERTO CHE SI|CERTAMENTE|VA ?BENE|D ?ACCORDO|VOLENTIERI|CON PIACERE|OVVIAMENTE|FAI PURE|ANNOTALO|SEGNALO|SCRIVILO`)
/** What may stand beside a yes, and is none alone. */
const politeness = oneOf(`
  LISA|THANKS( A LOT| SO MUCH)?|THANK YOU( SO MUCH| VERY MUCH)?|THANKYOU|THX|TY|CHEERS|MANY THANKS|GREAT|PERFECT|LOVELY
  DO|SAVE IT|YOU (CAN|MAY)|X+
  (MUCHAS |MIL )?GRACIAS|POR ?FAVOR|PORFA|PF|PERFECTO|GENIAL|GUARDALO|ESTA BIEN
  MERCI( BEAUCOUP| BIEN)?|STP|SVP|S ?IL (TE|VOUS) PLAIT|PARFAIT|SUPER
  BITTE|DANKE( DIR| SEHR(?! GERN))?|DANKE ?SCHON|VIELEN DANK|DOCH|GENAU|PRIMA
  (MUITO )?OBRIGAD[OA]|BRIGAD[OA]|VALEU|ISSO( MESMO)?|OTIMO|PERFEITO
  GRAZIE|MILLE|MOLTE GRAZIE|PER (FAVORE|PIACERE)|PERFETTO|PURE|DAI`)
const yesAlone = new RegExp(`^(?:${politeness} )*${yes}(?: (?:${yes}|${politeness}))*$`)
/** What makes a yes doubtful: "já", which is Portuguese for "already", and a picture that is not one of joy or thanks. */
const doubt =
  /[?؟✕✗✘×]|(?<!\p{L})já(?!\p{L})|(?![👍👌✅✔🙏🙂😊😀😃😄😁🥰😍😘🤗🤩🥳🎉💪🙌👏❤💛💚💙💜🧡🩷💕☺✨🏃🚴🏊])\p{Extended_Pictographic}/iu
/** More words than a yes has. Two of its phrases may begin alike, so that a long text would take for ever. */
const longestYes = 60

function oneOf(list: string): string {
  return `(?:${list.trim().replace(/\n\s*/g, '|')})`
}

/** A text without spaces, punctuation and case. */
const wordOf = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase()

/** Whether a text says yes, and nothing else that is more than polite. */
export function isYes(text: string): boolean {
  if (text.length > longestYes) return false
  const written = text.normalize('NFKC')
  const words = folded(written)
    .replace(/[👍👌✅✔]/gu, ' OK ')
    .replace(/['`´]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/(\p{L})\1{2,}/gu, '$1')
  return !doubt.test(written) && yesAlone.test(words.trim())
}

/**
 * The keyword that a text consists of, ignoring spaces, punctuation and case. YES is an answer to Lisa unless the number
 * said STOP: then the carriers take it for START.
 */
export function keywordOf(text: string, hasStopped: boolean): MessageKeyword | undefined {
  const word = wordOf(text)
  if (word === 'YES' && !hasStopped) return undefined
  return Object.hasOwn(words, word) ? words[word] : undefined
}
