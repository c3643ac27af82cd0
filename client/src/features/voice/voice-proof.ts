import { folded } from '@shared/fold'
import { dayOf } from '@/lib/dates/days'
import { talkCount } from './prompt-lines'
import type { ReadDay } from './read-in-talk'
import { withoutDays, type SpokenDay } from './spoken-days'
import type { PromptContext } from './voice-prompt'
import type { Write } from './voice-writes'

/** What can hold Lisa's words in a talk. In memory only. */
export type Known = {
  /** What her tools have read. */
  read: ReadDay[]
  /** What her instructions tell. */
  context?: Pick<PromptContext, 'goals' | 'days' | 'summaries' | 'talks'>
  /** What she has saved, or would. */
  writes: Pick<Write, 'input'>[]
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
  `(?:du|sie)(?: \\S+){0,12} (?:(?:auf)?geschrieben|notiert|festgehalten|vermerkt)|du schriebst|schriebst du|schrieben sie`,
  `(?:dein|deinem|ihr|ihrem) (?:eintrag|tagebuch)(?: \\S+){0,6} (?:steht|sagt|erwahnt|erzahlt)|(?:steht|stand)(?: \\S+){0,6} (?:deinem|ihrem) (?:eintrag|tagebuch)`,
  `(?:tu|vous) (?:l'|y |m'|en )*(?:as|avez|avais|aviez)(?: \\p{L}+){0,2} (?:ecrit|note|consigne)|(?:tu|vous) ecrivi?(?:ais|ez)`,
  `(?:ton|votre|ta) (?:journal|carnet|entree)(?: \\S+){0,6} (?:dit|parle|raconte|mentionne)|dans (?:ton|votre) (?:journal|carnet|entree)(?: \\S+){0,4} (?:tu|vous|il)`,
  `escribiste|escribias|escribio|anotaste|apuntaste|(?:has|habias|ha|habia) (?:escrito|anotado|apuntado)`,
  `(?:tu|su) (?:diario|entrada)(?: \\S+){0,6} (?:dice|cuenta|menciona|habla)|en (?:tu|su) diario`,
  `escreveste|anotaste|registaste|voce (?:\\p{L}+ )?(?:escreveu|anotou|registrou|registou)|(?:tinhas|tinha) (?:escrito|anotado)`,
  `(?:seu|sua|teu|tua) (?:diario|entrada)(?: \\S+){0,6} (?:diz|conta|menciona|fala)|no (?:seu|teu) diario`,
  `(?:hai|avevi|ha|aveva)(?: \\p{L}+){0,2} (?:scritto|annotato|segnato)|scrivesti|scrivevi`,
  `(?:tuo|suo|tua) (?:diario|voce|nota)(?: \\S+){0,6} (?:dice|racconta|parla)|nel (?:tuo|suo) diario`,
)
const said = rule(
  `you(?:'ve|'d| have| had)? (?:said|mentioned|told me)|your words|(?:hast|haben)(?: \\S+){0,8} gesagt|(?:as|avez) dit|dijiste|(?:has|ha) dicho|disseste|voce disse|(?:hai|ha) detto`,
)
/** Words of the user in this talk. */
const ofTalk = rule(
  `just|a moment ago|gerade|eben|soeben|a l'instant|viens de|venez de|acabas de|acaba de|acabaste de|agora mesmo|appena|adesso`,
)
const ofAmount = rule(`most|a lot|am meisten|viel|le plus|beaucoup|mas|mucho|mais|muito|piu|molto`)
/** Her instructions tell on how many days the user has written. */
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
  `as they say|saying|proverb|let me|let us|let's|i'll|i will|i can(?! see| tell| read)|i could|i would|i'd|i'm (?:going|looking)|shall (?:i|we)|should (?:i|we)|may i|want me|would you|do you want|if you|you (?:can|could|might|may|will|'ll)|you'll|tomorrow|next|going to|how about|what about|maybe|perhaps|please|tell me|try`,
  `wie man sagt|\\p{L}*spruch|sprichwort|lass (?:mich|uns)|ich (?:schaue?|sehe|suche|lese|kann|konnte|werde|wurde|will)|soll(?:en)? (?:ich|wir)|wenn du|wenn sie|mochte\\p{L}*|willst|wollen sie|du (?:kannst|konntest|wirst)|kannst du|konntest du|wirst du|morgen|nachste\\p{L}*|vielleicht|erzahl\\p{L}*|bitte`,
  `on dit|proverbe|dicton|je (?:vais|peux|pourrais|regarde|cherche|lis|note|noterais|propose)|laisse(?:z)? moi|si (?:tu|vous)|veux tu|voulez vous|tu (?:peux|pourrais|veux)|vous (?:pouvez|voulez|pourriez)|demain|prochaine?|peut etre|raconte(?:z)?|vas|allez`,
  `refran|dicho|dicen|podrias|dejame|dejeme|voy a|puedo|podria|podrias|puedes|busco|miro|leo|si quieres|si quiere|quieres|quiere que|vas a|va a|manana|quizas?|cuentame|anotaria|escribiria`,
  `ditado|proverbio|poderias|deix[ae](?: eu| me)?|vou|posso|poderia|podes|pode|procuro|se quiser\\p{L}*|queres|quer que|quer|vais|amanha|talvez|conta me|anotaria|escreveria`,
  `si dice|dicono|potresti|fammi|lascia(?:mi)?|vado a|posso|potrei|puoi|cerco|guardo|leggo|se vuoi|vuoi|vuole|domani|forse|raccontami|scriverei|annoterei`,
)
/** That something has been, for a day that might also be one to come. */
const inPast = rule(
  `was|were|had|did|(?:you|we|it|that)(?: \\p{L}+)? (?!need|feed)(?:\\p{L}{2,}ed|went|felt|met|ran|said|made|took|got|saw|told|spoke|slept|thought|came|gave|found|began|left|lost|spent|sat|ate|knew|kept|woke|won|bought|brought|drove|read|took)`,
  `war(?:s?t|en)?|hatte\\p{L}*|gab es|du \\p{L}{2,}test|\\p{L}{2,}test du|(?:hast|habt|bist|seid|haben sie|sind sie)(?: \\S+){0,12} (?:\\p{L}*ge\\p{L}+(?:t|en)|\\p{L}+iert|(?:ver|be|er|ent|zer)\\p{L}+(?:t|en))|gingst|kamst|sahst`,
  `(?:[lmt]')?(?:as|avez|es|etes|a|ai)(?: \\p{L}+){0,2} (?!une|le|de|cette|ce|entre)(?:\\p{L}{2,}ee?s?|\\p{L}+[iu]s?|fait|dit|ecrit|mis|pris|ete)|(?:tu|vous)(?: \\p{L}+){0,2} (?:n')?\\p{L}+(?:ais|iez)|c'etait|etait`,
  `\\p{L}+(?:aste|iste|abas|ias)|(?:has|ha) \\p{L}+(?:ado|ido|cho|sto|rto|lto|ito)|fue|fuiste|era|eras|estuvo|tuvo|hubo`,
  `\\p{L}{2,}(?:aste|este|iste)|voce(?: \\p{L}+)? \\p{L}+(?:ou|eu|iu|ava|ia)|foi|foste|teve|estava|estavas|tinha|tinhas|disse|ficou|fez`,
  `hai(?: \\p{L}+)? \\p{L}+nto|(?:hai|ha|avete|avevate|sei|e|ti sei|si e)(?: \\p{L}+)? \\p{L}+(?:at|ut|it|ss|st|tt|rt|lt|s)[oaei]|eri|stavi|stava|avevi|aveva|\\p{L}+(?:asti|esti|isti)|andavi`,
)

const first = rule(
  `i|i'm|i've|i'd|my|me|we|us|our|ich|mich|mir|mein\\p{L}*|wir|uns|unser\\p{L}*|je|j'\\p{L}+|m'\\p{L}+|mon|ma|mes|nous|notre|yo|mi|mis|nos|nuestr\\p{L}*|eu|meu|meus|minha|nosso|nossa|io|mio|mia|miei|ci|noi|nostr\\p{L}*`,
)
const second = rule(
  `you|your|yours|yourself|du|dich|dir|dein\\p{L}*|sie \\p{L}+en|ihnen|tu|te|toi|ton|ta|tes|t'\\p{L}+|vous|votre|vos|ti|tus?|tuo|tua|tuoi|teu|tua|voce|lei|usted|\\p{L}+(?:abas|ias|aste|iste|avi|evi|ivi|asti|esti|isti)`,
)

/** What the user says who has written. */
const userWrote = rule(
  'wrote|written|noted|(?:auf)?geschrieben|notiert|ecrit|note|escrito|escribi|escrevi|anot\\p{L}+|scritto|annotato',
)
const reportOpens = /^(?: \S+){0,4}?(?: (?:THAT|DASS|QUE|CHE)|( QU'| ?:|,)) ?/u
const goesOn = rule('and|but|so|which|und|aber|wie|ob|et|mais|y|pero|e|mas|ma')
const refers = /(?:AS|LIKE|WIE|COMME|COMO|COME) $/u

/** So many words are a quotation. */
const long = 4
const marked =
  /„([^„“”]+)(?:[“”]|$)|“([^“”]+)(?:”|$)|«([^«»]+)(?:»|$)|»([^«»]+)(?:«|$)|"([^"]+)(?:"|$)|(?<!\p{L})‘((?:[^‘’]|’(?=\p{L}))+)(?:’|$)/gu

const wordsOf = (text: string): string[] => folded(text).match(/[\p{L}\p{N}]+/gu) ?? []
const spaced = (words: string[]) => ` ${words.join(' ')} `
/** What makes words no claim stands before the verb, or right after it: "you wrote nothing". */
const afterClaim = 12
const sentencesOf = (text: string): string[] => text.match(/[^.!?…\n]+[.!?…]*/gu) ?? []

/** Whether the words stand in the text as they are; between the pieces of a quotation with "…" may be anything. */
function holds(text: string, quotation: string): boolean {
  const whole = spaced(wordsOf(text))
  const pieces = quotation.split(/…|\.{3}/).map(wordsOf)
  return pieces.every((piece) => piece.length === 0 || whole.includes(spaced(piece)))
}

/** Whether most of the words stand in the text, in pieces that are as long as a quotation. */
function holdsMost(text: string, words: string[]): boolean {
  const whole = spaced(wordsOf(text))
  const held = words.map(() => false)
  for (let at = 0; at + long <= words.length; at++)
    if (whole.includes(spaced(words.slice(at, at + long)))) held.fill(true, at, at + long)
  return held.filter(Boolean).length > words.length / 2
}

const beginning = (word: string) => word.slice(0, long)

/** Whether the text, which is in the same language, has at most a third of the longer words, endings aside. */
function isOfElse(text: string, words: string[]): boolean {
  const there = new Set(wordsOf(text))
  if (!words.some((word) => word.length < long && there.has(word))) return false
  const beginnings = new Set([...there].map(beginning))
  const longer = [...new Set(words.filter((word) => word.length >= long).map(beginning))]
  return longer.length > 2 && longer.filter((word) => beginnings.has(word)).length <= longer.length / 3
}

/** Whether at least half of the longer words are the user's own, who may also write to Lisa. */
function repeats(said: string, sentence: string): boolean {
  const own = new Set(wordsOf(said).map(beginning))
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

/** What is known, by day, and goals, which have none. Of moods and of work on goals only the day is known. */
function sourcesOf({ read, context, writes }: Known) {
  const { goals = [], days = [], summaries = [], talks = [] } = context ?? {}
  const all: ReadDay[] = [
    ...read,
    ...writes.map(({ input }) => {
      const values = Object.values<unknown>(Object(input)).filter((value) => typeof value === 'string')
      const { entryDate } = Object(input) as { entryDate?: string }
      return { date: entryDate, text: values.join('\n') }
    }),
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
    days: all.flatMap(({ date, text }) => (date ? [{ date, text }] : [])),
    goals: all.flatMap(({ date, text }) => (!date && text ? [text] : [])),
  }
}

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
  const sources = sourcesOf(known)
  const statements = sentencesOf(known.said).filter((sentence) => !sentence.includes('?'))
  let named: string[] | undefined
  /** The days that the user has named, or a text that was read. Seldom needed, and of many texts it takes long. */
  const toldDays = () =>
    (named ??= [
      ...withoutDays(statements.join('\n'), today).days,
      ...sources.days.flatMap(({ date, text }) => withoutDays(text, date).days),
    ].flatMap(({ dates }) => dates))
  const isTold = (day: SpokenDay) => toldDays().some((date) => isOn(day, date))
  const readOn = (day: SpokenDay) => sources.days.filter(({ date }) => isOn(day, date))

  const sentences = sentencesOf(rest).map((sentence) => {
    const past = [...sentence.matchAll(/‹(\d+)›/g)]
      .flatMap(([, n]) => days[Number(n)] ?? [])
      .filter((day) => isBefore(day, today))
    const attribution = wrote.exec(sentence)
    const end = attribution ? attribution.index + attribution[0].length : sentence.length
    const claim = sentence.slice(0, end + afterClaim)
    const isClaim = !sentence.includes('?') && !offers.test(sentence.slice(0, end)) && !denies.test(claim)
    const claimed = isClaim ? past.filter(({ isPast }) => isPast || attribution || inPast.test(sentence)) : []
    return { sentence, past, attribution, end, claim, isClaim, claimed }
  })
  const allPast = sentences.flatMap(({ past }) => past)
  const isOffer =
    offers.test(rest) &&
    !said.test(rest) &&
    !sentences.some(({ claimed, attribution }) => claimed.length > 0 || attribution)

  return sentences.some(({ sentence, past, attribution, end, claim, isClaim, claimed }) => {
    if (claimed.some((day) => !readOn(day).length && !isTold(day))) return true
    const about = past.length ? past : allPast
    const onDays = about.flatMap(readOn)
    const read = onDays.length === 0 && about.every(isTold) ? sources.days : onDays
    const texts = [...read.map(({ text }) => text), ...sources.goals, known.said]

    const quotes = [...sentence.matchAll(/¶(\d+)¶/g)]
      .flatMap(([, n]) => quotations[Number(n)] ?? [])
      .filter((quotation) => wordsOf(quotation).length >= long)
    const isTheirs = ofTalk.test(sentence) && !past.length && !attribution
    if (quotes.length)
      return !isOffer && !isTheirs && !quotes.every((quote) => texts.some((text) => holds(text, quote)))

    const report = reportOf(sentence, days, attribution ?? said.exec(sentence))
    if (!isClaim || repeats(statements.join(' '), sentence.slice(end))) return false
    if (report) {
      const { words, isToUser, isVerbatim } = report
      if (texts.some((text) => holdsMost(text, words))) return false
      if (isVerbatim || sources.days.some(({ text }) => holdsMost(text, words))) return true
      const written = read.filter(({ text }) => text)
      if (!isToUser && written.length && written.every(({ text }) => isOfElse(text, words))) return true
    }
    if (!attribution || ofTalk.test(claim) || ofAmount.test(claim) || ofStreak.test(sentence)) return false
    if (ofGoals.test(sentence) && sources.goals.length) return false
    return (
      !read.some(({ text }) => text) &&
      !past.some(isTold) &&
      !statements.some((text) => userWrote.test(folded(text)))
    )
  })
}

const isOn = ({ dates }: SpokenDay, date: string) =>
  dates.some((other) => date.endsWith(other) || other.endsWith(date))
/** Without a year, only today's own date is not in the past. */
const isBefore = ({ dates }: SpokenDay, today: string) =>
  dates.some((date) => (date.startsWith('-') ? !today.endsWith(date) : date < today))
