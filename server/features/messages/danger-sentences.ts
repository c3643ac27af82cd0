import {
  crisisNumbersOf,
  emergencyNumbers,
  type Help,
  helpFor,
  helplineDirectory,
  numberOf,
} from '@shared/crisis-lines'
import type { DangerKind } from '@shared/danger/kinds'
import type { DangerLanguage } from '@shared/danger/plain-sentences'
import type { Country } from '@shared/zone-countries'

// Words without letters that the alphabet of texts lacks, GSM-7, in the languages that can do with it: an answer is one
// text then. No native speaker has read them (docs/safety.md).

const { europe, america } = emergencyNumbers

type Words = {
  call: (number: string) => string
  /** Where no line is known, or none answers now. */
  see: string
  /** Where the country is unknown. */
  anyEmergency: string
  anywhere?: string
  selfHarm: (whom: string, emergency: string) => string
}
type AllWords = Words & {
  /** Beside the hours of a line that answers from Monday to Friday. */
  weekdays: string
  /** `then` is one of the two below. */
  overdose: (emergency: string, then: string) => string
  poison: (number: string) => string
  talk: (whom: string) => string
  abuse: (whom: string, emergency: string) => string
  others: (whom: string, emergency: string) => string
  quiet: Quiet
}
type Quiet = {
  /** What the line is for, followed by one of the three endings. */
  about: Record<Exclude<DangerKind, 'overdose'>, string>
  always: (number: string) => string
  now: (number: string) => string
  none: string
  overdose: (emergency: string) => string
}

const english: AllWords = {
  call: (number) => `call ${number}`,
  see: `see ${helplineDirectory}`,
  anyEmergency: `${america} or ${europe}`,
  anywhere: `call ${crisisNumbersOf('US')} (US, Canada), ${crisisNumbersOf('GB')} (UK, Ireland) or see ${helplineDirectory}`,
  selfHarm: (whom, emergency) =>
    `I'm glad you told me. I'm an AI; you deserve a person: ${whom}. In danger now call ${emergency}.`,
  weekdays: 'Mon-Fri',
  overdose: (emergency, then) =>
    `Please call ${emergency} now, even if you feel fine: harm can come hours later. ${then} I'm an AI and can't see how you are.`,
  poison: (number) => `Then the poison line: ${number}.`,
  talk: (whom) => `To talk to a person ${whom}.`,
  abuse: (whom, emergency) =>
    `This is not your fault. I'm an AI, and you deserve a person on your side: ${whom}. In danger now call ${emergency}.`,
  others: (whom, emergency) =>
    `If you might hurt somebody now, get away from them and call ${emergency}. I'm an AI. To talk to a person ${whom}.`,
  quiet: {
    about: {
      'self-harm': 'That sounds heavy. If you are thinking of hurting yourself, or somebody hurts you,',
      abuse: 'That sounds heavy. If somebody hurts you or scares you,',
      others: 'That sounds heavy. If you are afraid that you might hurt somebody,',
    },
    always: (number) => `${number} answers at any hour.`,
    now: (number) => `you can call ${number}.`,
    none: `${helplineDirectory} lists people to talk to.`,
    overdose: (emergency) =>
      `That sounds heavy. If you have taken too much of something, call ${emergency} now, even if you feel fine.`,
  },
}

const words = {
  en: english,
  es: {
    call: (number) => `llama al ${number}`,
    see: `mira ${helplineDirectory}`,
    anyEmergency: `${europe} o ${america}`,
    selfHarm: (whom, emergency) =>
      `Gracias por contarlo. Soy una IA, y ahora mereces a una persona: ${whom}. En peligro inmediato: ${emergency}.`,
    weekdays: 'L-V',
    overdose: (emergency, then) =>
      `Llama ahora al ${emergency}, aunque te sientas bien: el efecto puede tardar horas. ${then} Soy una IA y no puedo ver en qué estado te encuentras.`,
    poison: (number) => `Luego, el centro de intoxicaciones: ${number}.`,
    talk: (whom) => `Para hablar con una persona: ${whom}.`,
    abuse: (whom, emergency) =>
      `Lo que te hacen no es culpa tuya. Soy una IA, y mereces a una persona de tu lado: ${whom}. En peligro inmediato: ${emergency}.`,
    others: (whom, emergency) =>
      `Si puedes hacer daño a alguien, aléjate y llama al ${emergency}. Soy una IA. Para hablar con una persona: ${whom}.`,
    quiet: {
      about: {
        'self-harm': 'Eso suena duro. Si piensas en hacerte daño, o alguien te lo hace,',
        abuse: 'Eso suena duro. Si alguien te hace daño o te da miedo,',
        others: 'Eso suena duro. Si temes hacer daño a alguien,',
      },
      always: (number) => `en el ${number} responden a cualquier hora.`,
      now: (number) => `puedes llamar al ${number}.`,
      none: `en ${helplineDirectory} hay gente que escucha.`,
      overdose: (emergency) =>
        `Eso suena duro. Si tomaste demasiado de algo, llama ahora al ${emergency}, aunque te sientas bien.`,
    },
  },
  fr: {
    call: (number) => `appelle le ${number}`,
    see: `vois ${helplineDirectory}`,
    anyEmergency: `${europe} ou ${america}`,
    selfHarm: (whom, emergency) =>
      `Merci de me le dire. Je suis une IA, et tu mérites un humain maintenant : ${whom}. En danger immédiat : ${emergency}.`,
    weekdays: 'lun-ven',
    overdose: (emergency, then) =>
      `Appelle le ${emergency} tout de suite, sans attendre de te sentir mal : l'effet peut venir des heures plus tard. ${then} Je suis une IA et je ne vois pas comment tu vas.`,
    poison: (number) => `Puis le centre antipoison : ${number}.`,
    talk: (whom) => `Pour parler à une personne : ${whom}.`,
    abuse: (whom, emergency) =>
      `Ce que tu subis n'est pas ta faute. Je suis une IA, et tu mérites un humain avec toi : ${whom}. En danger immédiat : ${emergency}.`,
    others: (whom, emergency) =>
      `Si tu risques de blesser quelqu'un, éloigne-toi et appelle le ${emergency}. Je suis une IA. Pour parler à une personne : ${whom}.`,
    quiet: {
      about: {
        'self-harm': "Ça a l'air lourd. Si tu penses à te faire du mal, ou si quelqu'un t'en fait,",
        abuse: "Ça a l'air lourd. Si quelqu'un te fait du mal ou te fait peur,",
        others: "Ça a l'air lourd. Si tu as peur de faire du mal à quelqu'un,",
      },
      always: (number) => `le ${number} répond à toute heure.`,
      now: (number) => `tu peux appeler le ${number}.`,
      none: `${helplineDirectory} indique à qui parler.`,
      overdose: (emergency) =>
        `Ça a l'air lourd. Si tu as trop pris de quelque chose, appelle vite le ${emergency}, sans attendre d'aller mal.`,
    },
  },
  de: {
    call: (number) => `Ruf ${number} an`,
    see: `${helplineDirectory} nennt Hilfe in deinem Land`,
    anyEmergency: `${europe} oder ${america}`,
    selfHarm: (whom, emergency) =>
      `Gut, dass du das sagst. Ich bin eine KI, und du verdienst einen Menschen: ${whom}. Bei akuter Gefahr: ${emergency}.`,
    weekdays: 'Mo-Fr',
    overdose: (emergency, then) =>
      `Ruf jetzt ${emergency} an, auch wenn es dir gut geht: Es kann erst nach Stunden wirken. ${then} Ich bin eine KI und sehe nicht, wie es dir geht.`,
    poison: (number) => `Danach der Giftnotruf: ${number}.`,
    talk: (whom) => `Und zum Reden: ${whom}.`,
    abuse: (whom, emergency) =>
      `Das ist nicht deine Schuld. Ich bin eine KI, und du verdienst einen Menschen, der dir beisteht: ${whom}. Bei akuter Gefahr: ${emergency}.`,
    others: (whom, emergency) =>
      `Wenn du jetzt jemanden verletzen könntest, geh weg von dort und ruf ${emergency} an. Ich bin eine KI. Zum Reden: ${whom}.`,
    quiet: {
      about: {
        'self-harm':
          'Das klingt schwer. Wenn du daran denkst, dir etwas anzutun, oder dir jemand etwas antut:',
        abuse: 'Das klingt schwer. Wenn dir jemand etwas antut oder dir Angst macht:',
        others: 'Das klingt schwer. Wenn du Angst hast, jemandem etwas anzutun:',
      },
      always: (number) => `${number} ist rund um die Uhr da.`,
      now: (number) => `Du kannst ${number} anrufen.`,
      none: `${helplineDirectory} nennt Hilfe in deinem Land.`,
      overdose: (emergency) =>
        `Das klingt schwer. Wenn du zu viel von etwas genommen hast, ruf jetzt ${emergency} an, auch wenn es dir gut geht.`,
    },
  },
  pt: {
    call: (number) => `ligue ${number}`,
    see: `veja ${helplineDirectory}`,
    anyEmergency: `${europe} ou ${america}`,
    selfHarm: (whom, emergency) =>
      `Ainda bem que me contou. Sou uma IA, e agora merece uma pessoa: ${whom}. Em perigo imediato: ${emergency}.`,
    weekdays: 'seg-sex',
    overdose: (emergency, then) =>
      `Ligue agora ${emergency}, mesmo que se sinta bem: o efeito pode demorar horas. ${then} Sou uma IA e nada vejo do seu estado.`,
    poison: (number) => `Depois o centro antiveneno: ${number}.`,
    talk: (whom) => `Para falar com uma pessoa: ${whom}.`,
    abuse: (whom, emergency) =>
      `A culpa nunca é sua. Sou uma IA, e merece uma pessoa do seu lado: ${whom}. Em perigo imediato: ${emergency}.`,
    others: (whom, emergency) =>
      `Se pode ferir alguém, afaste-se e ligue ${emergency}. Sou uma IA. Para falar com uma pessoa: ${whom}.`,
    quiet: {
      about: {
        'self-harm': 'Isso parece pesado. Se pensa em se ferir, ou se alguém lhe faz mal,',
        abuse: 'Isso parece pesado. Se alguém lhe faz mal ou lhe mete medo,',
        others: 'Isso parece pesado. Se tem medo de ferir alguém,',
      },
      always: (number) => `o ${number} atende a qualquer hora.`,
      now: (number) => `pode ligar ${number}.`,
      none: `${helplineDirectory} mostra com quem falar.`,
      overdose: (emergency) =>
        `Isso parece pesado. Se tomou demais de alguma coisa, ligue agora ${emergency}, mesmo que se sinta bem.`,
    },
  },
  it: {
    call: (number) => `chiama ${number}`,
    see: `guarda ${helplineDirectory}`,
    anyEmergency: `${europe} o ${america}`,
    selfHarm: (whom, emergency) =>
      `Grazie di avermelo detto. Sono un'IA, e ora meriti una persona: ${whom}. In pericolo immediato: ${emergency}.`,
    weekdays: 'lun-ven',
    overdose: (emergency, then) =>
      `Chiama subito ${emergency}, anche se stai bene: gli effetti possono arrivare dopo ore. ${then} Sono un'IA e non vedo come stai.`,
    poison: (number) => `Poi il centro antiveleni: ${number}.`,
    talk: (whom) => `Per parlare con una persona: ${whom}.`,
    abuse: (whom, emergency) =>
      `Quello che subisci non è colpa tua. Sono un'IA, e meriti una persona dalla tua parte: ${whom}. In pericolo immediato: ${emergency}.`,
    others: (whom, emergency) =>
      `Se rischi di fare del male a qualcuno, allontanati e chiama ${emergency}. Sono un'IA. Per parlare con una persona: ${whom}.`,
    quiet: {
      about: {
        'self-harm': 'Sembra pesante. Se pensi di farti del male, o qualcuno te ne fa,',
        abuse: 'Sembra pesante. Se qualcuno ti fa del male o ti fa paura,',
        others: 'Sembra pesante. Se hai paura di fare del male a qualcuno,',
      },
      always: (number) => `${number} risponde a ogni ora.`,
      now: (number) => `puoi chiamare ${number}.`,
      none: `${helplineDirectory} dice con chi parlare.`,
      overdose: (emergency) =>
        `Sembra pesante. Se hai preso troppo di qualcosa, chiama subito ${emergency}, anche se stai bene.`,
    },
  },
  nl: {
    call: (number) => `bel ${number}`,
    see: `kijk op ${helplineDirectory}`,
    anyEmergency: `${europe} of ${america}`,
    selfHarm: (whom, emergency) =>
      `Goed dat je dit zegt. Ik ben een AI, en je verdient nu een mens: ${whom}. Bij direct gevaar: bel ${emergency}.`,
  },
  sv: {
    call: (number) => `ring ${number}`,
    see: `se ${helplineDirectory}`,
    anyEmergency: `${europe} eller ${america}`,
    selfHarm: (whom, emergency) =>
      `Bra att du berättar. Jag är en AI, och du förtjänar en människa nu: ${whom}. Vid akut fara: ring ${emergency}.`,
  },
  pl: {
    call: (number) => `zadzwoń: ${number}`,
    see: `zobacz ${helplineDirectory}`,
    anyEmergency: `${europe} lub ${america}`,
    selfHarm: (whom, emergency) =>
      `Dobrze, że to mówisz. Jestem AI, a ty zasługujesz na człowieka – ${whom}. W nagłym zagrożeniu: ${emergency}.`,
  },
  tr: {
    call: (number) => `${number} numarasını ara`,
    see: `${helplineDirectory} adresine bak`,
    anyEmergency: `${europe} veya ${america}`,
    selfHarm: (whom, emergency) =>
      `Söylemen iyi oldu. Ben yapay zekâyım, sen bir insanı hak ediyorsun: ${whom}. Acil tehlikede: ${emergency}.`,
  },
  uk: {
    call: (number) => `подзвони ${number}`,
    see: `дивись ${helplineDirectory}`,
    anyEmergency: `${europe} або ${america}`,
    selfHarm: (whom, emergency) =>
      `Добре, що ти це кажеш. Я – ШІ, а тобі зараз потрібна людина: ${whom}. Якщо небезпека вже тут: ${emergency}.`,
  },
  ar: {
    // In a row from right to left the groups of digits would change places, and the * would stand behind them.
    call: (number) => `الرقم \u200e${number.replace(/(?<=\d) (?=\d)/g, '')}`,
    see: `موقع ${helplineDirectory}`,
    anyEmergency: `${europe} أو ${america}`,
    selfHarm: (whom, emergency) =>
      `شكرا لأنك أخبرتني. أنا ذكاء اصطناعي، ومن حقك الآن أن يسمعك إنسان: ${whom}. عند الخطر المباشر: ${emergency}.`,
  },
  hi: {
    call: (number) => `${number} पर फ़ोन करो`,
    see: `${helplineDirectory} देखो`,
    anyEmergency: `${europe} या ${america}`,
    selfHarm: (whom, emergency) =>
      `अच्छा हुआ कि तुमने बताया। मैं AI हूँ, और तुम्हें एक इंसान का साथ चाहिए: ${whom}। तुरंत ख़तरा हो तो: ${emergency}.`,
  },
  zh: {
    call: (number) => `请拨打 ${number}`,
    see: `请看 ${helplineDirectory}`,
    anyEmergency: `${europe} 或 ${america}`,
    selfHarm: (whom, emergency) =>
      `谢谢你告诉我。我是AI，而你现在值得有一个真人陪着：${whom}。如有紧急危险，请拨打 ${emergency}。`,
  },
  ja: {
    call: (number) => `${number} に電話してください`,
    see: `${helplineDirectory} を見てください`,
    anyEmergency: `${europe} か ${america}`,
    selfHarm: (whom, emergency) =>
      `話してくれてありがとう。私はAIです。今は人と話してほしい。${whom}。危険が迫っているときは ${emergency} へ。`,
  },
} satisfies Record<string, Words | AllWords>

export const helpLanguages = Object.keys(words) as DangerLanguage[]

type Situation = {
  kind: DangerKind
  language: DangerLanguage
  country: Country | undefined
  now: Date
}

const allWordsOf = (language: DangerLanguage): AllWords => {
  const found: Words | AllWords = words[language]
  return 'quiet' in found ? found : english
}

/** What Lisa texts at once to a person in danger. `contact` is whom the operator names. */
export function helpAnswer({ kind, language, country, now }: Situation, contact?: string): string {
  return [answerOf({ kind, language, country, now }), contact].filter(Boolean).join(' ')
}

function answerOf({ kind, language, country, now }: Situation): string {
  const said: Words = kind === 'self-harm' ? words[language] : allWordsOf(language)
  const help = country && helpFor(kind, country, now, language)
  const number = help && numberOf(help, allWordsOf(language).weekdays)
  const whom = number ? said.call(number) : said.see
  const emergency = help?.emergency ?? said.anyEmergency
  if (kind === 'self-harm') return said.selfHarm(country ? whom : (said.anywhere ?? whom), emergency)
  const { overdose, poison, talk, abuse, others } = allWordsOf(language)
  if (kind === 'abuse') return abuse(whom, emergency)
  if (kind === 'others') return others(whom, emergency)
  return overdose(emergency, isOfPoison(help) ? poison(number ?? '') : talk(whom))
}

/** Where words of danger were not looked for. */
export function numbersToCall({ country, now }: Omit<Situation, 'kind' | 'language'>): string {
  const help = country && helpFor('self-harm', country, now, 'en')
  return `Emergency: ${help?.emergency ?? english.anyEmergency}. To talk: ${(help && numberOf(help)) ?? helplineDirectory}.`
}

/** Without a poison line, the crisis line is named. */
const isOfPoison = (help?: Help) => help?.lines[0]?.kinds.includes('overdose')

/** For a text that only sounds like danger: added to the ordinary answer. It holds no word that is a command. */
export function quietLine({ kind, language, country, now }: Situation): string {
  const { quiet, anyEmergency, weekdays, poison } = allWordsOf(language)
  const help = country && helpFor(kind, country, now, language)
  const number = help && numberOf(help, weekdays)
  if (kind === 'overdose') {
    const call = quiet.overdose(help?.emergency ?? anyEmergency)
    return number && isOfPoison(help) ? `${call} ${poison(number)}` : call
  }
  const isAlways = help?.lines.every(({ hours }) => !hours)
  const ending = !number ? quiet.none : isAlways ? quiet.always(number) : quiet.now(number)
  return `${quiet.about[kind]} ${ending}`
}

/** How each quiet line begins; that about an overdose is due again anyway. */
const quietBeginnings = Object.values<Words | AllWords>(words).flatMap((said) =>
  'quiet' in said ? (Object.entries(said.quiet.about) as [DangerKind, string][]) : [],
)

/** The kind of the quiet line in a reply. */
export const quietKindIn = (reply: string): DangerKind | undefined =>
  quietBeginnings.find(([, beginning]) => `\n${reply}`.includes(`\n${beginning}`))?.[0]
