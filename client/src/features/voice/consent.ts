import { captioned, type Caption, type CaptionChange } from './voice-state'

// The tables hold the words of six languages together, folded.
/** A part of an answer with one of these refuses. "Myself" is one: "I'll write it myself". */
const refusals = wordsOf(`
  no nope nah not cannot dont cant wont never nothing stop wait hold cancel later skip forget leave rather unnecessary myself
  nein nee noe nicht nichts nie kein keine keinen lieber stopp warte warten spater vergiss lass unnotig selbst selber
  keinesfalls keineswegs niemals mitnichten
  non nenni pas jamais rien aucunement nullement arrete attends attendez annule tard oublie laisse laissez inutile
  ni nunca jamas tampoco nada ninguna espera cancela luego despues olvidalo olvidate dejalo
  nao nenhum nenhuma espere cancele depois deixa deixe esqueca esquece
  mai neanche nemmeno neppure niente nessuno nessuna ferma aspetta annulla dopo lascia dimentica scordatelo boh`)
/** A no in other languages, and how one begins in those that write no spaces. Those that are a word of the six count alone. */
const otherRefusals = wordsOf(
  folded(
    'nej inte ikke ikkje nem niet geen нет не нельзя ні ні لا نه いいえ いえ いや 아니 아니요 아뇨 नहीं hayır yok όχι δεν לא tidak không',
  ),
)
const beginsRefusal = new RegExp(`^(?:${folded('いいえ|いや|だめ|ダメ|やめ|ไม่|不|甭|没|别|別|아니|아뇨')})`)
const loneRefusals = wordsOf(
  'nan nei ne ei nu negative negativo negatif naw pass paso quatsch denkste macche',
)
/** They refuse as a whole part: "ma va bene" agrees. */
const wholeRefusal =
  /^(?:(?:oh|ah|eh|mais|ma|na) )?(?:nan (?:merci|flemme|ca va|c est bon)|ach was|ach wo|i wo|que va|ma va|ma quando mai|as if|tu reves|vous revez|penses tu|von wegen|para nada|te lo scordi)$/
const refusingPhrase =
  /(?:^| )(?:out of the question|over my dead body|fat chance|god forbid|hors de question|en absoluto|de (?:forma alguma|modo algum|manera alguna)|manco per)(?: |$)/
/** They refuse unless a yes or an order stands beside them. */
const refusesAlone = /^(?:(?:oh|ah|eh|mais|ma|na) )?(?:tu parles|per carita|(?:um )?himmels willen)$/
/** These parts have a word of refusal, and agree. */
const agreeing = new Set(
  `why not|no problem|i do not mind|warum nicht|wieso nicht|kein problem|pourquoi pas|pas de probleme
por que no|por que nao|perche no|ni lo dudes|nemmeno da chiedere|neanche da chiedere`.split(/[|\n]/),
)
/** A question that begins with one of these agrees. */
const yes = wordsOf('yes yeah yep sure ok okay ja gern oui si sim claro certo')
/** Verbs by which the user tells Lisa to save something. */
const orders = wordsOf(`
  save write record add create note store make go
  speichern speichere speicher schreib schreibe trag notiere mach
  enregistre enregistrez sauvegarde ecris ecrivez notez ajoute ajoutez fais
  guarda guardalo escribe escribelo anota anotalo crea hazlo
  salva salve grave escreva anote registre faca crie
  salvalo scrivi scrivilo fallo`)
/** Orders by words that may also refuse, as in "keep it as it is" or "put it away". */
const orderInFull =
  /^(?:log (?:it|that|this)|put (?:it|that|this) down|put (?:it|that|this) in|(?:put|keep) (?:it|that|this) in(?:to)? (?:my|the|today s) (?:journal|diary|entry))(?: please)?$/
/** Words that may stand before such a verb. */
const leads = wordsOf('please just then but and bitte dann')
/** With one of these the speaker says that they will do it. */
const first = wordsOf('i we ich wir je nous yo eu io')
/** What is said while one thinks. */
const hesitations = wordsOf('um uh uhm hmm hm mm mhm er erm ah ahm eh euh heu hum ehm')

function wordsOf(text: string): Set<string> {
  return new Set(text.split(/\s+/).filter(Boolean))
}

function folded(text: string): string {
  return text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
}

/** "To stop smoking" is a goal, "I want you to stop complaining" is none. */
const habits =
  /(?<!\b(?:you|lisa) )\bto stop (?=(?:smoking|drinking|vaping|gambling|gaming|snacking|overeating|procrastinating|scrolling|worrying|overthinking|swearing|shouting|yelling|complaining|biting)\b)/g
/** Portuguese "in the". */
const inThe =
  /(?<=\b(?:guarda|guarde|guardar|salva|salve|salvar|grava|grave|escreve|escreva|anota|anote|regista|registra|registre|poe|ponha|coloca|coloque) )no (?=(?:meu )?(?:diario|dia|jornal|registo|registro|caderno)\b)/g

/** The words of each part of what was said, folded. */
const partsOf = (text: string): string[][] =>
  folded(text)
    .replace(/n['’]t\b/g, ' not')
    .replace(habits, '')
    .replace(inThe, '')
    .replace(/\b(?:moi-meme|yo mism[oa]|eu mesm[oa]|da sol[oa])\b/g, 'myself')
    .split(/[^\p{L}\p{N}\s'’-]+/u)
    .map((part) => (part.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !hesitations.has(word)))
    .filter((part) => part.length > 0)

const agrees = (part: string[]) => agreeing.has(part.join(' '))
const isRefusal = (word: string) => refusals.has(word) || otherRefusals.has(word) || beginsRefusal.test(word)
const refuses = (part: string[]) =>
  !agrees(part) &&
  (part.some(isRefusal) ||
    [wholeRefusal, refusingPhrase, refusesAlone].some((phrase) => phrase.test(part.join(' '))) ||
    (part.length === 1 && loneRefusals.has(part[0] ?? '')))
const isOrder = (part: string[]) => {
  const [verb = '', ...words] = part.slice(part.findIndex((word) => !leads.has(word)))
  return (
    (orders.has(verb) && !part.some((word) => first.has(word))) ||
    orderInFull.test([verb, ...words].join(' '))
  )
}

/**
 * Whether this agrees, or says what to save: it has no refusal, or an order after the last one, such as "No, save it". A
 * question is none. In doubt it is a no, which costs the user a tap.
 */
export function isAnswer(text: string): boolean {
  const parts = partsOf(text)
  const [begin] = parts
  if (!begin) return false
  const isQuestion = /[?？؟]/.test(text.trim().slice(-2)) && !parts.slice(-1).some(agrees)
  if (isQuestion && !yes.has(begin[0] ?? '')) return false
  const isAlone = !parts.some((part) => yes.has(part[0] ?? '') || isOrder(part))
  const isNo = (part: string[]) => refuses(part) && (isAlone || !refusesAlone.test(part.join(' ')))
  const rest = parts.slice(parts.findLastIndex(isNo) + 1)
  return rest.length === parts.length || rest.some(isOrder)
}

const longestYes = 4
const beginsWithRefusal = ({ text }: Caption) => !isAnswer(text) && partsOf(text).slice(0, 1).some(refuses)
/** It takes a refusal back: an order, or a short part that begins with a yes. */
const isPlainYes = ({ text }: Caption) =>
  isAnswer(text) &&
  partsOf(text).some((part) => isOrder(part) || (part.length <= longestYes && yes.has(part[0] ?? '')))

/** Not "uh-uh", which is a no. */
const isHesitation = (text: string) =>
  folded(text)
    .split(/[\s.,…!?]+/)
    .every((word) => !word || hesitations.has(word))

/** How long the words of the user are waited for, once Lisa wants to save. */
const patienceMs = 4_000

/** Of a question that was cut off, the mark may be what is missing. */
const asks = ({ speaker, text, isCut }: Caption) =>
  speaker === 'Lisa' && (/[?？؟]/.test(text) || (isCut === true && text.trim() !== ''))

/** Follows the captions of a talk, and says whether the user has answered Lisa's last question. */
export function followConsent() {
  let captions: Caption[] = []
  const waiting = new Set<() => void>()
  const wake = () => {
    waiting.forEach((resolve) => resolve())
    waiting.clear()
  }
  /** What the user has said since the question, without what was no word at all. */
  const answers = () =>
    captions
      .slice(captions.findLastIndex(asks) + 1)
      .filter(
        ({ speaker, text, isDone, isUnwritten }) =>
          speaker === 'You' && (!isDone || isUnwritten || !isHesitation(text)),
      )
  const isHeard = () => answers().every(({ isDone }) => isDone)

  return {
    /** The talk is over: no more words come. */
    stop: wake,
    hear(change: CaptionChange) {
      captions = captioned(captions, change)
      if (isHeard()) wake()
    },
    /**
     * Waits for what is still being transcribed. The last answer counts, after a no only a plain yes; one that was not written
     * down is none.
     */
    async isGiven(): Promise<boolean> {
      if (!isHeard())
        await new Promise<void>((resolve) => {
          waiting.add(resolve)
          setTimeout(resolve, patienceMs)
        })
      const given = answers()
      const last = given.at(-1)
      const refusedAt = given.findLastIndex(beginsWithRefusal)
      if (refusedAt >= 0 && !given.slice(refusedAt + 1).some(isPlainYes)) return false
      return last?.isDone === true && !last.isUnwritten && isAnswer(last.text)
    },
  }
}
