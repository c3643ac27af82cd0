import { languageOfText, type LearnedLanguage } from '@shared/danger/language'
import { folded } from '@shared/fold'
import { withoutDays, type SpokenDay } from '@shared/spoken-days'

/** The numbers from 1 on, then the tens from 20 on, in six languages: models write "5" for "five". An article is no number. */
const numberWords = [
  'one eins',
  'two zwei deux dos dois duas due twice second segunda seconda',
  'three drei trois tres três tre third dritte dritten dritter drittes drittem tercer tercero tercera terceiro terceira terzo terza',
  'four vier quatre cuatro quatro quattro cuarta quarta',
  'five fünf cinq cinco cinque fifth cinquième quinto quinta',
  'six sechs seis sei sexto sexta sesto sesta',
  'seven sieben sept siete sete sette siebte siebten siebter siebtes siebtem séptimo séptima sétimo sétima settimo settima',
  'eight acht huit ocho oito otto eighth octavo octava oitavo oitava ottavo ottava',
  'nine neun neuf nueve nove ninth neuvième noveno novena nono nona',
  'ten zehn dix diez dez dieci décimo décima',
  'eleven elf onze once undici',
  'twelve zwölf douze doce doze dodici twelfth dozen dutzend douzaine docena dúzia dozzina',
  'thirteen dreizehn treize trece treze tredici',
  'fourteen vierzehn quatorze catorce catorze quattordici',
  'fifteen fünfzehn quinze quince quindici',
  'sixteen sechzehn seize dieciséis dezesseis dezasseis sedici',
  'seventeen siebzehn diecisiete dezessete dezassete diciassette',
  'eighteen achtzehn dieciocho dezoito diciotto',
  'nineteen neunzehn diecinueve dezenove dezanove diciannove',
]
const tens = [
  'twenty zwanzig vingt veinte vinte venti',
  'thirty dreißig trente treinta trinta trenta trent',
  'forty vierzig quarante cuarenta quarenta quaranta quarant',
  'fifty fünfzig cinquante cincuenta cinquenta cinquanta cinquant',
  'sixty sechzig soixante sesenta sessenta sessanta sessant',
  'seventy siebzig setenta settanta settant',
  'eighty achtzig ochenta oitenta ottanta ottant',
  'ninety neunzig noventa novanta novant',
  'hundred hundert cent cien ciento cem cento',
]
const thousands = 'thousand tausend mille mil'
const millions = 'million millions millionen millón millones milhão milhões milione milioni'
const allNumbers = [
  ...numberWords.map((words, i) => [words, i + 1] as const),
  ...tens.map((words, i) => [words, 10 * (i + 2)] as const),
  [thousands, 1000] as const,
  [millions, 1_000_000] as const,
].map(([words, number]) => words.split(' ').map((word) => [folded(word), number] as const))
const numbers = new Map(allNumbers.flat())
/** These also mean something else in one of the languages. In a summary they count as no number. */
const ambiguous = new Set(['DUE', 'ONCE', 'SEI'])
/** What German, Italian and Spanish numbers of one word are made of, without the English ones: "zehnten" is none. */
const numberParts = new Map([
  ...allNumbers.flatMap((words) => words.slice(1)),
  ...Object.entries({
    EIN: 1,
    UN: 1,
    UNO: 1,
    UNA: 1,
    UND: 0,
    VENT: 20,
    VEINTI: 20,
    CIENTOS: 100,
    CIENTAS: 100,
  }),
  ...Object.entries({ QUINIENTOS: 500, QUINIENTAS: 500, SETECIENTOS: 700, NOVECIENTOS: 900, MILA: 1000 }),
])
const aNumberPart = new RegExp([...numberParts.keys()].toSorted((a, b) => b.length - a.length).join('|'), 'g')
/** Of German ordinals and "dreimal"; those of French and English follow. */
const germanEndings = [/STE[NMRS]?$/, /TE[NMRS]?$/, /MAL$/]
const otherOrdinals = (word: string) =>
  word
    .replace(/IETH$/, 'Y')
    .replace(/TH$/, '')
    .replace(/(?<=[XTS])IEMES?$/, '')
    .replace(/IEMES?$/, 'E')

/** The number that a word tells, such as "five", "twenty-five", "ventuno", "einundzwanzigste" and "twice". */
function numberOf(word: string): string[] {
  const inGerman = germanEndings
    .map((ending) => word.replace(ending, ''))
    .filter((stem) => stem !== word && !ambiguous.has(stem))
    .map((stem) => numberParts.get(stem) ?? sumOf(stem))
  const [ten = '', one = ''] = word.split(/[ -]/)
  if (one) return [String((numbers.get(ten) ?? 0) + (numbers.get(one) ?? 0))]
  const found = [numbers.get(word), sumOf(word), ...inGerman, numbers.get(otherOrdinals(word))].find(Boolean)
  return found ? [String(found)] : []
}

/** "Ein", "und" and "zwanzig" are 21, "due" and "cento" 200. */
function sumOf(word: string): number | undefined {
  const parts = word.match(aNumberPart) ?? []
  const values = parts.flatMap((part) => numberParts.get(part) || [])
  if (values.length < 2 || parts.join('') !== word) return undefined
  let [sum, last] = [0, 0]
  for (const value of values) {
    if (value === 100) last = 100 * (last || 1)
    else if (value < 1000) last += value
    else [sum, last] = [sum + value * (last || 1), 0]
  }
  return sum + last
}

const beforeTime = /(?<!\p{L})(?:at|by|till|until|um|bis|gegen)\s+$/iu
const afterTime = /^\s*(?:Uhr|h|[ap]\.?m)(?!\p{L})/iu

/** What figures between two texts may tell: "1.200" is 1200, "7,5" is 7.5, and "7.30" is 7.3 or, like "at 730", a time. */
function figuresOf(token: string, before: string, after: string): string[] {
  const isTime = beforeTime.test(before) || afterTime.test(after)
  const [, hour = '', sign = '', minutes = ''] = /^0?(\d{1,2})([.:]?)([0-5]\d)$/.exec(token) ?? []
  const time = hour && Number(hour) < 25 && (sign || isTime) ? [`${hour}:${minutes}`] : []
  if (token.includes(':') || (time.length && sign && isTime)) return [...time, token]
  const isGrouped = /^[1-9]\d{0,2}([.,]\d{3})+$/.test(token)
  const [, whole = token, fraction = ''] =
    (!isGrouped && /^(\d+|\d{1,3}(?:[.,]\d{3})+)[.,](\d+)$/.exec(token)) || []
  const number = [whole.replace(/[.,]/g, '').replace(/^0+(?=\d)/, ''), fraction.replace(/(?<!0)0+$/, '')]
  return [number.filter(Boolean).join('.'), ...time]
}

const namesOf = (part: 'month' | 'weekday') => {
  // The first days of its months are of all seven.
  const days = Array.from({ length: 12 }, (_, month) => new Date(2026, month, 1))
  return ['en', 'de', 'fr', 'es', 'pt', 'it'].flatMap((language) =>
    days.map((day) => folded(day.toLocaleDateString(language, { [part]: 'long' }))),
  )
}
const months = new Set(namesOf('month'))
/** Without `-feira`. */
const weekdays = new Set(namesOf('weekday').flatMap((name) => name.split('-', 1)))
/** Four of the languages write them in lower case. */
const calendar = new Set([...months, ...namesOf('weekday')])
/** In lower case these are ordinary English words. */
const everyday = new Set(['may', 'march'])

/** Ordinary words at the beginning of a sentence, in six languages. Any other capitalised word there may be a name. */
const openers = new Set(
  folded(`
    a after again all also although an and another as at because before both but by despite during each earlier every
    everything except first for from he her here his however i if in instead it its last later many most my no nobody not
    nothing now often on once one only or other our overall she since so some somebody someone something still that the
    their then there these they this those though to today together tomorrow tonight under until user we what when where
    while who with without work yesterday yet you
    aber alle allerdings alles als am an auch auf aus außerdem bei beim da dabei dadurch danach dann daran darüber das dass
    davor dazu deshalb dem den der des die diese dieser dieses doch dort durch ein eine einem einen einer er es früh für
    gestern heute ich ihm ihn ihr ihre ihrem ihren ihrer im immer in ist jede jeden jetzt kein keine letzte man manchmal
    mein meine mit morgen morgens nach nachdem nachmittags nachts nicht nichts niemand noch nun nur ob obwohl oder ohne
    schließlich sehr sein seine seinem seinen seiner seit sie sogar so später trotz trotzdem über um und unter vom von vor
    vorher während wegen weil wenn wer wie wieder wir zu zudem zuerst zuletzt zum zunächst zur zusammen zwar
    à alors après au aujourd aussi autour aux avant avec bien c car ce cela celui ces cet cette chaque chez comme d dans de
    depuis des donc du elle elles en encore enfin ensuite entre et finalement grâce hier il ils j je jusqu l la le les leur
    lors lorsque lui m ma mais malgré même mes mon n ne ni non nous on or ou où par parce parfois pendant personne plus pour
    pourtant puis qu quand que quelqu qui rien s sa sans se selon ses si son sous sur t tout toute toutefois toutes tous un
    une utilisateur utilisatrice vers
    ahora al algo alguien antes aun aunque ayer cada casi como con contra cuando de del desde después donde durante e el ella
    ellos en entonces entre era es esa ese eso esta está este esto estos fue gracias hace había hasta hay hizo hoy incluso
    la las le les lo los luego mañana más me mi mientras mis muy nada nadie ni no nos nunca o otra otro para pero por porque
    primero pues que quien se según ser si siempre sin sobre solo son su sus también tampoco tan tanto te tiene toda todas
    todavía todo todos tras tu un una unas unos usuaria usuario y ya yo
    a agora ainda além algo alguém algumas alguns amanhã antes ao aos apesar após aquela aquele as assim até através cada
    com como contudo da das de dele depois desde dessa desse do dos durante e ela elas ele eles em embora então entre era
    essa esse esta está este eu fez foi graças há hoje isso já la logo mais mas me mesmo meu minha muito na nada não nas nem
    nenhum ninguém no nos nossa num numa nunca o onde ontem os ou outra outro para pela pelo pois por porém porque primeiro
    quando que quem se segundo sem sempre seu seus só sob sobre sua suas também tem tinha toda todas todo todos tudo um uma
    utilizador utilizadora
    a adesso agli ai al alla alle allora anche ancora appena avendo c che chi ci come con così cui da dagli dal dalla dalle
    dei degli del della delle dentro di domani dopo dove dunque durante e ed egli era essa essendo esso fa fino fra fu già
    gli grazie ha hanno i ieri il in infine inoltre insieme io l la lascia le lei lo loro lui ma mentre mi mio n nei
    nel nella nelle nessuno niente noi non nonostante nulla o oggi ogni oltre ora per perché però più poi prima pur qualcosa
    qualcuno quando quanto quella quelle quello questa questo questi qui quindi s se secondo sebbene sempre senza si sia
    solo sono sotto sta stamattina stasera su sua sue sugli sul sulla suo suoi tra tutta tutte tutti tutto un una uno utente`)
    .split(/\s+/)
    .filter(Boolean),
)
/** Of these, the names of people, with the languages in which they are ordinary words. */
const namesToo: Record<string, LearnedLanguage[]> = {
  AL: ['es', 'it'],
  ALLA: ['it'],
  // Short Italian is often taken for another language.
  ED: ['it', 'es', 'pt', 'fr'],
  ELA: ['pt'],
  ELLA: ['es'],
  ELLE: ['fr'],
  GRACE: ['fr'],
  LEI: ['it'],
  ORA: ['it'],
  PER: ['it'],
  SU: ['es', 'it'],
  SUE: ['it'],
  UMA: ['pt'],
  UNA: ['es', 'it'],
}

/** German writes every noun like a name, and these may have an article. */
const germanNames = new Set(
  folded(`
    Ahmed Alexander Ali Alina Amelie Andrea Andreas Angelika Anja Anna Anne Annika Anton Antonia Barbara Ben Bernd Birgit
    Charlotte Christian Christina Christine Clara Claudia Daniel Daniela David Dennis Dieter Dominik Edith Elias Elisabeth Elke
    Ella Emil Emilia Emma Eva Fabian Fatma Felix Finn Florian Frank Frieda Gabi Georg Gerda Gerhard Gisela Greta Günter Hanna
    Hannah Hans Heike Heinz Helga Helmut Horst Ida Ingrid Jakob Jan Jana Jens Johanna Johannes Jonas Julia Julian Jürgen Karin
    Karl Katharina Kathrin Katrin Kevin Klara Klaus Kristina Lara Laura Lea Lena Leo Leon Leonie Lina Lotte Luca Luis Luisa
    Lukas Manfred Manuel Marco Maria Marie Markus Marlene Martin Martina Mathilda Matthias Max Maximilian Mehmet Melanie Mia
    Michael Mila Mohammed Monika Moritz Mustafa Nadine Nele Nicole Nico Niklas Nina Noah Nora Oliver Oskar Patrick Paul Paula
    Peter Petra Philipp Pia Rainer Ralf Renate Robert Ruth Sabine Sandra Sara Sarah Sebastian Silke Silvia Simon Sofia Sonja
    Sophia Sophie Stefan Stefanie Stephan Susanne Sven Tanja Theo Thomas Thorsten Tim Tobias Tom Torsten Ursula Ute Uwe Werner
    Wolfgang`)
    .trim()
    .split(/\s+/),
)

/** The user talks with her, so every summary may name her. */
const known = 'Lisa'

const tokens =
  /(?<number>\p{N}+(?:[.,:]\p{N}+)*)|(?:twen|thir|for|fif|six|seven|eigh|nine)ty[ -](?:one|two|three|four|five|six|seven|eight|nine)(?!\p{L})|[\p{L}\p{M}]+(?:-feira)?/giu
const endsSentence = /(?:^|[.!?…:;\n])[^\p{L}\p{N}]{0,5}$/u
/** German writes every noun like a name; this one has an article, and perhaps an adjective. */
const afterArticle =
  /(?<!\p{L})(?:d(?:er|ie|as|en|em|es)|zu[mr]|[ai]m|vom|beim|ins|ans|(?:k?ein|[msd]ein|ihr|unser|euer|jed|dies)\p{L}{0,2}) (?:\p{Ll}+ ){0,2}$/iu

const wholeWords = (words: string) => new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, 'u')
const saysTomorrow = wholeWords(
  'TOMM?ORR?OW|TO?MR?R?W|TMR|2MR?W|2MOR+O?W?|(?:UBER)?MORGEN|MRGN|DEMAIN|DEM1|2MAIN|MANANA|MNN|AMANHA|AMNH|DOMANI|DMN',
)
/** In German and Spanish "morning" is the same word. */
const tellsTomorrow = wholeWords(
  `[Tt]omorrow|(?<!(?:heute|gestern|jeden|guten|diesen|am|eines|frühen) )morgen|(?<=(?:^|[.!?]) ?)Morgen(?! früh)|[Dd]emain|(?<!(?:De|[Ll]a|[Ee]sta|[Cc]ada|una|toda|media) )[Mm]añana(?! (?:tranquila|ocupada|difícil|productiva|larga|mala|buena|dura|agradable|triste|bonita|intensa|lenta|pesada))|[Aa]manhã|[Dd]omani`,
)

/** No year that anybody names, so that dates before it are of "yesterday", "three days ago" and the like. */
const today = '1000-01-01'
const isRelative = (date: string) => /^(?:0|1000)/.test(date)
const night = /NIGHT|NACHT|NUIT|NOCHE|NOITE|NOTTE/
/** How people write days in a hurry. */
const spelledOut: [RegExp, string][] = [
  [new RegExp(wholeWords('YEST|YDAY|YSTD|YEST[UE]R?DAY|YESTRDAY|LAST EVENING'), 'gu'), 'YESTERDAY'],
  // "3june".
  [new RegExp(`(?<!\\d)(\\d{1,2})(?=(?:${[...months].join('|')})(?!\\p{L}))`, 'gu'), '$1 '],
  [
    new RegExp(`(?<!\\p{L})IN (${[...months].join('|')}),? ON THE (\\d{1,2})(?:ST|ND|RD|TH)`, 'gu'),
    'ON $1 $2',
  ],
]
/** "7.5 hours" and "1/2 pill" are no days, nor is "3/6 of it". */
const counted =
  ' ?(?:[%€$°]|(?:K?M|KG|G|MG|ML|L|CM|H|HRS?|MIN|MINS|KM/H|C|F|OF|DE|DI|VON|EUROS?|DOLLARS?|POUNDS|PERCENT|PROZENT|POR CIENTO|MILES|METRES|METERS|LITRES|(?:KILO)?MET(?:RE|ER|RO)S?|CHILOMETRI|KILOS?|HOURS?|STUNDEN?|HEURES?|HORAS?|OR[AE]|MINUTES?|MINUTEN|MINUTOS?|MINUTI|DAYS?|TAGE?N?|JOURS?|DIAS?|GIORN[IO]|WEEKS?|YEARS?|TIMES|PILLS?|TABLETS?|TABLETTEN?|PEOPLE|POINTS?|PUNKTE?)(?!\\p{L}))'
const countedDay = new RegExp(`‹(\\d+)›${counted}`, 'gu')
const inFigures = new RegExp(
  `(?<=(?<!\\p{L})(?:ON|AM|LE|EL|IL|DIA|VOM|BIS|ZUM|DEN) )(\\d{1,2})[./](\\d{1,2})(?![./,]?\\d|${counted})`,
  'gu',
)
/** "June 3-5". */
const nextDay = new RegExp(
  `‹(\\d+)› ?(?:[-–]|(?:UN)?TO|TILL?|UNTIL|BIS) ?(?:THE |ZUM )?(\\d{1,2})(?:ST|ND|RD|TH|\\.)?(?![./,:]?\\d| ?(?:UHR|[AP]\\.?M)(?!\\p{L})|${counted})`,
  'gu',
)
const otherDay =
  /(\d{1,2})(?:ST|ND|RD|TH|ER|\.|º)? ?(?:[-–,/&]|AND|OR|TO|UND|ODER|BIS|ET|OU|AU|Y|O|E|AL?|ATE) ?(?:(?:THE|ZUM|DEN|LE|EL|IL|DIA) )?‹(\d+)›/g

/**
 * The days of a month, with its name, and those before today that a text names, nights aside; and the dates that it may mean,
 * without the days of the week.
 */
function daysIn(text: string) {
  const { rest, days } = withoutDays(
    spelledOut.reduce((spelled, [from, to]) => spelled.replaceAll(from, to), folded(text)),
    today,
  )
  const areCounted = new Set([...rest.matchAll(countedDay)].map(([, n]) => Number(n)))
  const named: (SpokenDay & { isOfMonth: boolean })[] = []
  const ofMonths: string[] = []
  const relative: string[] = []
  for (const [n, day] of days.entries()) {
    if (/^\d{1,2}\/\d{1,2}$/.test(day.phrase) && areCounted.has(n)) continue
    const names = day.phrase.split(/[^\p{L}]+/u)
    const isOfMonth = names.some((name) => months.has(name))
    if (!isOfMonth && names.some((name) => weekdays.has(name))) continue
    const [first = '', second] = day.dates
    if (isOfMonth || (isRelative(first) && !second && !night.test(day.phrase)))
      named.push({ ...day, isOfMonth })
    // "On the 12th" has no month.
    for (const date of day.dates) if (date.length > 3) (isRelative(date) ? relative : ofMonths).push(date)
  }
  // "3 and 4 June", and "on 3.6" or "on 3/6" in any order.
  const others = [
    ...[...rest.matchAll(otherDay)].map(([, number = '', n]) => [number, n] as const),
    ...[...rest.matchAll(nextDay)].map(([, n, number = '']) => [number, n] as const),
  ]
  for (const [number, n] of others)
    ofMonths.push(
      ...(days[Number(n)]?.dates ?? [])
        .filter((date) => date.length > 3 && !isRelative(date))
        .map((date) => date.slice(0, -2) + number.padStart(2, '0')),
    )
  for (const [, a = '', b = ''] of rest.matchAll(inFigures)) {
    const [first, second] = [a.padStart(2, '0'), b.padStart(2, '0')]
    ofMonths.push(`-${first}-${second}`, `-${second}-${first}`)
  }
  return { named, ofMonths, relative }
}

/** The article with up to two adjectives has at most so many characters. */
const longestArticle = 60

/**
 * The first number, month, day or capitalised name of a model's `summary` that is not in what the user `said`, case and accents
 * aside. A name may be a genitive there or here (`Anna's`, `Annas`); the number of a day has to stand beside its month.
 */
export function unsaidIn(summary: string, said: string): string | undefined {
  const there = new Set([folded(known)])
  for (const { 0: token, index, groups } of said.matchAll(tokens)) {
    const word = wordOf(token)
    there.add(word)
    const [before, after] = around(said, token, index)
    const isNone = isNoNumber(word, before, after)
    for (const number of groups?.number ? figuresOf(word, before, after) : isNone ? [] : numberOf(word))
      there.add(number)
  }
  const { ofMonths, relative } = daysIn(said)
  for (const { phrase, dates, isOfMonth } of daysIn(summary).named) {
    const isSaid = (date: string) =>
      (isOfMonth ? ofMonths : relative).some((other) => other.endsWith(date) || date.endsWith(other))
    if (!dates.some(isSaid)) return phrase
    // "3 June" for "3.6.".
    for (const [token] of phrase.matchAll(tokens)) there.add(wordOf(token))
  }
  const [tomorrow] = tellsTomorrow.exec(summary) ?? []
  if (tomorrow && !saysTomorrow.test(folded(said))) return tomorrow
  const language = languageOfText(summary)
  for (const { 0: token, index, groups } of summary.matchAll(tokens)) {
    const word = wordOf(token)
    const [before, after] = around(summary, token, index)
    const isNumberWord = !ambiguous.has(word) && !/-feira$/i.test(token) && !isNoNumber(word, before, after)
    const readings = groups?.number ? figuresOf(word, before, after) : isNumberWord ? numberOf(word) : []
    // Who drank "a beer" drank one.
    const isArticle = word === 'ONE' && (there.has('A') || there.has('AN'))
    if (isArticle || there.has(word) || readings.some((reading) => there.has(reading))) continue
    if (readings.length) return token
    const isNoun =
      language === 'de' && !calendar.has(word) && !germanNames.has(word) && afterArticle.test(before)
    if (isNameOrDay(token, before, after, language) && !isNoun && !hasForm(word, there, language))
      return token
  }
  return undefined
}

const around = (text: string, token: string, index: number) =>
  [
    text.slice(Math.max(0, index - longestArticle), index),
    text.slice(index + token.length, index + token.length + 10),
  ] as const

/** "No one", and "a second" that is a moment. */
const isNoNumber = (word: string, before: string, after: string) =>
  (word === 'ONE' && /(?<!\p{L})no[\s-]$/iu.test(before)) ||
  (word === 'SECOND' &&
    /(?<!\p{L})a\s$/iu.test(before) &&
    /^(?:[^\p{L}\p{N}\s]|\s+(?:to|and|before|when)(?!\p{L})|$)/u.test(after))

const wordOf = (token: string) => folded(token).replace(/-FEIRA$/u, '')

function isNameOrDay(token: string, before: string, next: string, language: LearnedLanguage): boolean {
  const isCapital = /^\p{Lu}/u.test(token)
  const word = folded(token)
  if (calendar.has(word)) return isCapital || !everyday.has(token)
  // "I", and "L'" of "L'Aquila".
  if (!isCapital || token === 'I' || (token.length === 1 && /^['’]/.test(next))) return false
  return !(endsSentence.test(before) && openers.has(word) && namesToo[word]?.includes(language) !== false)
}

/** Whether one of `words` is the genitive of a name, or the name of a genitive: in German both are written without an apostrophe. */
const hasForm = (word: string, words: Set<string>, language: string) =>
  (['en', 'de'].includes(language) && words.has(`${word}S`)) ||
  (language === 'de' && words.has(word.replace(/S$/, '')))
