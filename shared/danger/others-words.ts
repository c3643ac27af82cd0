import type { Part } from './features'
import { deniesItself, plainEndOf, plainSentences, wordsOf } from './plain-sentences'

// Words of danger that somebody denies, or that are not their own. Whatever the score says, they get the quiet line at most.

const deniedInTheMiddle = `I don't want to die. I do not want to die. I don't want to kill myself. I do not want to kill myself.
  I don't want to end my life. I'm not going to kill myself. I am not going to kill myself. I'm not gonna kill myself.
  I won't kill myself. I'm not suicidal. I am not suicidal.
  Je ne veux pas mourir. Je veux pas mourir. Je ne veux pas me tuer. Je veux pas me tuer. Je ne vais pas me tuer.
  Je vais pas me tuer. Je ne veux pas me suicider. Je veux pas me suicider. Je ne vais pas me suicider.
  Je vais pas me suicider.
  Ich will nicht sterben. Ich möchte nicht sterben. Ich will mich nicht umbringen. Ich bringe mich nicht um.
  Ich bring mich nicht um. Ich werde mich nicht umbringen. Ich nehme mir nicht das Leben.`
/** Where the word that denies comes first. */
const denying: Partial<Record<string, string>> = { es: 'NO', pt: 'NAO', it: 'NON' }

const denials = new Set([
  ...deniedInTheMiddle
    .split('.')
    .filter(Boolean)
    .map((sentence) => wordsOf(sentence).join(' ')),
  ...plainSentences.flatMap(({ language, kind, sentence }) => {
    const words = wordsOf(sentence)
    return kind === 'self-harm' && denying[language] && !deniesItself(words)
      ? [denying[language], ...words].join(' ')
      : []
  }),
])

/** Nothing else is said in the sentence, but for one word before it: "No, no me quiero morir". */
function isDenial({ words, clauses }: Part): boolean {
  const last = clauses.at(-1) ?? []
  const isAllOf = (said: string[]) => words.length <= said.length + 1 && denials.has(said.join(' '))
  return isAllOf(last) || isAllOf(last.slice(1))
}

/** Whose words are often told. No relatives: "my wife says I want to die" is about the writer. */
const speakers = new Set(
  `PATIENT CLIENT STUDENT PUPIL CHARACTER HERO HEROINE SINGER SONG MOVIE FILM BOOK NOVEL POEM
  PACIENTE CLIENTE CLIENTA ALUMNO ALUMNA PERSONAJE PROTAGONISTA CANTANTE CANCION PELICULA LIBRO NOVELA
  PATIENTE ELEVE PERSONNAGE CHANTEUR CHANTEUSE CHANSON LIVRE ROMAN
  PATIENTIN KLIENT KLIENTIN SCHULER SCHULERIN FIGUR SANGER SANGERIN LIED BUCH
  ALUNO ALUNA PERSONAGEM CANTOR CANTORA MUSICA CANCAO FILME LIVRO
  PAZIENTE ALUNNO ALUNNA PERSONAGGIO CANZONE ROMANZO`.split(/\s+/),
)
const saying = new Set(
  `SAID SAYS TOLD SINGS SANG WRITES WROTE DIJO DICE DICHO CANTA ESCRIBIO DIT CHANTE ECRIT
  SAGT SAGTE GESAGT SINGT SCHREIBT SCHRIEB DISSE DIZ ESCREVEU DETTO SCRIVE`.split(/\s+/),
)
const listeners = new Set('TO ME MIR MI SIE ER'.split(' '))
/** "He" is Spanish too: "a mi paciente le he dicho". After "and" it is somebody else who says it. */
const writer = new Set('I IM IVE HE YO JE JAI ICH HAB HABE EU IO HO AND Y ET UND E'.split(' '))
/** "Depois do filme disse": it is not the film that says it. */
const ofIt = new Set('DO DA DEL'.split(' '))
/** The writer is the patient. */
const being = new Set('AM IM SOY SUIS BIN SOU SONO'.split(' '))

/** "My patient said I want to die": the speaker, at most two words, what they do, and the plain sentence. */
function isReport({ words }: Part): boolean {
  const before = plainEndOf(words)?.before ?? []
  const verb = before.findLastIndex((word) => !listeners.has(word))
  if (!saying.has(before[verb] ?? '')) return false
  const from = before.slice(0, verb).findLastIndex((word) => speakers.has(word))
  const between = before.slice(from + 1, verb)
  const isWriter = before.slice(0, Math.max(from, 0)).some((word) => being.has(word))
  if (from < 0 || isWriter || ofIt.has(before[from - 1] ?? '')) return false
  return between.length <= 2 && !between.some((word) => writer.has(word))
}

export const isDeniedOrReported = (part: Part): boolean => isDenial(part) || isReport(part)
