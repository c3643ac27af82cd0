import { type Part, partsOf } from './features'
import type { DangerKind } from './kinds'
import { isLearned } from './language'

/**
 * What is always unmistakable where a sentence ends with it ("I want to die", not "I want to die of laughter"), whatever the
 * learned score says: in the six languages that it knows, and in nine others, of which nothing else is found. In those a comma
 * ends a sentence too.
 */
const sentences = {
  en: {
    'self-harm': `I want to die. I just want to die. I want to kill myself. I'm going to kill myself. I am going to kill myself.
      I'm gonna kill myself. I want to end my life. I'm suicidal. I am suicidal. I don't want to live anymore. I don't want to
      be alive anymore. I wanna die. I just wanna die. I want to die so bad. I want to die so badly.`,
    overdose: `I took an overdose. I have taken an overdose. I've taken an overdose. I took all my pills. I took all the pills.`,
    abuse: `My husband is hitting me. My husband hits me. My husband hit me. My boyfriend hits me. My boyfriend hit me. I was sexually assaulted. I'm being abused. I was raped. I've been raped.`,
  },
  es: {
    'self-harm': `Quiero morirme. Quiero morir. Me quiero morir. Quiero matarme. Me quiero matar. Me voy a matar. Voy a matarme.
      Quiero suicidarme. Voy a suicidarme. Ya no quiero vivir. No quiero vivir más.`,
    overdose: `Me tomé todas las pastillas. Me he tomado todas las pastillas. He tomado una sobredosis.`,
    abuse: `Mi marido me pega. Mi marido me ha pegado. Mi marido me ha pegado otra vez. Mi novio me pega. Me violaron. Me han violado.`,
  },
  fr: {
    'self-harm': `Je veux mourir. J'ai envie de mourir. Je veux me tuer. Je vais me tuer. Je veux me suicider. Je vais me suicider.
      Je veux en finir avec la vie. Je ne veux plus vivre. Je veux plus vivre. Je veux crever.`,
    overdose: `J'ai avalé tous mes médicaments. J'ai pris tous mes médicaments. J'ai fait une overdose.`,
    abuse: `Mon mari me frappe. Mon mari m'a frappée. Mon copain me frappe. J'ai été violée. J'ai été violé.`,
  },
  de: {
    'self-harm': `Ich will sterben. Ich möchte sterben. Ich will mich umbringen. Ich bringe mich um. Ich bring mich um. Ich werde
      mich umbringen. Ich nehme mir das Leben. Ich will nicht mehr leben. Ich möchte nicht mehr leben.
      Ich will einfach nicht mehr leben. Ich will einfach nur sterben.`,
    overdose: `Ich habe alle Tabletten genommen. Ich habe alle Tabletten geschluckt. Ich habe eine Überdosis genommen.`,
    abuse: `Mein Mann schlägt mich. Mein Mann hat mich geschlagen. Mein Freund schlägt mich. Ich wurde vergewaltigt.`,
  },
  pt: {
    'self-harm': `Quero morrer. Quero me matar. Quero matar-me. Vou me matar. Vou matar-me. Quero acabar com a minha vida. Não quero
      mais viver. Já não quero viver.`,
    overdose: `Tomei todos os comprimidos. Tomei todos os remédios. Tomei uma overdose.`,
    abuse: `Meu marido me bate. O meu marido bate-me. Meu marido me bateu. Meu namorado me bate. Fui estuprada. Fui violada.`,
  },
  it: {
    'self-harm': `Voglio morire. Voglio uccidermi. Voglio ammazzarmi. Mi voglio ammazzare. Voglio farla finita. Non voglio più vivere.`,
    overdose: `Ho preso tutte le pastiglie. Ho preso tutte le pillole. Ho preso un'overdose.`,
    abuse: `Mio marito mi picchia. Mio marito mi ha picchiata. Mio padre abusa di me. Il mio ragazzo mi picchia. Mi hanno violentata. Sono stata violentata.`,
  },
  pl: {
    'self-harm': `Chcę umrzeć. Chcę się zabić. Chcę ze sobą skończyć. Chcę popełnić samobójstwo. Nie chcę już żyć.
      Nie chcę żyć.`,
  },
  nl: {
    'self-harm': `Ik wil dood. Ik wil sterven. Ik wil niet meer leven. Ik ga zelfmoord plegen. Ik wil zelfmoord plegen.
      Ik wil mezelf van kant maken.`,
  },
  tr: {
    'self-harm': `Ölmek istiyorum. Kendimi öldüreceğim. Kendimi öldürmek istiyorum. Artık yaşamak istemiyorum.
      İntihar etmek istiyorum. İntihar edeceğim.`,
  },
  uk: {
    'self-harm': `Я хочу померти. Хочу померти. Я хочу вмерти. Хочу вмерти. Я хочу вбити себе. Хочу вбити себе. Я не хочу більше жити.
      Не хочу більше жити. Не хочу жити. Я хочу умереть. Хочу умереть.`,
  },
  ar: {
    'self-harm':
      'أريد أن أموت. أريد الموت. أريد أن أقتل نفسي. سأقتل نفسي. أريد أن أنتحر. أريد الانتحار. لا أريد أن أعيش.',
  },
  hi: {
    'self-harm': `मैं मरना चाहता हूँ. मैं मरना चाहती हूँ. मैं मरना चाहता हूं. मैं मरना चाहती हूं. मैं आत्महत्या करना चाहता हूँ.
      मैं आत्महत्या करना चाहती हूँ. मैं आत्महत्या करना चाहता हूं. मैं आत्महत्या करना चाहती हूं. मैं जीना नहीं चाहता.
      मैं जीना नहीं चाहती. मैं जीना नहीं चाहता हूँ. मैं जीना नहीं चाहती हूँ. मैं जीना नहीं चाहता हूं. मैं जीना नहीं चाहती हूं.`,
  },
  zh: { 'self-harm': '想死. 我想自杀. 我想自殺. 我要自杀. 我要自殺. 我不想活了.' },
  ja: {
    'self-harm': `死にたい. 死にたいです. 死にたいよ. 死にたいな. 死にたいなあ. 死にたいわ. 死にたいんです. 死にたいんだ. 自殺したい. 自殺したいです.
      もう生きていたくない. 生きていたくない.`,
  },
  sv: {
    'self-harm':
      'Jag vill dö. Jag vill bara dö. Jag ska ta livet av mig. Jag vill ta livet av mig. Jag vill inte leva längre.',
  },
} satisfies Record<string, Partial<Record<DangerKind, string>>>

export type DangerLanguage = keyof typeof sentences

export const plainSentences = (
  Object.entries(sentences) as [DangerLanguage, Partial<Record<DangerKind, string>>][]
).flatMap(([language, byKind]) =>
  (Object.entries(byKind) as [DangerKind, string][]).flatMap(([kind, text]) =>
    text
      .split('.')
      .filter(Boolean)
      .map((sentence) => ({ language, kind, sentence: sentence.trim().replace(/\s+/g, ' ') })),
  ),
)

type Plain = { language: DangerLanguage; kind: DangerKind; words: string[] }

export const wordsOf = (sentence: string) => partsOf(sentence)[0]?.words ?? []

const byLastWord = new Map<string, Plain[]>()
/** Chinese and Japanese are written without spaces, so that a sentence is one word, and a space stands for a stop. */
const unspaced: Plain[] = []
for (const { sentence, language, kind } of plainSentences) {
  const words = wordsOf(sentence)
  const last = words.at(-1)
  if (!last) continue
  const plain = { language, kind, words }
  if (language === 'zh' || language === 'ja') unspaced.push(plain)
  else byLastWord.set(last, [...(byLastWord.get(last) ?? []), plain])
}

/** Before a plain sentence they make the opposite of it. */
const negations = new Set(
  'NO NOT NEVER DONT NUNCA JAMAS NAO NEM NON MAI NIE NICHT NET NIET INTE НЕ لا'.split(' '),
)
/** "Ya no quiero vivir": another no before it is for emphasis. */
export const deniesItself = (words: string[] = []): boolean => words.some((word) => negations.has(word))
/** "笑得想死" is to laugh oneself to death. */
const unspacedNegation = /(?:[不別别沒没勿]|[沒没]有|不是|(?:笑|好吃)[得到]我?)$/u
const unspacedEnds = new Set(unspaced.map(({ words }) => words[0]?.at(-1)))

/** The plain sentence that words end with, and what stands before it. */
export function plainEndOf(words: string[]): { plain: Plain; before: string[] } | undefined {
  const plain = byLastWord
    .get(words.at(-1) ?? '')
    ?.find((each) => words.slice(-each.words.length).join(' ') === each.words.join(' '))
  return plain && { plain, before: words.slice(0, -plain.words.length) }
}

/** `last`: what is after the last pause. "No, quiero morir" is not negated. */
function plainAtEndOf(words: string[], last = words): Plain | undefined {
  const { plain, before } = plainEndOf(words) ?? {}
  const isNegated =
    negations.has(before?.at(-1) ?? '') && last.length !== plain?.words.length && !deniesItself(plain?.words)
  // Of these one has to take all the pills: there the score decides.
  const isCourse = plain?.kind === 'overdose' && words.some((word) => word.startsWith('ANTIBIOTI'))
  return isNegated || isCourse ? undefined : plain
}

function unspacedIn(word: string): Plain | undefined {
  if (!unspacedEnds.has(word.at(-1))) return undefined
  return unspaced.find(
    ({ words: [plain = ''] }) =>
      word.endsWith(plain) && !unspacedNegation.test(word.slice(0, word.length - plain.length)),
  )
}

/** What a sentence ends with in plain words, unless it is negated; in a language that is not learned, also before a comma. */
export function plainDangerIn({ words, clauses, isWhole }: Part): Plain | undefined {
  const isUnlearned = (plain?: Plain) => plain && !isLearned(plain.language)
  const ended = isWhole ? clauses : clauses.slice(0, -1)
  return (
    (isWhole ? plainAtEndOf(words, clauses.at(-1)) : undefined) ??
    ended.map((clause) => plainAtEndOf(clause)).find(isUnlearned) ??
    words.map(unspacedIn).find(Boolean)
  )
}
