import { captioned, type Caption, type CaptionChange } from './voice-state'

// Of the six languages together, folded: a word that is none of these says something of its own.
/** What a refusal has. */
const refusals = wordsOf(`
  no nope nah not never dont nothing stop wait hold cancel later skip forget leave
  nein nee noe nicht nichts nie kein keine keinen lieber stopp warte spater vergiss lass
  non pas jamais rien arrete attends attendez annule tard oublie laisse laissez
  nunca nada ninguna espera cancela luego despues olvidalo dejalo
  nao nenhum nenhuma espere cancele depois deixa deixe esqueca esquece
  mai niente nessuno nessuna ferma aspetta annulla dopo lascia dimentica`)
/** What Lisa may be told to do. */
const deeds = wordsOf(`
  save write record add create note store put do
  speichern speichere speicher sichern schreib schreibe schreiben eintragen notieren notiere anlegen mach machen
  enregistre enregistrez enregistrer ecris ecrire ecrivez note notez noter ajoute ajoutez ajouter fais faire
  guardar guardes guarda guardalo guardarlo escribir escribas escriba anotar anotes anota apuntar hazlo hagas crear crees
  salvar salve salva grave gravar escrever escreva anote registrar registre faca criar crie
  salvare salvalo salvarlo scrivere scriva scrivi annotare fallo farlo creare crea`)
/** What may stand around them. */
const around = wordsOf(`
  i we you it that this them these one d m s ll would did said rather prefer think know want need to please thanks thank very
  much so now right yet today time maybe perhaps sure really absolutely definitely certainly necessary of course okay ok fine
  all good better let leave the a an any for me my mind way in down up at on is was just sorry well oh goal entry journal
  ich wir sie es das dies diese danke bitte jetzt gerade noch doch mal ein eine einen heute mochte will glaube denke weiß
  sicher gut besser auf fall so dass soll sollst schon sein ins tagebuch ziel den eintrag bloß bedarf notig
  je tu vous nous le la les l c ca cela ce cette merci maintenant encore plus peut etre veux voudrais prefere te plait crois
  pense sais que sur bien desole du tout moi ne n un une objectif tomber ici aujourd hui pour instant besoin est peine question
  yo lo los las eso esto ese esta este gracias por favor ahora todavia aun mejor quiero prefiero creo se quizas tal vez seguro
  mas hoy el gustaria asi de momento en absoluto manera hace falta meta diario
  eu o os as isso isto esse obrigado obrigada agora ainda melhor quero prefiro acho sei talvez certeza bem mais hoje um uma
  pra gostaria jeito precisa
  li questo quello grazie ora adesso ancora meglio voglio vorrei preferisco penso credo che forse sicuro bene piu oggi una per
  di stare perdere affatto mi assolutamente serve obiettivo`)
/** What is said while one thinks. */
const hesitations = wordsOf('um uh uhm hmm hm mm mhm er erm ah ahm eh euh heu hum ehm boh')

function wordsOf(text: string): Set<string> {
  return new Set(text.split(/\s+/).filter(Boolean))
}

/** The words of each part of what was said, folded. */
const partsOf = (text: string): string[][] =>
  text
    .toLowerCase()
    .replace(/\b(?:do|does)(?:n['’]t| not)\b/g, 'not')
    .replace(/n['’]t\b/g, ' not')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}\s'’-]+/u)
    .map((part) => (part.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !hesitations.has(word)))
    .filter((part) => part.length > 0)

/**
 * Whether this answers a question, and not with a plain no. "No, make it monthly" and "No, save it" do: they say what to save.
 * "Don't save that, I'm ashamed of it" does not. In doubt it is a no, which costs the user a tap.
 */
export function isAnswer(text: string): boolean {
  const parts = partsOf(text)
  const refuses = (part: string[]) => part.some((word) => refusals.has(word))
  const names = (part: string[]) => part.some((word) => deeds.has(word))
  const isKnown = (word: string) => refusals.has(word) || deeds.has(word) || around.has(word)
  if (parts.length === 0) return false
  if (parts.some((part) => names(part) && !refuses(part))) return true
  const isPlainNo = parts.every((part) => part.every(isKnown)) && parts.some(refuses)
  return !isPlainNo && !parts.some(names)
}

/** How long the words of the user are waited for, once Lisa wants to save. */
const patienceMs = 4_000

const isQuestion = ({ speaker, text }: Caption) => speaker === 'Lisa' && /[?？؟]/.test(text)

/** Follows the captions of a talk, and says whether the user has answered Lisa's last question. */
export function followConsent() {
  let captions: Caption[] = []
  let onDone = () => {}
  /** What the user has said since the question, without what was no word at all. */
  const answers = () =>
    captions
      .slice(captions.findLastIndex(isQuestion) + 1)
      .filter(
        ({ speaker, text, isDone, isUnwritten }) =>
          speaker === 'You' && (!isDone || isUnwritten || text.trim()),
      )
  const isHeard = () => answers().every(({ isDone }) => isDone)

  return {
    /** The talk is over: no more words come. */
    stop: () => onDone(),
    hear(change: CaptionChange) {
      captions = captioned(captions, change)
      if (isHeard()) onDone()
    },
    /** Waits for what is still being transcribed. The last answer counts; one that was not written down is none. */
    async isGiven(): Promise<boolean> {
      if (!isHeard())
        await new Promise<void>((resolve) => {
          onDone = resolve
          setTimeout(resolve, patienceMs)
        })
      const last = answers().at(-1)
      return last?.isDone === true && !last.isUnwritten && isAnswer(last.text)
    },
  }
}
