import { folded } from '@shared/fold'
import { withoutDays, type SpokenDay } from '@shared/spoken-days'
import { dayOf } from '@/lib/dates/days'
import { talkCount } from './prompt-lines'
import type { ReadDay } from './tool-definition'
import type { PromptContext } from './voice-prompt'
import type { Write } from './voice-writes'

/** What can hold Lisa's words in a talk. In memory only. */
export type Known = {
  /** What her tools have read. */
  read: ReadDay[]
  /** What her instructions tell. */
  context?: Pick<PromptContext, 'goals' | 'days' | 'summaries' | 'talks'>
  /** What she has saved, and what she would like to save: that holds only her proposals. */
  writes: Pick<Write, 'input' | 'state'>[]
  /** What the user has said, a line for each turn. */
  said: string
}

/** Of folded words. */
const rule = (...languages: string[]) =>
  new RegExp(`(?<![\\p{L}'])(?:${languages.join('|')})(?!\\p{L})`, 'iu')

const wrote = rule(
  `you(?:'ve|'d| have| had)?(?: \\p{L}+){0,2} (?:wrote|written|noted|jotted|recorded|logged)`,
  `your (?:entry|entries|journal|diary|notes?)(?: \\S+){0,6} (?:says?|said|tells?|reads?|mentions?|mentioned|describes?|shows?)`,
  `in your (?:journal|diary|entry|entries),? (?:you|it)|according to your (?:journal|diary|entry)`,
  `(?:du|sie)(?!(?: hast| haben)? (?:deine[rm]|ihre[rm]|ih[rm]) )(?: \\S+){0,12} (?:(?:auf)?geschrieben|notiert|festgehalten|vermerkt)|du schriebst|schriebst du|schrieben sie`,
  `(?:dein|deinem|ihr|ihrem) (?:eintrag|tagebuch)(?: \\S+){0,6} (?:steht|sagt|erwahnt|erzahlt)|(?:steht|stand)(?: \\S+){0,6} (?:deinem|ihrem) (?:eintrag|tagebuch)`,
  `(?:tu|vous) (?:l'|y |m'|en )*(?:as|avez|avais|aviez)(?: \\p{L}+){0,2} (?:ecrit|note|consigne)|(?:tu|vous) ecrivi?(?:ais|ez)`,
  `(?:ton|votre|ta) (?:journal|carnet|entree)(?: \\S+){0,6} (?:dit|parle|raconte|mentionne)|dans (?:ton|votre) (?:journal|carnet|entree)(?: \\S+){0,4} (?:tu|vous|il)`,
  `escribiste|escribias|escribio|anotaste|apuntaste|(?:has|habias|ha|habia) (?:escrito|anotado|apuntado)`,
  `(?:tu|su) (?:diario|entrada)(?: \\S+){0,6} (?:dice|cuenta|menciona|habla)|en (?:tu|su) diario`,
  `escreveste|anotaste|registaste|voce (?:\\p{L}+ )?(?:escreveu|anotou|registrou|registou)|(?:tinhas|tinha) (?:escrito|anotado)`,
  `(?:seu|sua|teu|tua) (?:diario|entrada)(?: \\S+){0,6} (?:diz|conta|menciona|fala)|no (?:seu|teu) diario`,
  `(?:hai|avevi|ha|aveva)(?: \\p{L}+){0,2} (?:scritto|annotato|segnato)|scrivesti|scrivevi`,
  `(?:tuo|suo|tua) (?:diario|voce|nota)(?: \\S+){0,6} (?:dice|racconta|parla)|nel (?:tuo|suo) diario`,
  // Of a day.
  `your (?:\\p{L}+ )?(?:entry|entries|notes?) (?:of|from)(?: the)?(?= ‹)`,
  `(?:dein|ihr)(?:em)? (?:eintrag|tagebuch) (?:vom|von)(?= ‹)`,
  `(?:ton|ta|votre) (?:\\p{L}+ )?(?:entree|note|page) (?:du|de)(?= ‹)`,
  `(?:tu|su|tua|sua|tuo|suo) (?:entrada|nota|pagina|registro|voce|diario) (?:del?|di|d[oa])(?: dia)?(?= ‹)`,
)
/** After "you wrote": that was a letter. */
const toOthers =
  /^ (?:TO|BACK|HIM|HER|THEM|(?:A|AO|AL|ALLA) (?:TU[AO]?|TUS|T[AE]S?|TON|TE[UO]|SUA?|SEU|VOTRE|VOS))(?!\p{L})/u
const told = rule(
  `you(?:'ve|'d| have| had)? (?:said|mentioned|told me)|your words|(?:hast|haben)(?: \\S+){0,8} gesagt|(?:as|avez) dit|dijiste|(?:has|ha) dicho|disseste|voce disse|(?:hai|ha) detto`,
)
/** Words of the user in this talk. */
const ofTalk = rule(
  `just|a moment ago|gerade|eben|soeben|a l'instant|viens de|venez de|acabas de|acaba de|acabaste de|agora mesmo|appena|adesso`,
)
const ofAmount = rule(`most|a lot|am meisten|viel|le plus|beaucoup|mas|mucho|mais|muito|piu|molto`)
/** A streak is no claim about a day: her instructions tell it. */
const ofStreak = rule(
  `in a row|every day|each day|streak|in folge|hintereinander|jeden tag|am stuck|d'affilee|de suite|chaque jour|tous les jours|seguid[oa]s|cada dia|todos (?:os|los) dias|consecutiv[oi]s?|di fila|ogni giorno|tutti i giorni|racha|sequencia`,
)
const ofGoals = rule(`goals?|ziele?n?|objectifs?|objetivos?|metas?|obiettiv[oi]`)

const journalWord = `(?:entry|entries|journal|diary|written|write|wrote|read|find|found|see|know|access|look\\p{L}*|eintrag\\p{L}*|tagebuch|geschrieben|schriebst|gelesen|lesen|finden?|gefunden|sehen?|weiss|entree|ecrit|lu|lire|trouve|vois|sais|acces|entradas?|diario|escrit\\p{L}*|escrib\\p{L}*|leid\\p{L}*|leer|encontr\\p{L}*|encuentr\\p{L}*|veo|escrev\\p{L}*|lido|li|ler|vejo|sei|scritt\\p{L}*|letto|leggere|trov\\p{L}*|vedo|so)`
const denies = rule(
  `(?:no(?! ‹| (?:dia|seu|teu|domingo|sabado))|not|nothing|never|none|\\p{L}+n't|cannot|kein\\p{L}*|nicht\\p{L}*|nie|noch nie|n'\\p{L}+|ne|pas|rien|aucune?|jamais|nada|ningun\\p{L}*|nunca|nao|nenhum\\p{L}*|non|niente|nulla|nessun\\p{L}*|mai|without|ohne|sans|sin|sem|senza)(?: \\S+){0,4} ${journalWord}`,
  `${journalWord}(?: \\S+)? (?:nothing|nichts|rien|nada|niente|nulla)`,
)
const offers = rule(
  `as they say|saying|proverb|let me|let us|let's|i'll|i will|(?:i|we) can(?! (?:see|tell|read)(?! (?:you )?what))|(?:i|we) could|i would|i'd|i'm (?:going|looking)|shall (?:i|we)|should (?:i|we)|may i|want me|would you|do you want|if you|you (?:can|could|might|may|will|'ll)|you'll|tomorrow|next|going to|how about|what about|maybe|perhaps|please|tell me|try`,
  `wie man sagt|\\p{L}*spruch|sprichwort|lass (?:mich|uns)|ich (?:schaue?|sehe(?!,)|suche|lese|kann|konnte|werde|wurde|will)|wir konn(?:en|ten)|soll(?:en)? (?:ich|wir)|wenn du|wenn sie|mochte\\p{L}*|willst|wollen sie|du (?:kannst|konntest|wirst)|kannst du|konntest du|wirst du|morgen|nachste\\p{L}*|vielleicht|erzahl\\p{L}*|bitte`,
  `on dit|proverbe|dicton|je (?:vais|peux|pourrais|regarde|cherche|lis|note|noterais|propose)|on p(?:eut|ourrait)|laisse(?:z)? moi|si (?:tu|vous)|veux tu|voulez vous|tu (?:peux|pourrais|veux)|vous (?:pouvez|voulez|pourriez)|demain|prochaine?|peut etre|raconte(?:z)?|vas|allez`,
  `refran|dicho|dicen|podrias|dejame|dejeme|voy a|puedo|podemos|podria|podrias|puedes|busco|miro|leo|si quieres|si quiere|quieres|quiere que|vas a|va a|manana|quizas?|cuentame|anotaria|escribiria`,
  `ditado|proverbio|poderias|deix[ae](?: eu| me)?|vou|posso|podemos|poderia|podes|pode|procuro|se quiser\\p{L}*|queres|quer que|quer|vais|amanha|talvez|conta me|anotaria|escreveria`,
  `si dice|dicono|potresti|fammi|lascia(?:mi)?|vado a|posso|possiamo|potrei|puoi|cerco|guardo|leggo|se vuoi|vuoi|vuole|domani|forse|raccontami|scriverei|annoterei`,
)
/** What follows is said, not offered: "please remember: on Tuesday …", "I could see that …", "maybe because you wrote …". */
const announces = rule(
  `(?:(?:tell|remind) you|(?:i|me|we)(?:'ll)?(?: \\p{L}+)? (?:see|read|remember|recall)|please (?:remember|recall|note|know|keep in mind))(?: that(?= (?:you|your|it|on|in|at|back|the|there|‹))|:)|i(?:'ll| will) say(?: it| this| that)?:|because(?! i )`,
  `(?:sagen|erinnern|sehen|lesen|erkennen|(?:denk|erinnere dich)(?: \\S+){0,2} daran|vergiss nicht)(?:,? dass|:)|weil(?! ich )`,
  `(?:dire|rappeler|rappelle toi|souviens toi|voir|lire) (?:que?|:)|parce que?(?! je )`,
  `(?:decirte|decirle|recordarte|recordarle|recuerda|recuerde|ver|veo|leer|leo)(?: que(?= (?:el|la|en|tu|te|ya|no|‹))|:)|porque`,
  `(?:(?:dizer|lembrar|lembra|lembre|recorda)(?: (?:te|lhe|se))?(?: de)?|ver|ler)(?: que|:)`,
  `(?:dirti|dirle|ricordarti|ricordarle|ricorda|ricordati|vedere|leggere|leggo)(?: che(?! cosa)|:)|perche`,
)
/** Verbs in the past: they tell that "on Tuesday" is a day that has been. */
const inPast = rule(
  `was|were|had|did|(?:you|we|it|that)(?: \\p{L}+)? (?:got|thought|found|left|lost|spent|read)`,
  `(?<!(?:'(?:ve|re|s|m)|(?<!\\p{L})(?:i|have|has|am|is|are|be|been|get|feel|look|sound|an?|the|your|so|very|well)) )(?!need|speed|hundred|indeed)(?:\\p{L}{3,}ed|went|felt|met|ran|said|made|took|saw|told|spoke|slept|came|gave|began|sat|ate|knew|kept|woke|won|wrote|bought|brought|drove)`,
  `war(?:s?t|en)?|hatte\\p{L}*|gab es|kam(?:en)?|ging(?:en)?|riefe?n?|sprach|traf|fuhr|fand|half|blieb|starb|(?!heut|bitt|mocht|konnt|wollt|sollt)\\p{L}{2,}te (?:dich|dir|sich)|hat(?: \\S+){0,12} (?!gegen|gehen|geben)\\p{L}*ge\\p{L}+(?:t|en)|du \\p{L}{2,}test|\\p{L}{2,}test du|(?:hast|habt|bist|seid|haben sie|sind sie)(?: \\S+){0,12} (?:\\p{L}*ge\\p{L}+(?:t|en)|\\p{L}+iert|(?:ver|be|er|ent|zer)\\p{L}+(?:t|en))|gingst|kamst|sahst`,
  `(?:[lmt]')?(?:as|avez|es|etes|a|ai)(?: \\p{L}+){0,2} (?!une|le|de|cette|ce|entre)(?:\\p{L}{2,}ee?s?|\\p{L}+[iu]s?|fait|dit|ecrit|mis|pris|ete)|(?:tu|vous)(?: \\p{L}+){0,2} (?:n')?\\p{L}+(?:ais|iez)|c'etait|etait|ont \\p{L}+|(?:est|sont) (?:venu|parti|arriv|mort|passe|alle)\\p{L}*`,
  `\\p{L}+(?:aste|iste|abas|ias)|(?:has|ha) \\p{L}+(?:ado|ido|cho|sto|rto|lto|ito)|\\p{L}{2,}(?:aron|ieron)|vino|dijo|hizo|fue|fuiste|era|eras|estuvo|tuvo|hubo`,
  `\\p{L}{2,}(?:aste|este|iste)|(?!estou)\\p{L}{3,}ou|\\p{L}{2,}(?:iu|[bcdv]eu|rreu)|veio|voce(?: \\p{L}+)? \\p{L}+(?:ou|eu|iu|ava|ia)|foi|foste|teve|estava|estavas|tinha|tinhas|disse|ficou|fez`,
  `hai(?: \\p{L}+)? \\p{L}+nto|(?:hai|ha|avete|avevate|sei|e|ti sei|si e)(?: \\p{L}+)? \\p{L}+(?:at|ut|it|ss|st|tt|rt|lt|s)[oaei]|eri|stavi|stava|avevi|aveva|\\p{L}+(?:asti|esti|isti)|andavi`,
)
/** In Spanish and Italian only the accent tells "visitó" from "visito". */
const preterite = /(?<!\p{L})(?!avó|vovó|può|ciò|perciò)\p{L}{2,}[óò](?<!rò)(?!\p{L})/iu
/** "Your sister called: the wedding is on Saturday." */
const toCome =
  /(?<![\p{L}'])(?:(?:IS|IST|EST)(?: (?:ON|AM|LE))?|ES EL) ‹|›,? (?:IS|IST|C'EST|EST|ES)(?!\p{L})/u

const first = rule(
  `i|i'm|i've|i'd|my|me|we|us|our|ich|mich|mir|mein\\p{L}*|wir|uns|unser\\p{L}*|je|j'\\p{L}+|m'\\p{L}+|mon|ma|mes|nous|notre|yo|mi|mis|nos|nuestr\\p{L}*|eu|meu|meus|minha|nosso|nossa|io|mio|mia|miei|ci|noi|nostr\\p{L}*`,
)
const second = rule(
  `you|your|yours|yourself|du|dich|dir|dein\\p{L}*|sie \\p{L}+en|ihnen|tu|te|toi|ton|ta|tes|t'\\p{L}+|vous|votre|vos|ti|tus?|tuo|tua|tuoi|teu|tua|seus?|voce|lei|usted|hai|eri|\\p{L}+(?:abas|ias|aste|iste|avi|evi|ivi|asti|esti|isti)`,
)

/** Words by which the user says that they have written. */
const userWrote = rule(
  'wrote|written|noted|(?:auf)?geschrieben|notiert|ecrit|note|escrito|escribi|escrevi|anot\\p{L}+|scritto|annotato',
)
const ofMood = rule(
  'feel|felt|feeling|mood|\\p{L}*fuhl\\p{L}*|stimmung|sentai[st]|sentiez|humeur|senti\\p{L}*|animo|humor|umore',
)
const reportOpens = /^(?: \S+){0,4}?(?:,? (?:THAT|DASS|QUE|CHE)|( QU'| ?:|,)) ?/u
/** "Let me tell you what you wrote: …" */
const wordsFollow = /^ ?:(?: \S+){4}/
/** "You wrote about …" */
const ofSubject = rule(`about|uber|sur|sobre|acerca|su|sul\\p{L}*`)
const goesOn = rule('and|but|so|which|und|aber|wie|ob|et|mais|y|pero|e|mas|ma')
const refers = /(?:AS|LIKE|WIE|COMME|COMO|COME) $/u

/** A quotation has at least so many words. */
const long = 4
const marked =
  /„([^„“”]+)(?:[“”]|$)|“([^“”]+)(?:”|$)|«([^«»]+)(?:»|$)|»([^«»]+)(?:«|$)|"([^"]+)(?:"|$)|(?<!\p{L})‘((?:[^‘’]|’(?=\p{L}))+)(?:’|$)/gu

const wordsOf = (text: string): string[] => folded(text).match(/[\p{L}\p{N}]+/gu) ?? []
const spaced = (words: string[]) => ` ${words.join(' ')} `
/** A denial stands before "you wrote", or within so many characters after it: "you wrote nothing". */
const afterClaim = 12
const sentencesOf = (text: string): string[] => text.match(/[^.!?…\n]+[.!?…]*/gu) ?? []

const beginning = (word: string) => word.slice(0, long)

/** Words of any text, by language, cut off as above. They tell its language, and nothing of its subject. */
const commonWords = [
  `the and was were with that have had for from they this thes thos when what whic wher ther thei your you i not but just
   been abou her his him she who how all out are did does its our own too very some more than then them into only
   ever even also coul woul shou beca afte befo agai stil much many most will can has one two any day year bein thin felt
   like want time life back alwa neve real it of to is my at`,
  `und der die das den dem des ist war ware nich noch auch aber auf aus bei fur hat hatt habe ich dich mich mir dir sich
   wir ihr sie ein eine kein mein dein sein mit von vom zum zur nach uber unte wenn weil dass wie wo was wer als dann da
   doch nur schon sehr mehr imme wied alle jede etwa mal tag jahr gern wird werd kann woll will muss soll zu
   im am es so du in bin bist hast habt sind`,
  `les des une est etai pas pour avec dans que qui quoi mais plus tout tous tou cett ces ses mes tes son mon ton nous vous
   elle ils lui leur aux par sur sous sans tres bien comm auss alor apre avan quan etre avoi avez avai avon fait fais
   fair jour anne enco touj jama rien etes suis sont ont ete cela moi toi le la du je il et on a tu te`,
  `los las una unos que con por para pero mas muy como cuan dond del este esta esto ese esa eso mis tus sus son ser soy fue
   fui era eras habi hab hast desd sobr entr todo toda ya nos les hay bien tamb siem nunc nada dia dias ano anos tien
   teni ten algo alg otr otra mism sin vez el y lo la mi se a tu te en no`,
  `os as um uma uns que com por para mas mais muit como quan onde dos das nos nas num numa este esta isto esse essa isso
   seu sua teu tua meu minh foi fui era sao ser sou tinh tem ter havi desd sobr entr todo toda tudo nao sem
   bem tamb semp nunc nada dia dias ano anos algo voce ele ela pelo pela ate vez o e do da em ao na no a tu te`,
  `gli una uno che con per piu ma come quan dove del dell dei degl dal dall nel nell sul sull allo alla ques quel mio mia
   tuo tua suo sua sono sei era eri eran stat stav ess fu hai ho ha hann avev aver non anch semp mai tutt cosa molt poco
   anco dopo prim senz fra tra gior anno anni alc altr stes nien lui lei loro il di e un le mi si a tu ti`,
].map((words) => new Set(words.toUpperCase().split(/\s+/)))

/** The common words of the languages that the words may be in. */
function languagesOf(words: string[]) {
  const counts = commonWords.map((common) => words.filter((word) => common.has(beginning(word))).length)
  const most = Math.max(...counts)
  return commonWords.filter((_, n) => most && counts[n] === most)
}

/** The texts that were read may be many and long, and each caption is judged by them. */
function oncePer<Key extends object, Value>(take: (key: Key) => Value) {
  const values = new WeakMap<Key, { value: Value }>()
  return (key: Key) => {
    const known = values.get(key) ?? { value: take(key) }
    values.set(key, known)
    return known.value
  }
}
const wordsIn = oncePer(({ text }: ReadDay) => {
  const words = wordsOf(text)
  return {
    whole: spaced(words),
    words: new Set(words),
    beginnings: new Set(words.map(beginning)),
    languages: languagesOf(words),
  }
})
const datesIn = oncePer(({ date = '', text }: ReadDay) => [
  ...new Set(withoutDays(text, date).days.flatMap(({ dates }) => dates)),
])

/** Whether the words stand in the text as they are; between the pieces of a quotation with "…" may be anything. */
function holds(text: ReadDay, quotation: string): boolean {
  const pieces = quotation.split(/…|\.{3}/).map(wordsOf)
  return pieces.every((piece) => piece.length === 0 || wordsIn(text).whole.includes(spaced(piece)))
}

/** Whether most of the words stand in the text, in pieces that are as long as a quotation. */
function holdsMost(text: ReadDay, words: string[]): boolean {
  const { whole } = wordsIn(text)
  const held = words.map(() => false)
  for (let at = 0; at + long <= words.length; at++)
    if (whole.includes(spaced(words.slice(at, at + long)))) held.fill(true, at, at + long)
  return held.filter(Boolean).length > words.length / 2
}

/** Whether the text, which is in the same language, has at most a third of the longer words, endings aside. */
function isOfElse(text: ReadDay, words: string[]): boolean {
  const there = wordsIn(text)
  if (!words.some((word) => word.length < long && there.words.has(word))) return false
  const longer = [...new Set(words.filter((word) => word.length >= long).map(beginning))]
  return longer.length > 2 && longer.filter((word) => there.beginnings.has(word)).length <= longer.length / 3
}

/** The words that are not common, cut off. */
const tellingOf = (words: string[], languages: Set<string>[]): string[] =>
  words
    .map(beginning)
    .filter((word) => /^\p{L}{3}/u.test(word) && !languages.some((common) => common.has(word)))

/** Whether the text may be what the words tell: it has one of those that are not common, or is in another language. */
function mayHold(text: ReadDay, telling: string[], languages: Set<string>[]): boolean {
  const there = wordsIn(text)
  if (there.languages.length && !there.languages.some((common) => languages.includes(common))) return true
  return telling.length === 0 || telling.some((word) => there.beginnings.has(word))
}

/** Whether at least half of the longer words are the user's own, who may also write to Lisa. */
function repeats(said: ReadDay, sentence: string): boolean {
  const own = wordsIn(said).beginnings
  const longer = wordsOf(sentence).filter((word) => word.length >= long)
  return longer.length > 0 && longer.filter((word) => own.has(beginning(word))).length * 2 >= longer.length
}

/** What a sentence says that the user has written or said, without quotation marks. */
function reportOf(sentence: string, days: SpokenDay[], found: RegExpExecArray | null) {
  const rest = found ? sentence.slice(found.index + found[0].length) : ''
  const opening = reportOpens.exec(rest)
  if (!found || !opening || rest.includes('¶')) return undefined
  const text = rest.slice(opening[0].length).replace(/‹(\d+)›/g, (_, n) => days[Number(n)]?.phrase ?? '')
  const words = wordsOf(text)
  if (words.length < long) return undefined
  const isToUser = second.test(text)
  const isAside = refers.test(sentence.slice(0, found.index)) || goesOn.test(words[0] ?? '')
  const isVerbatim =
    opening[1]?.trim() === ':' || (!isToUser && (first.test(text) || (opening[1] === ',' && !isAside)))
  return { words, isToUser, isVerbatim }
}

const savedStates: Write['state'][] = ['saved', 'pending', 'waiting']

/** What is known, by day, and goals, which have none. Of moods and of work on goals only the day is known. */
function sourcesOf({ read, context, writes }: Known) {
  const { goals = [], days = [], summaries = [], talks = [] } = context ?? {}
  const written = writes.map(({ input, state }) => {
    const values = Object.values<unknown>(Object(input)).filter((value) => typeof value === 'string')
    const { entryDate } = Object(input) as { entryDate?: string }
    return { isSaved: savedStates.includes(state), date: entryDate, text: values.join('\n') }
  })
  const all: ReadDay[] = [
    ...read,
    ...written.filter((write) => write.isSaved),
    ...summaries.map(({ date, content }) => ({ date, text: content })),
    ...talks.slice(0, talkCount).map(({ date, summary }) => ({ date, text: summary })),
    ...talks.flatMap(({ intentions }) => intentions),
    ...days.map(({ date }) => ({ date, text: '' })),
    ...goals.flatMap(({ title, description, motivation, lastDay, achievedAt }) => [
      { text: [title, description, motivation].join('\n') },
      { date: lastDay, text: '' },
      { date: achievedAt ? dayOf(new Date(achievedAt)) : undefined, text: '' },
    ]),
  ]
  return {
    days: all.filter(({ date }) => date),
    goals: all.filter(({ date, text }) => !date && text),
    proposed: written.filter((write) => !write.isSaved),
  }
}

const asks = rule(
  `wh\\p{L}+|how|did|do|does|was|were|is|are|can(?! you believe)|have|ha[sd]`,
  `wann|wo|wer|wie|habe?|war|weisst|que|qu'\\p{L}+|quand|ou|qui|comment|pourquoi|est|ai`,
  `cuando|quando|donde|onde|quien|quem|como|por|o que|che|cosa|dove|chi|come|perche`,
)
/** Not what begins as a question, nor ends as one but for a tag: "I met Anna on Monday, you know?" */
const isStatement = (sentence: string) =>
  !sentence.includes('?') ||
  (asks.exec(folded(sentence).replace(/^[\s¿]+/, ''))?.index !== 0 &&
    /,(?! lisa)[^,]{1,16}\?|believe/i.test(sentence))

/**
 * Whether a caption of Lisa that is over names a past day, quotes or says "you wrote", and nothing that she has read, that
 * her instructions tell or that the user has said in this talk holds it. Cautious: questions, offers and denials are no
 * claims, unless they quote.
 */
export function isUnproven(caption: string, known: Known, today: string): boolean {
  const quotations: string[] = []
  const bare = caption.replace(marked, (_, ...groups: (string | undefined)[]) => {
    const text = groups.slice(0, -2).find((group) => group !== undefined)
    return ` ¶${quotations.push(text ?? '') - 1}¶ `
  })
  const { rest, days } = withoutDays(bare, today)
  const languages = languagesOf(wordsOf(rest))
  const sources = sourcesOf(known)
  const said: ReadDay = { text: known.said }
  const stated: ReadDay = { date: today, text: sentencesOf(known.said).filter(isStatement).join('\n') }
  const naming = (texts: ReadDay[], day: SpokenDay) =>
    texts.filter((text) => datesIn(text).some((date) => isOn(day, date)))
  /** Whether the user has named the day, or a text that was read. */
  const isTold = oncePer((day: SpokenDay) => naming([stated, ...sources.days], day).length > 0)
  const readOn = oncePer((day: SpokenDay) => sources.days.filter(({ date = '' }) => isOn(day, date)))
  /** Where no entry of the day was read, a text that names it may be about it. */
  const readAbout = oncePer((day: SpokenDay) => {
    const on = readOn(day)
    return on.length ? on : naming(sources.days, day)
  })
  const byPhrase = new Map(days.map((day) => [day.phrase, day]))

  const isInPast = preterite.test(bare)
  const sentences = sentencesOf(rest).map((sentence) => {
    const named = [...sentence.matchAll(/‹(\d+)›/g)].flatMap(
      ([, n]) => byPhrase.get(days[Number(n)]?.phrase ?? '') ?? [],
    )
    const past = [...new Set(named)].filter((day) => isBefore(day, today))
    const found = wrote.exec(sentence)
    const after = found ? found.index + found[0].length : sentence.length
    const attribution = toOthers.test(sentence.slice(after)) ? null : found
    const end = attribution ? after : sentence.length
    const claim = sentence.slice(0, end + afterClaim)
    const [announced = ''] = sentence.slice(0, end).split(announces).slice(-1)
    const isOffer = offers.test(announced) && !(attribution && wordsFollow.test(sentence.slice(end)))
    const isClaim = !sentence.includes('?') && !isOffer && !denies.test(claim)
    const hasBeen = (isInPast || inPast.test(sentence)) && !toCome.test(sentence)
    const claimed = isClaim ? past.filter(({ isPast }) => isPast || attribution || hasBeen) : []
    return { sentence, past, attribution, end, claim, isClaim, claimed }
  })
  const allPast = [...new Set(sentences.flatMap(({ past }) => past))]
  const isProposal =
    !told.test(rest) && !sentences.some(({ claimed, attribution }) => claimed.length > 0 || attribution)
  const isOffer = isProposal && (offers.test(rest) || (!allPast.length && rest.includes('?')))
  const isProposed = (quote: string) =>
    isProposal && (repeats(said, quote) || sources.proposed.some((text) => holds(text, quote)))

  return sentences.some(({ sentence, past, attribution, end, claim, isClaim, claimed }) => {
    if (claimed.some((day) => !readOn(day).length && !isTold(day))) return true
    const quotes = [...sentence.matchAll(/¶(\d+)¶/g)]
      .flatMap(([, n]) => quotations[Number(n)] ?? [])
      .filter((quotation) => wordsOf(quotation).length >= long)
    const report = reportOf(sentence, days, attribution ?? told.exec(sentence))
    if (!quotes.length && (!isClaim || !(claimed.length || report || attribution))) return false

    const about = past.length ? past : allPast
    const read = about.length ? about.flatMap(readAbout) : sources.days
    const texts = [...read, ...sources.goals, said]
    const isTheirs = ofTalk.test(sentence) && !past.length && !attribution
    if (quotes.length)
      return (
        !isOffer &&
        !isTheirs &&
        !quotes.every((quote) => texts.some((text) => holds(text, quote)) || isProposed(quote))
      )

    if (repeats(stated, sentence.slice(end))) return false
    const isOfOtherDay = (words: string[]) =>
      !texts.some((text) => holdsMost(text, words)) && sources.days.some((text) => holdsMost(text, words))
    if (claimed.length && isOfOtherDay(wordsOf(sentence.replace(/‹\d+›/g, '')))) return true
    if (report) {
      const { words, isToUser, isVerbatim } = report
      if (texts.some((text) => holdsMost(text, words))) return false
      if (isVerbatim || isOfOtherDay(words)) return true
      const written = read.filter(({ text }) => text)
      if (!isToUser && written.length && written.every((text) => isOfElse(text, words))) return true
    }
    if (!attribution || ofTalk.test(claim) || ofAmount.test(claim) || ofStreak.test(sentence)) return false
    if (ofGoals.test(sentence) && sources.goals.length) return false
    // Her instructions tell on which days the user has written, and the moods.
    const isOfMood =
      ofMood.test(sentence) && (report?.words.length ?? 0) < (about.length ? 2 * long : long + 1)
    if ((!report || isOfMood) && about.length && about.every((day) => readOn(day).length)) return false
    const after = sentence.slice(end)
    const words = wordsOf(`${sentence.slice(0, attribution.index)} ${after}`)
    const telling = tellingOf(words, languages)
    // Not praise, nor what is too short to share a word with what it tells in other words.
    const asksWord =
      (reportOpens.test(after) || ofSubject.test(after)) &&
      tellingOf(wordsOf(after.replace(reportOpens, '')), languages).length > (second.test(after) ? 1 : 2)
    return (
      !read.some(
        (text) => text.text && (about.length || isOfMood || !asksWord || mayHold(text, telling, languages)),
      ) &&
      !sources.goals.some((goal) => mayHold(goal, telling, languages)) &&
      !past.some(isTold) &&
      !userWrote.test(wordsIn(stated).whole)
    )
  })
}

const isOn = ({ dates }: SpokenDay, date: string) =>
  dates.some((other) => date.endsWith(other) || other.endsWith(date))
/** Where it may be today, it is not in the past. */
const isBefore = ({ dates }: SpokenDay, today: string) =>
  !dates.includes(today) &&
  dates.some((date) => (date.startsWith('-') ? !today.endsWith(date) : date < today))
